import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFresh } from './freshness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what changes faster than it is answered is shown all the same, and asked for again afterwards', async () => {
  const client = new QueryClient()
  const ANSWER_MILLIS = 3000
  let asked = 0
  const answered: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['w', 'runs'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve, reject) => {
        const number = ++asked
        const timer = setTimeout(() => resolve(number), ANSWER_MILLIS)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(new Error('taken back'))
        })
      }),
  })
  const stop = observer.subscribe(({ data }) => {
    if (data !== undefined && data !== answered.at(-1)) answered.push(data)
  })
  const freshness = keepFresh(client, 'w')
  for (let second = 0; second < 10; second++) {
    freshness.note({ type: 'workflow_run.changed' })
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(answered.length).toBeGreaterThanOrEqual(2)
  expect(answered).toEqual(answered.map((_, index) => index + 1))
  const before = asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answered.at(-1)).toBe(asked)
  expect(asked - before).toBeLessThanOrEqual(1)
  freshness.stop()
  stop()
  client.clear()
})
