import type { CalendarStay } from '../../../../src/modules/tasks/calendar.schema.ts'
import { daysBetween, type Gap } from './findings.ts'

export interface Span {
  /** In hundredths of the width of all days. */
  left: number
  width: number
}

export interface Bar extends Span {
  stay: CalendarStay
  /** Whether its beginning and its end are among the days. */
  begins: boolean
  ends: boolean
  /** Stays that overlap stand below each other. */
  lane: number
}

interface Days {
  from: string
  count: number
}

/** From noon of the check-in to noon of the check-out: two stays that meet on a day share it. */
export function spanOf(start: string, end: string, { from, count }: Days): Span | undefined {
  const left = Math.max(daysBetween(from, start) + 0.5, 0)
  const right = Math.min(daysBetween(from, end) + 0.5, count)
  return right <= left ? undefined : { left: (left / count) * 100, width: ((right - left) / count) * 100 }
}

export function barsOf(stays: readonly CalendarStay[], days: Days): { bars: Bar[]; lanes: number } {
  const freeFrom: string[] = []
  const bars: Bar[] = []
  const inOrder = stays.toSorted((one, other) => one.checkinDate.localeCompare(other.checkinDate))
  for (const stay of inOrder) {
    const span = spanOf(stay.checkinDate, stay.checkoutDate, days)
    if (!span) continue
    const free = freeFrom.findIndex((day) => day <= stay.checkinDate)
    const lane = free === -1 ? freeFrom.length : free
    freeFrom[lane] = stay.checkoutDate
    const start = daysBetween(days.from, stay.checkinDate)
    const end = daysBetween(days.from, stay.checkoutDate)
    bars.push({ ...span, stay, lane, begins: start >= 0, ends: end < days.count })
  }
  return { bars, lanes: Math.max(freeFrom.length, 1) }
}

export function gapSpan({ from, nights }: Gap, days: Days): Span | undefined {
  return spanOf(from, new Date(Date.parse(from) + nights * 86_400_000).toISOString().slice(0, 10), days)
}
