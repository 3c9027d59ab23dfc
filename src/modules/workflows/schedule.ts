import { Cron } from 'croner'
import { cronFault } from './cron-fault.ts'
import { durationMillis } from './flow-duration.rules.ts'

/** When a schedule fires: by one of the three. */
export interface When {
  cron?: string | null
  every?: string | null
  after?: string | null
  timezone?: string | null
  /** Of `every`: the moment from which it counts. */
  countsFrom?: Date | string | null
}

/** More often than that no interval fires. */
const MILLIS_MIN = 1000

/**
 * The first moment after this one at which a schedule fires. Cron expressions go by the clock of their time zone: what
 * falls into an hour that the clock skips comes at its end, once, and in an hour that comes twice only the first time
 * counts, but for what fires in every hour.
 */
export function nextFire({ cron, every, after, timezone, countsFrom }: When, from: Date): Date | null {
  if (typeof cron === 'string') return nextOfCron(cron, timezone ?? undefined, from)
  if (every) return nextInStep(every, new Date(countsFrom ?? from).getTime(), from.getTime())
  return after ? new Date(from.getTime() + intervalMillis(after, from.getTime())) : null
}

/** By how much one period can be longer than another: March than February. */
const LONGEST = 31 / 28

/** All are counted from the first moment: an interval neither drifts nor loses the end of the month. */
function nextInStep(every: string, first: number, from: number): Date {
  const longest = intervalMillis(every, first) * LONGEST
  let times = 1
  for (;;) {
    const moment = first + intervalMillis(every, first, times)
    if (moment > from) return new Date(moment)
    times += Math.max(1, Math.floor((from - moment) / longest))
  }
}

function nextOfCron(cron: string, timezone: string | undefined, from: Date): Date | null {
  const clock = new Cron(cron, { paused: true, ...(timezone ? { timezone } : {}) })
  const next = clock.nextRun(from)
  if (!timezone) return next
  const end = next && !isOfEveryHour(cron) ? endOfRepeated(timezone, next) : undefined
  const found = end === undefined ? next : clock.nextRun(new Date(end - 1000))
  return endOfSkipped(cron, timezone, from, found) ?? found
}

/** Of a moment whose time on the clock came before: when the clock shows times again that did not. */
function endOfRepeated(timezone: string, moment: Date): number | undefined {
  const at = moment.getTime()
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  const first = zoned.toPlainDateTime().toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (first.epochMilliseconds === at) return undefined
  const change = changeAfter(timezone, first.epochMilliseconds)
  return change && change.at + change.before - change.after
}

/** More changes of a clock than that nobody looks ahead. */
const CHANGES_MAX = 50

/** The end of the first time that the clock skips on the way to this moment, if the schedule fires in there. */
function endOfSkipped(cron: string, timezone: string, from: Date, to: Date | null): Date | undefined {
  const last = to?.getTime() ?? Number.POSITIVE_INFINITY
  let change = changeAfter(timezone, from.getTime())
  for (let count = 0; change && change.at < last && count < CHANGES_MAX; count++) {
    if (change.after > change.before && isLostAt(cron, change)) return new Date(change.at)
    change = changeAfter(timezone, change.at)
  }
  return undefined
}

function isLostAt(cron: string, { at, before, after }: ClockChange): boolean {
  // Times as the clock shows them, as if they were UTC, where nothing is skipped.
  const shown = new Cron(cron, { paused: true, timezone: 'UTC' })
  const skipped = shown.nextRun(new Date(at + before - 1000))?.getTime()
  if (skipped === undefined || skipped >= at + after) return false
  // What fires in every hour fires when that moment has come, whatever the clock shows then.
  return !isOfEveryHour(cron) || !shown.match(new Date(skipped + after - before))
}

/** When a clock is set, and how far it is from UTC before and after. */
interface ClockChange {
  at: number
  before: number
  after: number
}

function changeAfter(timezone: string, moment: number): ClockChange | undefined {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone)
  const change = zoned.getTimeZoneTransition('next')
  if (!change) return undefined
  const before = change.subtract({ nanoseconds: 1 }).offsetNanoseconds / 1e6
  return { at: change.epochMilliseconds, before, after: change.offsetNanoseconds / 1e6 }
}

function isOfEveryHour(cron: string): boolean {
  const fields = cron.trim().split(/\s+/)
  const hour = fields.length > 5 ? fields[2] : fields[1]
  return fields.length === 1 ? /^@hourly$/i.test(cron.trim()) : ['*', '*/1', '0-23'].includes(hour ?? '')
}

export function intervalMillis(duration: string, from: number, times = 1): number {
  return Math.max(MILLIS_MIN * times, durationMillis(duration, from, times) ?? 0)
}

/** The last moment until now of those that have come since the first; they are at least a second apart. */
export function latestFire(when: When, first: Date, now: Date): Date {
  let [latest, end] = [first.getTime(), now.getTime()]
  // Halved: there may be millions in between.
  while (end - latest >= MILLIS_MIN) {
    const middle = Math.floor((latest + end) / 2)
    const next = nextFire(when, new Date(middle))
    if (next && next <= now) latest = next.getTime()
    else end = middle
  }
  return new Date(latest)
}

/** The moment a schedule begins with: what comes after each run begins at once. */
export function firstFire(when: When, now: Date): Date | null {
  return when.after ? now : nextFire({ ...when, countsFrom: now }, now)
}

const SHOWN = 3

/** The next moments; of one that depends on the end of a run only the first. */
export function nextFires(when: When, nextAt: string | null): string[] {
  if (nextAt === null) return []
  const moments = [new Date(nextAt)]
  while (!when.after && moments.length < SHOWN) {
    const next = nextFire(when, moments.at(-1) ?? new Date(nextAt))
    if (!next) break
    moments.push(next)
  }
  return moments.map((moment) => moment.toISOString())
}

const NEVER = 'No date to come fits it, so it would never fire. Give it another day, month or year.'

/** Why a schedule is none; nothing when it is one. */
export function whenProblem(when: When, now: Date): { field: keyof When; message: string } | undefined {
  const { cron, every, after, timezone } = when
  const given = Object.entries({ cron, every, after }).filter(([, value]) => value !== null && value !== undefined)
  if (given.length !== 1) return { field: 'cron', message: 'Give one of cron, every and after.' }
  if (timezone && !cron)
    return {
      field: 'timezone',
      message: 'Only cron goes by a clock. Leave this out, or give cron in place of every and after.',
    }
  for (const [field, duration] of Object.entries({ every, after })) {
    if (duration && !(durationMillis(duration, now.getTime()) ?? 0)) {
      return { field: field as keyof When, message: 'Must be an ISO 8601 duration above zero, such as PT15M.' }
    }
  }
  if (every && (durationMillis(every, now.getTime()) ?? 0) < MILLIS_MIN) {
    return { field: 'every', message: 'Must be at least one second.' }
  }
  return cron ? cronProblem(cron, now) : undefined
}

export function cronProblem(cron: string, now: Date): { field: 'cron'; message: string } | undefined {
  const fault = cronFault(cron) ?? (nextFire({ cron }, now) ? undefined : NEVER)
  return fault === undefined ? undefined : { field: 'cron', message: fault }
}
