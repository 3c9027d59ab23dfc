import { test } from 'vitest'
import { writeAtOnce } from './load.ts'

// oxlint-disable-next-line vitest/expect-expect -- the load itself expects
test('200 writers at once on a pool of 10: nothing hangs, every acknowledged write is there once', () =>
  writeAtOnce({ writers: 200, writesEach: 3 }))
