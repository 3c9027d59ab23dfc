/** A day and a time of day somewhere. */
export interface LocalTime {
  date: string
  time: string
}

/** What the clocks in a zone show at a moment. */
export function localTimeAt(moment: number, timezone: string): LocalTime {
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(moment)
    .split(' ')
  return { date, time }
}

/** The moment at which the clocks in a zone show this; the earlier one where they show it twice. */
export function momentOf({ date, time }: LocalTime, timezone: string): number {
  const wanted = Date.parse(`${date}T${time}Z`)
  const offsetAt = (moment: number): number => {
    const shown = localTimeAt(moment, timezone)
    return Date.parse(`${shown.date}T${shown.time}Z`) - Math.floor(moment / 60_000) * 60_000
  }
  const guess = wanted - offsetAt(wanted)
  return wanted - offsetAt(guess)
}

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A day that exists, such as `2026-11-15`. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}
