import { expect, test } from 'vitest'
import { instantOf } from './instant.ts'

test.for([
  ['2026-07-01', '11:00', 'Europe/Lisbon', '2026-07-01T10:00:00.000Z'],
  ['2026-07-01', '11:00', 'America/New_York', '2026-07-01T15:00:00.000Z'],
  ['2026-10-25', '09:00', 'Europe/Lisbon', '2026-10-25T09:00:00.000Z'],
  ['2026-07-01', '00:30', 'Asia/Kolkata', '2026-06-30T19:00:00.000Z'],
] as const)('%s %s in %s is %s, wherever the browser is', ([day, time, zone, instant]) => {
  expect(instantOf(day, time, zone).toISOString()).toBe(instant)
})
