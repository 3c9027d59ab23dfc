import { expect, test } from 'vitest'
import { dayIn, localTimeAt, momentIn } from './zoned-time.ts'

test.for([
  ['Europe/Lisbon', '2026-07-01', '15:00', '2026-07-01T14:00:00.000Z'],
  ['Europe/Lisbon', '2026-12-01', '15:00', '2026-12-01T15:00:00.000Z'],
  ['America/New_York', '2026-12-31', '23:30', '2027-01-01T04:30:00.000Z'],
  ['Asia/Kolkata', '2026-12-31', '00:15:30', '2026-12-30T18:45:30.000Z'],
  ['Pacific/Kiritimati', '2026-03-01', '11:00', '2026-02-28T21:00:00.000Z'],
  // Clocks go from 1:00 to 2:00: half past one is shown at no moment.
  ['Europe/Lisbon', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Lisbon', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Lisbon', '2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
  ['Europe/Lisbon', '2026-10-25', '02:30', '2026-10-25T02:30:00.000Z'],
  ['America/New_York', '2026-11-01', '02:30', '2026-11-01T07:30:00.000Z'],
] as const)('in %s clocks show %s %s at %s', ([timezone, date, time, moment]) => {
  for (const ofTwo of ['first', 'last'] as const)
    expect(new Date(momentIn(timezone, { date, time }, ofTwo)).toISOString()).toBe(moment)
})

test('where clocks go from 2:00 back to 1:00, half past one is shown twice', () => {
  const halfPastOne = { date: '2026-10-25', time: '01:30' }
  const [first, last] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')]
  expect(momentIn('Europe/Lisbon', halfPastOne)).toBe(first)
  expect(momentIn('Europe/Lisbon', halfPastOne, 'last')).toBe(last)
  expect([first, last].map((moment) => localTimeAt('Europe/Lisbon', moment))).toEqual([halfPastOne, halfPastOne])
})

test('what clocks show at a moment, to the minute, and which day that is', () => {
  const moment = Date.parse('2026-11-15T23:30:59.999Z')
  expect(localTimeAt('UTC', moment)).toEqual({ date: '2026-11-15', time: '23:30' })
  expect(localTimeAt('Asia/Tokyo', moment)).toEqual({ date: '2026-11-16', time: '08:30' })
  expect(localTimeAt('America/New_York', Date.parse('2026-03-08T07:00:00Z')).time).toBe('03:00')
  const day = new Date(moment)
  expect([dayIn('UTC', day), dayIn('Asia/Tokyo', day)]).toEqual(['2026-11-15', '2026-11-16'])
})
