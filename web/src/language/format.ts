/** Dates, times and lengths the way the reader writes them. Days and times of a property carry no zone of their own. */
export interface Format {
  day(date: string): string
  /** Where there is little room. */
  shortDay(date: string): string
  /** Above a column: `Tue`, `17`, `Nov`. */
  dayParts(date: string): { weekday: string; date: string; month: string }
  money(amount: number, currency: string): string
  /** With two decimals at most. */
  number(value: number): string
  /** From a day to a day. */
  days(from: string, to: string): string
  /** The same where there is little room. */
  shortDays(from: string, to: string): string
  time(timeOfDay: string): string
  minutes(count: number): string
  /** In a table: `2h 30m`. */
  shortMinutes(count: number): string
  moment(instant: string): string
  /** An instant as the clocks of the property show it. */
  momentAt(instant: string, timeZone: string): string
  /** The same in few letters. */
  briefAt(instant: string, timeZone: string): string
  /** The hour of today, the day of anything else. */
  recentAt(instant: string, timeZone: string): string
  bytes(count: number): string
}

export function formatIn(locale: string): Format {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const brief = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const unit = (name: 'hour' | 'minute', unitDisplay: 'short' | 'narrow') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay })
  const lengthIn = (hour: Intl.NumberFormat, minute: Intl.NumberFormat) => (count: number) => {
    const [hours, minutes] = [Math.floor(count / 60), count % 60]
    const parts = [hours > 0 ? hour.format(hours) : '', minutes > 0 || hours === 0 ? minute.format(minutes) : '']
    return parts.filter((part) => part !== '').join(' ')
  }
  return {
    day: (date) => day.format(midnight(date)),
    shortDay: (date) => brief.format(midnight(date)),
    dayParts(date) {
      const parts = new Map(brief.formatToParts(midnight(date)).map(({ type, value }) => [type, value]))
      return { weekday: parts.get('weekday') ?? '', date: parts.get('day') ?? '', month: parts.get('month') ?? '' }
    },
    money: (amount, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
    number: (value) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value),
    days: (from, to) => shortDay.formatRange(midnight(from), midnight(to)),
    shortDays: (from, to) => brief.formatRange(midnight(from), midnight(to)),
    time: (timeOfDay) => time.format(new Date(`1970-01-01T${timeOfDay.padEnd(8, ':00')}Z`)),
    minutes: lengthIn(unit('hour', 'short'), unit('minute', 'short')),
    shortMinutes: lengthIn(unit('hour', 'narrow'), unit('minute', 'narrow')),
    moment: (instant) => moment.format(new Date(instant)),
    momentAt: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant)),
    briefAt: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant)),
    recentAt(instant, timeZone) {
      const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      const isToday = dayOf.format(new Date(instant)) === dayOf.format(new Date())
      const style = isToday ? ({ timeStyle: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
      return new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(new Date(instant))
    },
    bytes(count) {
      const [size, name] = count < 1_000_000 ? [count / 1000, 'kilobyte'] : [count / 1_000_000, 'megabyte']
      const digits = { maximumFractionDigits: size < 10 ? 1 : 0 }
      return new Intl.NumberFormat(locale, { style: 'unit', unit: name, ...digits }).format(size)
    },
  }
}

function midnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}
