import { instantOf } from '../parts/instant.ts'

export const SNOOZES = ['inAnHour', 'inFourHours', 'tomorrow', 'monday'] as const
export type Snooze = (typeof SNOOZES)[number]

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 86_400_000
const MORNING = '09:00'

/** When it comes back, by the clocks of the workspace. */
export function snoozeUntil(snooze: Snooze, now: Date, timeZone: string): Date {
  if (snooze === 'inAnHour') return new Date(now.getTime() + HOUR_MILLIS)
  if (snooze === 'inFourHours') return new Date(now.getTime() + 4 * HOUR_MILLIS)
  const today = dayIn(now, timeZone)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const days = snooze === 'tomorrow' ? 1 : (8 - weekday) % 7 || 7
  const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MILLIS).toISOString().slice(0, 10)
  return instantOf(day, MORNING, timeZone)
}

function dayIn(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant)
}
