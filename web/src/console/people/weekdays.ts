import type { Shift } from '../../../../src/modules/workforce/work-profile.schema.ts'

export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const satisfies readonly Shift['weekday'][]

/** A Monday; the days after it give the names. */
const MONDAY_MILLIS = Date.UTC(2024, 0, 1)
const DAY_MILLIS = 86_400_000

export function nameOfWeekday(weekday: Shift['weekday'], locale: string): string {
  const day = new Date(MONDAY_MILLIS + WEEKDAYS.indexOf(weekday) * DAY_MILLIS)
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(day)
}
