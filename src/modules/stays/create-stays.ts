import type { TxCtx } from '#core/context.ts'
import { createContacts } from '#modules/reservations/contact.service.ts'
import { createReservations } from '#modules/reservations/reservation.service.ts'
import type { Told } from './apply-pictures.ts'
import type { Heard } from './stay-link.queries.ts'
import { stayFieldsOf } from './stay-news.rules.ts'

/** So many go to the database in one statement. */
const TOGETHER = 1000

/** New stays with their guests. The first poll of a large company brings thousands: one by one they would take minutes. */
export async function createStays(ctx: TxCtx, externalSource: string, fresh: readonly Told[]): Promise<Heard[]> {
  const created: Heard[] = []
  for (let at = 0; at < fresh.length; at += TOGETHER) {
    created.push(...(await createSome(ctx, externalSource, fresh.slice(at, at + TOGETHER))))
  }
  return created
}

async function createSome(ctx: TxCtx, externalSource: string, fresh: readonly Told[]): Promise<Heard[]> {
  const guests = fresh.flatMap(({ externalId, stay: { guestName, guestEmail, guestPhone } }) =>
    guestName === null ? [] : [{ externalId, guest: { fullName: guestName, email: guestEmail, phone: guestPhone } }],
  )
  const contactIds = await createContacts(
    ctx,
    guests.map(({ guest }) => guest),
  )
  const contactOf = new Map(guests.map(({ externalId }, index) => [externalId, contactIds[index]]))
  const ids = await createReservations(
    ctx,
    fresh.map(({ externalId, stay, source: { propertyId } }) => ({
      propertyId,
      contactId: contactOf.get(externalId) ?? null,
      ...stayFieldsOf(stay),
      externalSource,
      externalId,
    })),
  )
  return fresh.map(({ externalId, source: { propertyId }, stay }, index) => ({
    externalId,
    propertyId,
    reservationId: String(ids[index]),
    stay,
  }))
}
