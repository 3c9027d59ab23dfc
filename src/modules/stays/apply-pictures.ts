import { isDeepStrictEqual } from 'node:util'
import type { TxCtx } from '#core/context.ts'
import { dayIn } from '#core/zoned-time.ts'
import { createContact, updateContact } from '#modules/reservations/contact.service.ts'
import { followReservation, reservationsOf } from '#modules/reservations/reservation.service.ts'
import { createStays } from './create-stays.ts'
import type { Picture, Source, StayAdapter } from './stay-adapter.ts'
import { linksOf, saveLinks, saveVanished, type Heard, type StayLink } from './stay-link.queries.ts'
import { heldBackOf, isVanished, newsIn, stayFieldsOf, type RemoteStay } from './stay-news.rules.ts'

export interface Looked<S extends Source = Source> {
  source: S
  picture: Picture
}

export interface Applied<S extends Source = Source> {
  created: number
  changed: number
  cancelled: number
  /** Sources that are empty all at once, and how many stays to come they had: these are as before. */
  heldBack: { source: S; stays: number }[]
}

export interface Told {
  stay: RemoteStay
  source: Source
  externalId: string
}

interface Work<S extends Source> {
  systemId: string
  adapter: StayAdapter
  looked: readonly Looked<S>[]
  /** Every stay that the system spoke of, at whatever property, also at one that is not applied. */
  spokenOf: ReadonlySet<string>
}

/**
 * Makes the stays of all these properties what the pictures say, and writes nothing where they say nothing new: what
 * people have changed here stays until the other side changes it too.
 */
export async function applyPictures<S extends Source>(
  ctx: TxCtx,
  { systemId, adapter, looked, spokenOf }: Work<S>,
): Promise<Applied<S>> {
  const told = toldIn(adapter, looked)
  const ids = told.map(({ externalId }) => externalId)
  const propertyIds = looked.map(({ source }) => source.propertyId)
  const links = new Map((await linksOf(ctx, systemId, propertyIds, ids)).map((link) => [link.externalId, link]))
  const unlinked = ids.filter((id) => !links.has(id))
  const known = unlinked.length > 0 ? await reservationsOf(ctx, adapter.externalSource, unlinked) : new Map()
  const [heard, fresh]: [Heard[], Told[]] = [[], []]
  const applied = { created: 0, changed: 0, cancelled: 0 }
  for (const each of told) {
    const { externalId, stay, source } = each
    const link = links.get(externalId)
    const reservationId = link?.reservationId ?? (known.get(externalId) as string | undefined)
    if (reservationId === undefined) {
      if (stay.status !== 'CANCELLED') fresh.push(each)
      continue
    }
    if (link && isDeepStrictEqual(link.heard, stay) && !link.vanishedAt && link.propertyId === source.propertyId)
      continue
    if (link) {
      if (await follow(ctx, link, stay, source)) applied[stay.status === 'CANCELLED' ? 'cancelled' : 'changed'] += 1
    } else {
      await followReservation(ctx, reservationId, { propertyId: source.propertyId, ...stayFieldsOf(stay) })
      applied.changed += 1
    }
    heard.push({ externalId, propertyId: source.propertyId, reservationId, stay })
  }
  heard.push(...(await createStays(ctx, adapter.externalSource, fresh)))
  applied.created = fresh.length
  await saveLinks(ctx, systemId, heard)
  const { gone, heldBack } = vanishedFrom(ctx.now, looked, links, spokenOf)
  await cancel(ctx, systemId, gone)
  return { ...applied, cancelled: applied.cancelled + gone.length, heldBack }
}

async function cancel(ctx: TxCtx, systemId: string, gone: readonly StayLink[]): Promise<void> {
  for (const { isDeleted, reservationId } of gone)
    if (!isDeleted) await followReservation(ctx, reservationId, { status: 'CANCELLED' })
  const ids = gone.map(({ externalId }) => externalId)
  await saveVanished(ctx, systemId, ids)
}

/** Always in the same order, so that two who change the same stays do not wait for each other. */
function toldIn(adapter: StayAdapter, looked: readonly Looked[]): Told[] {
  return looked
    .flatMap(({ source, picture }) =>
      picture.stays.map((stay) => ({ stay, source, externalId: adapter.externalIdOf(source, stay.remoteId) })),
    )
    .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))
}

/** What is not spoken of any more. */
function vanishedFrom<S extends Source>(
  now: Date,
  looked: readonly Looked<S>[],
  links: ReadonlyMap<string, StayLink>,
  spokenOf: ReadonlySet<string>,
): { gone: StayLink[]; heldBack: Applied<S>['heldBack'] } {
  const silent = Map.groupBy(
    [...links.values()].filter(({ externalId }) => !spokenOf.has(externalId)),
    ({ propertyId }) => propertyId,
  )
  const emptying = looked.map(({ source, picture }) => {
    const today = dayIn(source.timezone, now)
    const links = (silent.get(source.propertyId) ?? []).filter((link) =>
      isVanished(link, { today, from: picture.from }),
    )
    const stays = picture.stays.length + picture.unclear.length
    return { source, links, stays, vanished: links.length, wasEmpty: source.emptyAt !== null }
  })
  const held = heldBackOf(emptying)
  const gone = emptying.filter((each) => !held.includes(each)).flatMap(({ links }) => links)
  return {
    gone: gone.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1)),
    heldBack: held.map(({ source, vanished }) => ({ source, stays: vanished })),
  }
}

/** Answers whether anything was to be done. A stay that was deleted here stays deleted. */
async function follow(ctx: TxCtx, link: StayLink, stay: RemoteStay, { propertyId }: Source): Promise<boolean> {
  if (link.isDeleted) return false
  const { fields, guest } = newsIn(link.heard, stay, { isBack: link.vanishedAt !== null })
  const moved = link.propertyId === propertyId ? {} : { propertyId }
  if (link.contactId !== null && Object.keys(guest).length > 0) await updateContact(ctx, link.contactId, guest)
  // With what was heard before the name, too.
  const { guestEmail: email, guestPhone: phone } = stay
  const contactId =
    link.contactId === null && guest.fullName !== undefined
      ? { contactId: (await createContact(ctx, { fullName: guest.fullName, email, phone })).id }
      : {}
  await followReservation(ctx, link.reservationId, { ...fields, ...moved, ...contactId })
  return true
}
