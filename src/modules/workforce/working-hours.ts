import { DAY_MILLIS } from '#core/days.ts'
import { momentIn } from '#core/zoned-time.ts'
import type { WorkException } from './work-exception.schema.ts'
import { WEEKDAYS, type Shift } from './work-profile.schema.ts'

export interface Hours {
  timezone: string
  shifts: readonly Shift[]
  exceptions: readonly Pick<WorkException, 'kind' | 'firstDate' | 'lastDate' | 'startsAt' | 'endsAt'>[]
}

export interface WorkingDay {
  date: string
  minutes: number
  intervals: { from: string; to: string }[]
}

/** When the clock on the wall of a place shows this, in milliseconds of the one time. */
export type WallClock = (date: string, time: string) => number

type Span = [from: number, to: number]

/** Remembers what it was asked, because a team works at the same hours. */
export function wallClock(timezone: string): WallClock {
  const known = new Map<string, number>()
  return (date, time) => {
    const text = `${date} ${time}`
    let moment = known.get(text)
    if (moment === undefined) {
      moment = momentIn(timezone, { date, time })
      known.set(text, moment)
    }
    return moment
  }
}

/**
 * When somebody works on each of these days. A shift over midnight counts on the day that its minutes are on; minutes
 * are real ones, so that a night in which the clock is changed has one hour more or less.
 */
export function workingDays(
  hours: Hours,
  { from, to }: { from: string; to: string },
  clock: WallClock = wallClock(hours.timezone),
): WorkingDay[] {
  const dates = datesBetween(dayAfter(from, -1), dayAfter(to, 1))
  const spans = united(dates.slice(0, -1).flatMap((date) => spansOn(hours, date, clock)))
  return dates.slice(1, -1).map((date, index) => {
    const inside = clipped(spans, [clock(date, '00:00'), clock(dates[index + 2] ?? '', '00:00')])
    return {
      date,
      minutes: inside.reduce((sum, [start, end]) => sum + Math.round((end - start) / 60_000), 0),
      intervals: inside.map(([start, end]) => ({
        from: new Date(start).toISOString(),
        to: new Date(end).toISOString(),
      })),
    }
  })
}

/** The shifts that begin on the date. */
function spansOn({ shifts, exceptions }: Hours, date: string, clock: WallClock): Span[] {
  const now = exceptions.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate)
  const isOff = now.some(({ kind }) => kind === 'DAY_OFF')
  const weekday = WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7]
  const usual = isOff ? [] : shifts.filter((shift) => shift.weekday === weekday)
  return [...usual, ...now].flatMap(({ startsAt, endsAt }): Span[] => {
    if (startsAt === null || endsAt === null) return []
    return [[clock(date, startsAt), clock(endsAt > startsAt ? date : dayAfter(date, 1), endsAt)]]
  })
}

/** What overlaps or touches becomes one: nobody works twice at a time. */
function united(spans: Span[]): Span[] {
  const whole: Span[] = []
  for (const [from, to] of spans.toSorted(([left], [right]) => left - right)) {
    const last = whole.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (from < to) whole.push([from, to])
  }
  return whole
}

function clipped(spans: readonly Span[], [from, to]: Span): Span[] {
  const inside = spans.map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)])
  return inside.filter(([start, end]) => start < end)
}

function datesBetween(from: string, to: string): string[] {
  const dates = [from]
  for (let date = from; date !== to;) dates.push((date = dayAfter(date, 1)))
  return dates
}

/** Of the calendar alone, which has no zone; Temporal would take ten times as long. */
function dayAfter(date: string, days: number): string {
  const [day = ''] = new Date(Date.parse(date) + days * DAY_MILLIS).toISOString().split('T')
  return day
}
