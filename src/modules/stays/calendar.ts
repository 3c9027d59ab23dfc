import ICAL from 'ical.js'
import { sha256 } from '#core/crypto.ts'
import { DAY_MILLIS } from '#core/days.ts'
import { localTimeAt, momentIn, type LocalTime } from '#core/zoned-time.ts'
import { isDay } from './day.rules.ts'
import { PollFailure } from './stay-adapter.ts'
import type { RemoteStay } from './stay-news.rules.ts'

const EVENTS_MAX = 10_000

/** What the platforms write on nights that are not for sale and that nobody booked. */
const BLOCKS = ['airbnb (not available)', 'not available', 'unavailable', 'blocked', 'indisponible']
/** Booking.com's word for every night that is not for sale, whether booked or closed. */
const CLOSED = /^closed\s*[-–]\s*not available$/i

export interface CalendarReading {
  /** Zone of the property. */
  timezone: string
  closedAreStays: boolean
}

export interface CalendarStays {
  stays: RemoteStay[]
  /** Entries that are not stays. */
  ignored: number
}

/**
 * The stays in a calendar. An entry that cannot be read fails the whole of it: left out, it would look like a stay that
 * was cancelled.
 */
export function staysIn(text: string, reading: CalendarReading): CalendarStays {
  const entries = parsed(text).flatMap(entriesIn)
  if (entries.length > EVENTS_MAX) throw new PollFailure(`The calendar has more than ${EVENTS_MAX} entries.`)
  const found = new Map<string, { stay: RemoteStay; sequence: number }>()
  let ignored = 0
  for (const [index, { event, isWithdrawn }] of entries.entries()) {
    const stay = readable(event, index, reading)
    if (!stay) {
      ignored += 1
      continue
    }
    if (isWithdrawn) stay.status = 'CANCELLED'
    const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0)
    const earlier = found.get(stay.remoteId)
    // The same entry twice: the one that was changed more often is the newer one.
    if (!earlier || earlier.sequence <= sequence) found.set(stay.remoteId, { stay, sequence })
  }
  return { stays: [...found.values()].map(({ stay }) => stay), ignored }
}

function entriesIn(calendar: ICAL.Component): { event: ICAL.Component; isWithdrawn: boolean }[] {
  const isWithdrawn = String(calendar.getFirstPropertyValue('method') ?? '').toUpperCase() === 'CANCEL'
  return calendar.getAllSubcomponents('vevent').map((event) => ({ event, isWithdrawn }))
}

/** One calendar, or several one after the other, as they are joined from several sources. */
function parsed(text: string): ICAL.Component[] {
  const body = text.replace(/^\uFEFF/, '').trim()
  if (!/^BEGIN:VCALENDAR\b/i.test(body)) throw new PollFailure('The address does not answer with a calendar.')
  try {
    const jcal: unknown[] = ICAL.parse(body)
    const calendars = typeof jcal[0] === 'string' ? [jcal] : (jcal as unknown[][])
    return calendars.map((calendar) => new ICAL.Component(calendar))
  } catch (error) {
    throw new PollFailure(`The calendar cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readable(event: ICAL.Component, index: number, reading: CalendarReading): RemoteStay | undefined {
  try {
    return stayIn(event, reading)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new PollFailure(`Entry ${index + 1} of the calendar cannot be read: ${why}`)
  }
}

/** Undefined for what is no stay: a block, something that comes again and again, or something without a night. */
function stayIn(event: ICAL.Component, { timezone, closedAreStays }: CalendarReading): RemoteStay | undefined {
  const summary = textIn(event, 'summary')
  const isClosed = CLOSED.test(summary)
  if (BLOCKS.includes(summary.toLowerCase()) || (isClosed && !closedAreStays)) return undefined
  const [start, end] = [whenIn(event, 'dtstart', timezone), endOf(event, timezone)]
  if (event.hasProperty('rrule') || end.date <= start.date) return undefined
  const uid = textIn(event, 'uid')
  const description = textIn(event, 'description')
  return {
    remoteId: uid === '' ? derivedId(start, end, summary) : uid.length > 255 ? hashed(uid) : uid,
    status: statusIn(event),
    checkinDate: start.date,
    checkoutDate: end.date,
    checkinTime: start.time,
    checkoutTime: end.time,
    guests: null,
    code: codeIn(description),
    channel: channelIn(uid, description, isClosed),
    // As Vrbo writes it.
    guestName: /^Reserved - (\S.{0,198})$/.exec(summary)?.[1]?.trim() ?? null,
    guestEmail: null,
    guestPhone: null,
  }
}

/** Airbnb writes a reservation URL that ends in the confirmation code. */
function codeIn(description: string): string | null {
  const address = /Reservation URL:\s{0,20}(\S{1,2000})/.exec(description)?.[1] ?? ''
  return /(?:\/|code=)(HM[A-Z0-9]{6,12})\b/.exec(address)?.[1] ?? null
}

function statusIn(event: ICAL.Component): RemoteStay['status'] {
  const status = textIn(event, 'status').toUpperCase()
  return status === 'CANCELLED' ? 'CANCELLED' : status === 'TENTATIVE' ? 'TENTATIVE' : 'CONFIRMED'
}

function channelIn(uid: string, description: string, isClosed: boolean): string | null {
  if (/@airbnb\.com$/i.test(uid) || /airbnb\.[a-z.]{2,20}\//i.test(description)) return 'airbnb'
  if (/@booking\.com$/i.test(uid) || isClosed) return 'booking.com'
  return /@(vrbo|homeaway)\.com$/i.test(uid) ? 'vrbo' : null
}

type When = { date: string; time: string | null }

/** The end is not part of the stay: with dates it is the day of departure. Without one the entry lasts a day. */
function endOf(event: ICAL.Component, timezone: string): When {
  if (event.hasProperty('dtend')) return whenIn(event, 'dtend', timezone)
  const start = whenIn(event, 'dtstart', timezone)
  const duration = event.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : DAY_MILLIS / 1000
  const end = new Date(Date.parse(`${start.date}T${start.time ?? '00:00'}Z`) + seconds * 1000).toISOString()
  return { date: end.slice(0, 10), time: start.time === null ? null : end.slice(11, 16) }
}

/** Days stay the days they are; times become those of the property. */
function whenIn(event: ICAL.Component, name: string, timezone: string): When {
  const property = event.getFirstProperty(name)
  if (!property) throw new Error(`it has no ${name.toUpperCase()}`)
  // As it is written: the library makes the next January of a thirteenth month.
  const [date = '', time] = String(property.toJSON()[3]).split('T')
  if (!isDay(date)) throw new Error(`${name.toUpperCase()} is no date`)
  // A day that does not say that it is one: the library takes it for a moment without digits.
  if (time === undefined || time === '::') return { date, time: null }
  const value = property.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new Error(`${name.toUpperCase()} is no date`)
  const local: LocalTime = { date, time: time.slice(0, 5) }
  const tzid = property.getFirstParameter('tzid')
  if (value.zone === ICAL.Timezone.utcTimezone) return localTimeAt(timezone, Date.parse(`${date}T${local.time}Z`))
  if (!tzid || tzid === timezone) return local
  const zone = zoneNamed(tzid)
  if (zone !== undefined) return localTimeAt(timezone, momentIn(zone, local))
  // A zone that the calendar itself describes, or nobody: then it can only mean the property's.
  return value.zone === ICAL.Timezone.localTimezone ? local : localTimeAt(timezone, value.toUnixTime() * 1000)
}

/** The IANA name: Node knows others, such as PST. */
function zoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function textIn(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : ''
}

/** Without an id of its own an entry is known by what it says. Moved, it is another one. */
function derivedId(start: When, end: When, summary: string): string {
  return hashed(`${start.date}/${end.date}/${summary}`)
}

const hashed = (text: string): string => `derived-${sha256(text).toString('hex').slice(0, 40)}`
