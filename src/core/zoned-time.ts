/** A day and a time of day somewhere. */
export interface LocalTime {
  date: string
  time: string
}

/**
 * The moment at which the clocks in a zone show this, in milliseconds of the one time. A time that they skip counts as
 * if they had not been set forward yet. Of one that comes twice it is the first, as calendars mean it (RFC 5545), or
 * the last, as the database takes it with `at time zone`.
 */
export function momentIn(timezone: string, { date, time }: LocalTime, ofTwo: 'first' | 'last' = 'first'): number {
  const disambiguation = ofTwo === 'first' ? 'compatible' : 'later'
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds
}

/** What the clocks in a zone show at a moment. */
export function localTimeAt(timezone: string, moment: number): LocalTime {
  const shown = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone)
  return { date: shown.toPlainDate().toString(), time: shown.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The calendar day of a moment in a time zone. */
export function dayIn(timezone: string, moment: Date): string {
  return localTimeAt(timezone, moment.getTime()).date
}
