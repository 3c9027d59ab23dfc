import { expect, test } from 'vitest'
import { workingDays, type Hours } from './working-hours.ts'
import { inOrder, overlappingShift } from './work-profile.rules.ts'
import type { Shift } from './work-profile.schema.ts'

const shift = (weekday: Shift['weekday'], startsAt: string, endsAt: string): Shift => ({ weekday, startsAt, endsAt })

/** Minutes by date, of the days that have some. */
function minutes(hours: Partial<Hours>, from: string, to: string): Record<string, number> {
  const days = workingDays({ timezone: 'Europe/Lisbon', shifts: [], exceptions: [], ...hours }, { from, to })
  return Object.fromEntries(days.filter((day) => day.minutes > 0).map((day) => [day.date, day.minutes]))
}

test('each day of the range is there, with the shifts of its weekday', () => {
  const shifts = [
    shift('MONDAY', '13:00', '17:30'),
    shift('MONDAY', '09:00', '12:00'),
    shift('FRIDAY', '08:00', '16:00'),
  ]
  const hours = { timezone: 'America/New_York', shifts, exceptions: [] }
  const days = workingDays(hours, { from: '2026-11-15', to: '2026-11-20' })
  expect(days.map(({ date }) => date)).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
  ])
  expect(days[1]).toEqual({
    date: '2026-11-16',
    minutes: 450,
    intervals: [
      { from: '2026-11-16T14:00:00.000Z', to: '2026-11-16T17:00:00.000Z' },
      { from: '2026-11-16T18:00:00.000Z', to: '2026-11-16T22:30:00.000Z' },
    ],
  })
  expect(minutes({ shifts }, '2026-11-15', '2026-11-20')).toEqual({ '2026-11-16': 450, '2026-11-20': 480 })
})

test('a shift over midnight counts on both days, also when the range begins in it', () => {
  const shifts = [shift('TUESDAY', '22:00', '06:00')]
  expect(minutes({ shifts }, '2026-11-16', '2026-11-19')).toEqual({ '2026-11-17': 120, '2026-11-18': 360 })
  expect(minutes({ shifts }, '2026-11-18', '2026-11-18')).toEqual({ '2026-11-18': 360 })
  expect(minutes({ shifts: [shift('TUESDAY', '06:00', '06:00')] }, '2026-11-17', '2026-11-18')).toEqual({
    '2026-11-17': 1080,
    '2026-11-18': 360,
  })
})

test('the night in which the clock goes forward has an hour less, the one in which it goes back one more', () => {
  const night = [shift('SATURDAY', '22:00', '06:00')]
  // Lisbon: forward on 29 March 2026 at 01:00, back on 25 October 2026 at 02:00.
  expect(minutes({ shifts: night }, '2026-03-28', '2026-03-29')).toEqual({ '2026-03-28': 120, '2026-03-29': 300 })
  expect(minutes({ shifts: night }, '2026-10-24', '2026-10-25')).toEqual({ '2026-10-24': 120, '2026-10-25': 420 })
  const whole = [shift('SUNDAY', '00:00', '00:00')]
  expect(minutes({ shifts: whole }, '2026-03-28', '2026-03-30')).toEqual({ '2026-03-29': 23 * 60 })
  expect(minutes({ shifts: whole }, '2026-10-24', '2026-10-26')).toEqual({ '2026-10-25': 25 * 60 })
})

test('a time that the clock skips, and one that comes twice, keep the length of the shift', () => {
  // New York: 02:00 to 03:00 is skipped on 8 March 2026, 01:00 to 02:00 comes twice on 1 November 2026.
  const timezone = 'America/New_York'
  const skipped = workingDays(
    { timezone, shifts: [shift('SUNDAY', '01:00', '02:30')], exceptions: [] },
    { from: '2026-03-08', to: '2026-03-08' },
  )
  expect(skipped[0]).toEqual({
    date: '2026-03-08',
    minutes: 90,
    intervals: [{ from: '2026-03-08T06:00:00.000Z', to: '2026-03-08T07:30:00.000Z' }],
  })
  const twice = { timezone, shifts: [shift('SATURDAY', '23:00', '01:30')] }
  expect(minutes(twice, '2026-10-31', '2026-11-01')).toEqual({ '2026-10-31': 60, '2026-11-01': 90 })
})

test('a day that has no midnight begins when it begins', () => {
  // Beirut goes forward at midnight, so 29 March 2026 begins at 01:00.
  const shifts = [shift('SATURDAY', '20:00', '04:00')]
  expect(minutes({ timezone: 'Asia/Beirut', shifts }, '2026-03-28', '2026-03-29')).toEqual({
    '2026-03-28': 240,
    '2026-03-29': 180,
  })
})

test('a day off takes the shifts that begin on it, an extra shift adds its own, nobody works twice at a time', () => {
  const shifts = [shift('MONDAY', '22:00', '06:00'), shift('TUESDAY', '22:00', '06:00')]
  const off = {
    kind: 'DAY_OFF',
    firstDate: '2026-11-17',
    lastDate: '2026-11-20',
    startsAt: null,
    endsAt: null,
  } as const
  expect(minutes({ shifts, exceptions: [off] }, '2026-11-16', '2026-11-19')).toEqual({
    '2026-11-16': 120,
    '2026-11-17': 360,
  })
  const extra = { kind: 'EXTRA_SHIFT', firstDate: '2026-11-17', lastDate: '2026-11-18' } as const
  const exceptions = [off, { ...extra, startsAt: '05:00', endsAt: '08:00' }]
  expect(minutes({ shifts, exceptions }, '2026-11-16', '2026-11-19')).toEqual({
    '2026-11-16': 120,
    '2026-11-17': 480,
    '2026-11-18': 180,
  })
})

test('shifts that overlap are found, around the end of the week too', () => {
  expect(overlappingShift([shift('MONDAY', '09:00', '12:00'), shift('MONDAY', '12:00', '17:00')])).toBe(-1)
  expect(overlappingShift([shift('MONDAY', '09:00', '12:01'), shift('MONDAY', '12:00', '17:00')])).toBe(1)
  expect(overlappingShift([shift('MONDAY', '05:00', '09:00'), shift('SUNDAY', '22:00', '06:00')])).toBe(1)
  expect(overlappingShift([shift('SUNDAY', '22:00', '06:00'), shift('MONDAY', '06:00', '09:00')])).toBe(-1)
  expect(overlappingShift([shift('FRIDAY', '00:00', '00:00'), shift('FRIDAY', '23:00', '02:00')])).toBe(1)
  expect(inOrder([shift('TUESDAY', '09:00', '10:00'), shift('MONDAY', '11:00', '12:00')])[0]?.weekday).toBe('MONDAY')
})
