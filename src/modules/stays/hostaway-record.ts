import { isDay } from './day.rules.ts'
import type { UnclearStay } from './stay-adapter.ts'
import type { RemoteStay } from './stay-news.rules.ts'

/** As the documentation of the reservation object lists them, and three more that are met. */
const STATUSES = new Map<unknown, RemoteStay['status'] | 'no stay'>([
  ['new', 'CONFIRMED'],
  ['modified', 'CONFIRMED'],
  ['confirmed', 'CONFIRMED'],
  ['pending', 'TENTATIVE'],
  ['unconfirmed', 'TENTATIVE'],
  ['awaitingPayment', 'TENTATIVE'],
  ['awaitingGuestVerification', 'TENTATIVE'],
  ['inquiry', 'INQUIRY'],
  ['inquiryPreapproved', 'INQUIRY'],
  ['cancelled', 'CANCELLED'],
  ['declined', 'CANCELLED'],
  ['expired', 'CANCELLED'],
  ['inquiryDenied', 'CANCELLED'],
  ['inquiryTimedout', 'CANCELLED'],
  ['inquiryNotPossible', 'CANCELLED'],
  // The owner's own nights.
  ['ownerStay', 'no stay'],
])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Read {
  listingId: string
  /** Undefined for what is none. */
  stay?: RemoteStay
  unclear?: UnclearStay
}

/** A stay as it stands in a list of reservations. Throws for one that cannot be read. */
export function stayIn(record: unknown): Read {
  if (!isObject(record)) throw new Error('a reservation is no object')
  const { id, listingMapId } = record
  if (!isId(id) || !isId(listingMapId)) throw new Error('a reservation has no id or no listingMapId')
  const listingId = String(listingMapId)
  // Some channels ask without naming days; the days that are then given mean nothing.
  if (record['isDatesUnspecified'] === 1 || record['isDatesUnspecified'] === true) return { listingId }
  const status = STATUSES.get(record['status'])
  if (status === undefined) {
    const why = `reservation ${id} has the unknown status ${lineIn(record['status'], 50)}`
    return { listingId, unclear: { remoteId: String(id), why } }
  }
  if (status === 'no stay') return { listingId }
  const [checkinDate, checkoutDate] = [record['arrivalDate'], record['departureDate']]
  if (!isDate(checkinDate) || !isDate(checkoutDate)) throw new Error(`reservation ${id} has no dates`)
  if (checkoutDate <= checkinDate) return { listingId }
  const guests = record['numberOfGuests']
  const stay = {
    remoteId: String(id),
    status,
    checkinDate,
    checkoutDate,
    checkinTime: hourIn(record['checkInTime']),
    checkoutTime: hourIn(record['checkOutTime']),
    guests: typeof guests === 'number' && Number.isInteger(guests) && guests >= 1 && guests <= 10_000 ? guests : null,
    code: lineIn(record['confirmationCode'], 100) ?? lineIn(record['channelReservationId'], 100),
    channel: lineIn(record['channelName'], 50),
    guestName: lineIn(record['guestName'], 200),
    guestEmail: emailIn(record['guestEmail']),
    guestPhone: lineIn(record['phone'], 50),
  }
  return { listingId, stay }
}

const isId = (value: unknown): value is number | string =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || (typeof value === 'string' && /^\d{1,20}$/.test(value))

const isDate = (value: unknown): value is string => typeof value === 'string' && isDay(value)

/** Times are whole hours. */
function hourIn(value: unknown): string | null {
  const isHour = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 24
  return isHour ? `${String(value).padStart(2, '0')}:00` : null
}

/** On one line and not longer than we keep it. */
function lineIn(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string') return null
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line === '' ? null : line.slice(0, lengthMax).toWellFormed()
}

function emailIn(value: unknown): string | null {
  const line = lineIn(value, 300)
  return line !== null && line.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(line) ? line : null
}
