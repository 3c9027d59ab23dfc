export const DAY_MILLIS = 24 * 3600 * 1000

/** The moment so many days of 24 hours earlier: how long something is kept, say. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MILLIS)
}
