import { expect, test } from 'vitest'
import { snoozeUntil } from './snooze.ts'

// A Sunday evening.
const NOW = new Date('2026-11-15T20:30:00Z')

test.for([
  ['inAnHour', 'Europe/Lisbon', '2026-11-15T21:30:00.000Z'],
  ['inFourHours', 'Europe/Lisbon', '2026-11-16T00:30:00.000Z'],
  ['tomorrow', 'Europe/Lisbon', '2026-11-16T09:00:00.000Z'],
  ['tomorrow', 'America/New_York', '2026-11-16T14:00:00.000Z'],
  // It is Monday there already.
  ['tomorrow', 'Pacific/Auckland', '2026-11-16T20:00:00.000Z'],
  ['monday', 'Europe/Lisbon', '2026-11-16T09:00:00.000Z'],
  ['monday', 'Pacific/Auckland', '2026-11-22T20:00:00.000Z'],
] as const)('%s in %s is %s', ([snooze, zone, expected]) => {
  expect(snoozeUntil(snooze, NOW, zone).toISOString()).toBe(expected)
})

test('over the change of the clocks', () => {
  expect(snoozeUntil('tomorrow', new Date('2026-10-24T12:00:00Z'), 'Europe/Lisbon').toISOString()).toBe(
    '2026-10-25T09:00:00.000Z',
  )
  expect(snoozeUntil('tomorrow', new Date('2026-03-28T12:00:00Z'), 'Europe/Lisbon').toISOString()).toBe(
    '2026-03-29T08:00:00.000Z',
  )
})
