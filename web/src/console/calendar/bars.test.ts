import { expect, test } from 'vitest'
import { barsOf, gapSpan, spanOf } from './bars.ts'

const DAYS = { from: '2026-12-01', count: 10 }
const stay = (id: string, checkinDate: string, checkoutDate: string) => ({
  id,
  status: 'CONFIRMED' as const,
  guestName: null,
  guests: null,
  checkinDate,
  checkoutDate,
  checkinTime: null,
  checkoutTime: null,
})

test('a stay goes from the middle of a day to the middle of another, and not beyond the days', () => {
  expect(spanOf('2026-12-02', '2026-12-05', DAYS)).toEqual({ left: 15, width: 30 })
  expect(spanOf('2026-11-20', '2026-12-03', DAYS)).toEqual({ left: 0, width: 25 })
  expect(spanOf('2026-12-09', '2026-12-30', DAYS)).toEqual({ left: 85, width: 15 })
  expect(spanOf('2026-11-20', '2026-11-30', DAYS)).toBeUndefined()
  expect(spanOf('2026-12-11', '2026-12-30', DAYS)).toBeUndefined()
})

test('stays that meet share a lane, stays that overlap do not', () => {
  const { bars, lanes } = barsOf(
    [
      stay('c', '2026-12-04', '2026-12-06'),
      stay('a', '2026-12-01', '2026-12-03'),
      stay('b', '2026-12-03', '2026-12-05'),
    ],
    DAYS,
  )
  expect(bars.map((bar) => [bar.stay.id, bar.lane])).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 1],
  ])
  expect(lanes).toBe(2)
})

test('what is cut off at the edge says so, and a gap lies between its stays', () => {
  const { bars } = barsOf([stay('a', '2026-11-28', '2026-12-03'), stay('b', '2026-12-05', '2026-12-20')], DAYS)
  expect(bars.map(({ begins, ends }) => [begins, ends])).toEqual([
    [false, true],
    [true, false],
  ])
  expect(gapSpan({ from: '2026-12-03', nights: 2 }, DAYS)).toEqual({ left: 25, width: 20 })
})
