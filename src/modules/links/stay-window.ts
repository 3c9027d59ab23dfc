import { momentIn, type LocalTime } from '#core/zoned-time.ts'
import { USUAL_TIMES } from '#modules/reservations/reservation.schema.ts'
import type { DoorLinkRow } from './door-link.queries.ts'

/** Guests come a little early and leave a little late. */
const TOLERANCE_MILLIS = 60 * 60 * 1000

type Stay = Pick<DoorLinkRow, 'timezone' | 'checkinDate' | 'checkoutDate' | 'checkinTime' | 'checkoutTime'>

/** From when to when a link opens the door: from an hour before the check-in to an hour after the check-out. */
export function stayWindow(stay: Stay): { opensAt: string | null; closesAt: string | null } {
  const { timezone, checkinDate, checkoutDate } = stay
  if (checkinDate === null || checkoutDate === null) return { opensAt: null, closesAt: null }
  const arrival = { date: checkinDate, time: stay.checkinTime ?? USUAL_TIMES.checkin }
  const departure = { date: checkoutDate, time: stay.checkoutTime ?? USUAL_TIMES.checkout }
  return {
    opensAt: momentNear(timezone, arrival, -TOLERANCE_MILLIS),
    closesAt: momentNear(timezone, departure, TOLERANCE_MILLIS),
  }
}

/** From the same moments that the reservation shows, which the database makes. */
function momentNear(timezone: string, shown: LocalTime, millis: number): string {
  return new Date(momentIn(timezone, shown, 'last') + millis).toISOString()
}
