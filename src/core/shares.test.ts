import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rhythmOf } from './shares.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('who wants to look in a pause is told at its end, once, and a look that failed is followed by a pause too', async () => {
  const onTime = vi.fn<() => void>()
  const isTime = rhythmOf({ mostMillis: 1000, onTime })
  const look = vi.fn<() => Promise<void>>(async () => void vi.advanceTimersByTime(10))
  await isTime(look)
  await vi.advanceTimersByTimeAsync(150)
  expect(onTime).not.toHaveBeenCalled()
  await isTime(look)
  await isTime(look)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(49)
  expect(onTime).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onTime).toHaveBeenCalledTimes(1)

  const failing = isTime(async () => {
    vi.advanceTimersByTime(500)
    throw new Error('the database is gone')
  })
  await expect(failing).rejects.toThrow('the database is gone')
  await isTime(look)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onTime).toHaveBeenCalledTimes(2)
  await isTime(look)
  expect(look).toHaveBeenCalledTimes(2)
})
