import { test } from 'vitest'
import { expectNoWriteLost } from './load.ts'

test(
  '200 writers at once on a pool of 10: nothing hangs, every acknowledged write is there once',
  () => expectNoWriteLost({ writers: 200, writesEach: 3 }),
  120_000,
)
