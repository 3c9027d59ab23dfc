import { momentIn } from '#core/zoned-time.ts'
import type { DoorLinkRow } from './door-link.queries.ts'

/** Where a property says nothing. */
const CHECKIN_TIME = '15:00'
const CHECKOUT_TIME = '11:00'
/** Guests come a little early and leave a little late. */
const TOLERANCE_MILLIS = 60 * 60 * 1000

type Stay = Pick<DoorLinkRow, 'timezone' | 'checkinDate' | 'checkoutDate' | 'checkinTime' | 'checkoutTime'>

/** From when to when a link opens the door: from an hour before the check-in to an hour after the check-out. */
export function stayWindow(stay: Stay): { opensAt: string | null; closesAt: string | null } {
  const { timezone, checkinDate, checkoutDate } = stay
  if (checkinDate === null || checkoutDate === null) return { opensAt: null, closesAt: null }
  const opens = momentIn(timezone, checkinDate, stay.checkinTime ?? CHECKIN_TIME).getTime() - TOLERANCE_MILLIS
  const closes = momentIn(timezone, checkoutDate, stay.checkoutTime ?? CHECKOUT_TIME).getTime() + TOLERANCE_MILLIS
  return { opensAt: new Date(opens).toISOString(), closesAt: new Date(closes).toISOString() }
}
