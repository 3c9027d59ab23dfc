import { expect, test } from 'vitest'
import { planOf, retryAfterSeconds, waitSeconds } from '../src/retry.ts'
import { InnkeeperUnreachable } from '../src/problem.ts'

test('waits are chosen by chance between nothing and a bound that doubles up to a limit', () => {
  const plan = planOf({ firstWaitSeconds: 1, longestWaitSeconds: 5 })
  const bounds = [1, 2, 3, 4, 5].map((tries) => waitSeconds(new Error('x'), tries, plan, () => 1))
  expect(bounds).toEqual([1, 2, 4, 5, 5])
  expect(waitSeconds(new Error('x'), 3, plan, () => 0)).toBe(0)
})

test('a wait is never shorter than the service asks for', () => {
  const busy = new InnkeeperUnreachable('busy', { status: 503, retryAfterSeconds: 7 })
  expect(waitSeconds(busy, 1, planOf({ firstWaitSeconds: 1 }), () => 0.5)).toBe(7.5)
})

test.each([
  ['2', 2],
  [' 0 ', 0],
  ['Sun, 15 Nov 2026 09:30:10 GMT', 10],
  ['Sun, 15 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-15T09:30:00Z'))).toBe(seconds)
})

test('a later choice counts, and what is undefined is no choice', () => {
  expect(planOf({ tries: 2, totalSeconds: 9 }, { tries: undefined, totalSeconds: 3 })).toMatchObject({
    tries: 2,
    totalSeconds: 3,
  })
})
