import { isDeepStrictEqual } from 'node:util'
import type { TxCtx } from '#core/context.ts'
import { createContact, updateContact } from '#modules/reservations/contact.service.ts'
import { createReservation, followReservation, reservationsOf } from '#modules/reservations/reservation.service.ts'
import { localTimeAt } from './local-time.rules.ts'
import type { Picture, Source, StayAdapter } from './stay-adapter.ts'
import { linksOf, saveLink, saveVanished, type StayLink } from './stay-link.queries.ts'
import { isVanished, newsIn, type RemoteStay } from './stay-news.rules.ts'

export interface Applied {
  created: number
  changed: number
  cancelled: number
}

interface Task {
  systemId: string
  adapter: StayAdapter
  source: Source
  picture: Picture
  /** Every stay that the system spoke of, at whatever property. */
  spokenOf: ReadonlySet<string>
}

/**
 * Makes the stays of a property what the picture says, and writes nothing where it says nothing new: what people have
 * changed here stays until the other side changes it too.
 */
export async function applyPicture(ctx: TxCtx, task: Task): Promise<Applied> {
  const { systemId, adapter, source, picture, spokenOf } = task
  const stays = picture.stays.map((stay) => ({ stay, externalId: adapter.externalIdOf(source, stay.remoteId) }))
  const ids = stays.map(({ externalId }) => externalId)
  const links = new Map((await linksOf(ctx, systemId, source.propertyId, ids)).map((link) => [link.externalId, link]))
  const unlinked = ids.filter((id) => !links.has(id))
  const known = unlinked.length > 0 ? await reservationsOf(ctx, adapter.externalSource, unlinked) : new Map()
  const applied: Applied = { created: 0, changed: 0, cancelled: 0 }
  // Always in the same order, so that two who change the same stays do not wait for each other.
  for (const { stay, externalId } of stays.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))) {
    const link = links.get(externalId)
    const save = (reservationId: string) =>
      saveLink(ctx, systemId, { externalId, propertyId: source.propertyId, reservationId, heard: stay })
    if (link) {
      if (isDeepStrictEqual(link.heard, stay) && !link.vanishedAt && link.propertyId === source.propertyId) continue
      if (await follow(ctx, link, stay, source)) applied[stay.status === 'CANCELLED' ? 'cancelled' : 'changed'] += 1
      await save(link.reservationId)
    } else if (known.has(externalId)) {
      const reservationId = String(known.get(externalId))
      await followReservation(ctx, reservationId, { propertyId: source.propertyId, ...fieldsOf(stay) })
      applied.changed += 1
      await save(reservationId)
    } else if (stay.status !== 'CANCELLED') {
      await save(await create(ctx, stay, source, { externalSource: adapter.externalSource, externalId }))
      applied.created += 1
    }
  }
  const today = localTimeAt(ctx.now.getTime(), source.timezone).date
  for (const link of links.values()) {
    if (spokenOf.has(link.externalId) || !isVanished(link, { today, from: picture.from })) continue
    if (!link.isDeleted) await followReservation(ctx, link.reservationId, { status: 'CANCELLED' })
    await saveVanished(ctx, systemId, link.externalId)
    applied.cancelled += 1
  }
  return applied
}

/** The fields that a stay always says. */
function fieldsOf(stay: RemoteStay) {
  const { status, checkinDate, checkoutDate, checkinTime, checkoutTime, guests, code, channel } = stay
  return { status, checkinDate, checkoutDate, checkinTime, checkoutTime, guests, code, channel }
}

async function create(
  ctx: TxCtx,
  stay: RemoteStay,
  { propertyId }: Source,
  external: { externalSource: string; externalId: string },
): Promise<string> {
  const { guestName, guestEmail, guestPhone } = stay
  const contactId =
    guestName === null
      ? null
      : (await createContact(ctx, { fullName: guestName, email: guestEmail, phone: guestPhone })).id
  const { id } = await createReservation(ctx, { propertyId, contactId, ...fieldsOf(stay), ...external })
  return id
}

/** Answers whether anything was to be done. A stay that was deleted here stays deleted. */
async function follow(ctx: TxCtx, link: StayLink, stay: RemoteStay, { propertyId }: Source): Promise<boolean> {
  if (link.isDeleted) return false
  const { fields, guest } = newsIn(link.heard, stay, { isBack: link.vanishedAt !== null })
  const moved = link.propertyId === propertyId ? {} : { propertyId }
  if (link.contactId !== null && Object.keys(guest).length > 0) await updateContact(ctx, link.contactId, guest)
  const contactId =
    link.contactId === null && guest.fullName !== undefined
      ? { contactId: (await createContact(ctx, { ...guest, fullName: guest.fullName })).id }
      : {}
  await followReservation(ctx, link.reservationId, { ...fields, ...moved, ...contactId })
  return true
}
