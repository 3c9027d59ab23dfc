import type { ReservationStatus } from './reservation.schema.ts'

/** A slip of the finger can be taken back: from a check-in to confirmed, from a check-out to the stay. */
const NEXT: Record<ReservationStatus, readonly ReservationStatus[]> = {
  INQUIRY: ['TENTATIVE', 'CONFIRMED', 'CANCELLED'],
  TENTATIVE: ['INQUIRY', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['TENTATIVE', 'CHECKED_IN', 'CHECKED_OUT', 'CANCELLED'],
  CHECKED_IN: ['CONFIRMED', 'CHECKED_OUT'],
  CHECKED_OUT: ['CHECKED_IN'],
  CANCELLED: ['INQUIRY', 'TENTATIVE', 'CONFIRMED'],
}

export function canBecome(before: ReservationStatus, after: ReservationStatus): boolean {
  return before === after || NEXT[before].includes(after)
}

/** Whether guests have come and gone is seen here: what another system tells changes nothing of it. */
export function canBeTold(before: ReservationStatus, after: ReservationStatus): boolean {
  return before !== 'CHECKED_IN' && before !== 'CHECKED_OUT' && canBecome(before, after)
}

interface Stay {
  checkinDate: string
  checkoutDate: string
  externalSource?: string | null | undefined
  externalId?: string | null | undefined
}

/** Why well-formed values cannot be kept: the field and a sentence. */
export function faultIn(stay: Stay): { field: string; message: string } | undefined {
  if (stay.checkoutDate <= stay.checkinDate) {
    return { field: 'checkoutDate', message: 'checkoutDate must lie after checkinDate.' }
  }
  const [source, id] = [stay.externalSource ?? null, stay.externalId ?? null]
  if (source !== null && id === null)
    return { field: 'externalId', message: 'externalId goes with externalSource: send both or neither.' }
  if (source === null && id !== null)
    return { field: 'externalSource', message: 'externalSource goes with externalId: send both or neither.' }
  return undefined
}
