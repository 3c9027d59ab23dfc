import type { Duration, RetryPolicy } from './document.schema.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ISO =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
/** Longer than any run is kept; keeps every moment within what a date can say. */
const MILLIS_MAX = 10 * 366 * DAY
/** The end of the last year that a moment is written down with. Only the clock of a test comes near it. */
export const MOMENT_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * So many times a duration, in milliseconds from a moment on, because months and years are not all of one length; nothing
 * when it is none.
 */
export function durationMillis(duration: Duration, from: number, times = 1): number | undefined {
  const millis = typeof duration === 'string' ? isoMillis(duration, from, times) : partsMillis(duration, times)
  return millis === undefined || !(millis >= 0 && millis <= MILLIS_MAX * times) ? undefined : Math.ceil(millis)
}

function isoMillis(text: string, from: number, times: number): number | undefined {
  const found = ISO.exec(text.trim())
  if (!found) return undefined
  const parts = found.slice(1).map((part) => Number(part ?? 0) * times)
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const calendar = monthsMillis(years * 12 + months, from)
  return calendar + (weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND
}

/** A month after the 31st of January is the last of February, by UTC. */
function monthsMillis(months: number, from: number): number {
  if (months === 0) return 0
  const start = new Date(from)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const end = new Date(from)
  end.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return end.getTime() - from
}

export const UNITS = { days: DAY, hours: HOUR, minutes: MINUTE, seconds: SECOND, milliseconds: 1 } as const

function partsMillis(parts: Exclude<Duration, string>, times: number): number | undefined {
  if (typeof parts !== 'object' || parts === null) return undefined
  let millis = 0
  for (const [unit, amount] of Object.entries(parts)) {
    const size = UNITS[unit as keyof typeof UNITS]
    if (size === undefined || typeof amount !== 'number') return undefined
    millis += amount * size * times
  }
  return millis
}

export interface RetryTimes {
  delayMillis: number
  jitterMillis?: { from: number; to: number }
}

/** How long to wait before the n-th try after the first: the same, n times as long, or doubled each time. */
export function retryDelayMillis(
  { backoff }: RetryPolicy,
  { delayMillis, jitterMillis }: RetryTimes,
  retry: number,
  random: number,
): number {
  const factor = backoff?.exponential ? 2 ** (retry - 1) : backoff?.linear ? retry : 1
  const jitter = jitterMillis ? jitterMillis.from + random * (jitterMillis.to - jitterMillis.from) : 0
  return Math.min(Math.ceil(delayMillis * factor + jitter), MILLIS_MAX)
}
