import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openHush, type Hush } from './hush.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function isOver(hush: Hush): Promise<boolean> {
  return Promise.race([hush.over().then(() => true), vi.advanceTimersByTimeAsync(0).then(() => false)])
}

test('what waits goes on a moment after the last has ended', async () => {
  const hush = openHush()
  expect(await isOver(hush)).toBe(true)
  const [first, second] = [hush.begin(), hush.begin()]
  first()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await isOver(hush)).toBe(false)
  second()
  expect(await isOver(hush)).toBe(false)
  const third = hush.begin()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await isOver(hush)).toBe(false)
  third()
  await vi.advanceTimersByTimeAsync(5)
  expect(await isOver(hush)).toBe(true)
})

test('a stream without a gap holds it up once, and not again before there was one', async () => {
  const hush = openHush()
  let last = hush.begin()
  function next(): void {
    const begun = hush.begin()
    last()
    last = begun
  }
  await vi.advanceTimersByTimeAsync(4999)
  next()
  expect(await isOver(hush)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(hush)).toBe(true)
  next()
  expect(await isOver(hush)).toBe(true)
  last()
  last = hush.begin()
  expect(await isOver(hush)).toBe(true)
  last()
  await vi.advanceTimersByTimeAsync(5)
  hush.begin()
  expect(await isOver(hush)).toBe(false)
})
