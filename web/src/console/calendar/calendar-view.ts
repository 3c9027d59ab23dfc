import { parseHomeFilters, type HomeFilters } from '../properties/home-filters.ts'

/** What of the calendar is shown, as it stands in the address. */
export interface CalendarView extends Pick<HomeFilters, 'q' | 'status'> {
  /** The first day; today unless said. */
  from?: string
  weeks?: 4 | 6
  /** Only homes with something to look at. */
  only?: 'clashes'
  /** The day that is open; of one home, or of all. */
  day?: string
  home?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))

export function parseCalendarView(search: Record<string, unknown>): CalendarView {
  const { from, weeks, only, day, home } = search
  const { q, status } = parseHomeFilters(search)
  return {
    ...(isDay(from) ? { from } : {}),
    ...(Number(weeks) === 4 || Number(weeks) === 6 ? { weeks: Number(weeks) as 4 | 6 } : {}),
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(only === 'clashes' ? { only } : {}),
    ...(isDay(day) ? { day } : {}),
    ...(isDay(day) && typeof home === 'string' && UUID.test(home) ? { home } : {}),
  }
}
