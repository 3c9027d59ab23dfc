import { expect, test } from 'vitest'
import { versionFor } from './run.service.ts'

const RUNS = 20_000

test.each([50, 59, 90, 99])('of many runs the first of two versions gets its %d of a hundred', (weight) => {
  const routes = [
    { version: 1, weight },
    { version: 2, weight: 100 - weight },
  ]
  const ids = Array.from({ length: RUNS }, (_, at) => `run ${at}`)
  const share = ids.filter((id) => versionFor({ routes }, id) === 1).length / RUNS
  // More than four times what chance does to so many.
  expect(Math.abs(share * 100 - weight)).toBeLessThan(1.5)
})
