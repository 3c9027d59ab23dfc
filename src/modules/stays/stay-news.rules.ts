import type { ContactUpdate } from '#modules/reservations/contact.schema.ts'
import type { ReservationStatus, ReservationUpdate } from '#modules/reservations/reservation.schema.ts'

/** A stay as another system tells of it. Null means: it does not say. */
export interface RemoteStay {
  /** The same for the same stay at every poll. */
  remoteId: string
  status: Extract<ReservationStatus, 'INQUIRY' | 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'>
  checkinDate: string
  checkoutDate: string
  checkinTime: string | null
  checkoutTime: string | null
  guests: number | null
  code: string | null
  channel: string | null
  guestName: string | null
  guestEmail: string | null
  guestPhone: string | null
}

const FIELDS = [
  'status',
  'checkinDate',
  'checkoutDate',
  'checkinTime',
  'checkoutTime',
  'guests',
  'code',
  'channel',
] as const
const GUEST = { guestName: 'fullName', guestEmail: 'email', guestPhone: 'phone' } as const

/** The fields of our reservation that a stay always says. */
export function stayFieldsOf(stay: RemoteStay): Pick<RemoteStay, (typeof FIELDS)[number]> {
  const { status, checkinDate, checkoutDate, checkinTime, checkoutTime, guests, code, channel } = stay
  return { status, checkinDate, checkoutDate, checkinTime, checkoutTime, guests, code, channel }
}

/** Only what it says now and did not say before. A stay that is back has its state again, whatever was heard last. */
export function newsIn(
  heard: RemoteStay,
  stay: RemoteStay,
  { isBack }: { isBack: boolean },
): { fields: ReservationUpdate; guest: ContactUpdate } {
  const isNew = (field: keyof RemoteStay): boolean => stay[field] !== heard[field]
  // Both days or none: one of theirs and one of ours need not fit together.
  const isMoved = isNew('checkinDate') || isNew('checkoutDate')
  const isTold = (field: keyof RemoteStay): boolean =>
    isNew(field) || (isMoved && field.endsWith('Date')) || (isBack && field === 'status')
  const fields = FIELDS.filter(isTold)
  // A guest always has a name: one that is no longer told is kept.
  const guest = Object.entries(GUEST).filter(
    ([field]) => isNew(field as keyof RemoteStay) && !(field === 'guestName' && stay.guestName === null),
  )
  return {
    fields: Object.fromEntries(fields.map((field) => [field, stay[field]])),
    guest: Object.fromEntries(guest.map(([field, name]) => [name, stay[field as keyof RemoteStay]])),
  }
}

/**
 * Whether a stay that is not spoken of any more was cancelled. One that has begun was not: calendars drop the past, and
 * lists that begin at some day do not hold what ended before it.
 */
export function isVanished(
  link: { vanishedAt: string | null; heard: { status: string }; checkinDate: string; checkoutDate: string },
  { today, from }: { today: string; from: string | null },
): boolean {
  if (link.vanishedAt !== null || link.heard.status === 'CANCELLED') return false
  return link.checkinDate >= today && (from === null || link.checkoutDate >= from)
}

/** So many stays may go away at once without a second look. */
const FEW = 3

/** What a source has now, and what it had to come and is not spoken of any more. */
interface Emptying {
  stays: number
  vanished: number
  wasEmpty: boolean
}

/**
 * Those to look at once more before they are believed: sources that had stays to come and have none at all are more
 * often a platform in trouble than homes where everybody cancelled within minutes. They are counted together, for what
 * is in trouble is the platform: many homes with a stay each are as many stays.
 */
export function heldBackOf<Each extends Emptying>(sources: readonly Each[]): Each[] {
  const emptied = sources.filter(({ stays, vanished, wasEmpty }) => stays === 0 && vanished > 0 && !wasEmpty)
  const sum = emptied.reduce((total, { vanished }) => total + vanished, 0)
  return sum > FEW ? emptied : []
}
