import { randomUUID } from 'node:crypto'
import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { findLockFor } from '#modules/locks/lock.service.ts'
import { findWithGuide } from '#modules/properties/property-guide.service.ts'
import { findStayAt } from '#modules/reservations/reservation.service.ts'
import * as links from './door-link.queries.ts'
import type { DoorLink, DoorLinkCreate, DoorLinkQuery } from './door-link.schema.ts'
import { DOOR_LINK, linkTokens } from './link-token.ts'
import { doorLinkState } from './link.rules.ts'
import { assertFuture, failures as shareFailures } from './share-link.service.ts'
import { stayWindow } from './stay-window.ts'

export const failures = {
  link_inapplicable: shareFailures.link_inapplicable,
  ...defineFailures({ door_link_not_found: { status: 404, text: 'No such link in this workspace.' } }),
}

const tokens = linkTokens({ purpose: DOOR_LINK, page: 'm' })

export async function listDoorLinks(ctx: WorkspaceCtx, query: DoorLinkQuery): Promise<Listed<DoorLink>> {
  const { items, pagination } = await links.listDoorLinks(ctx, query)
  return { items: items.map((row) => shown(ctx, row)), pagination }
}

export async function getDoorLink(ctx: WorkspaceCtx, doorLinkId: string): Promise<DoorLink> {
  return shown(ctx, (await links.findDoorLink(ctx, doorLinkId)) ?? fail(failures.door_link_not_found))
}

export function createDoorLink(ctx: WorkspaceCtx, input: DoorLinkCreate): Promise<DoorLink> {
  const { reservationId = null, lockId = null, expiresAt = null } = input
  assertFuture(ctx, expiresAt)
  return inTransaction(ctx, async (ctx) => {
    const propertyId = await assertReferences(ctx, { propertyId: input.propertyId, reservationId, lockId })
    const id = newId()
    const token = randomUUID()
    const tokenSealed = tokens.sealed(ctx, id, token)
    const row = { id, propertyId, reservationId, lockId, expiresAt, tokenSealed }
    const link = (await links.insertDoorLink(ctx, row, sha256(token))) ?? fail(failures.door_link_not_found)
    await trace(ctx, 'door_link.created', link)
    return shown(ctx, link)
  })
}

/** At once and for good; again it stays as it was. */
export function revokeDoorLink(ctx: WorkspaceCtx, doorLinkId: string): Promise<DoorLink> {
  return inTransaction(ctx, async (ctx) => {
    const isNew = await links.revokeDoorLink(ctx, doorLinkId)
    const link = (await links.findDoorLink(ctx, doorLinkId)) ?? fail(failures.door_link_not_found)
    if (isNew) await trace(ctx, 'door_link.revoked', link)
    return shown(ctx, link)
  })
}

type References = Pick<DoorLink, 'propertyId' | 'reservationId' | 'lockId'>

async function assertReferences(ctx: TxCtx, { propertyId, reservationId, lockId }: References): Promise<string> {
  const property = await findWithGuide(ctx, propertyId)
  if (!property)
    failInapplicable(failures.link_inapplicable, 'propertyId', 'propertyId names nothing in this workspace.')
  if (reservationId !== null && !(await findStayAt(ctx, property.id, reservationId))) {
    failInapplicable(
      failures.link_inapplicable,
      'reservationId',
      'reservationId names no confirmed reservation of this property.',
    )
  }
  if (lockId !== null && !(await findLockFor(ctx, property.id, lockId))) {
    failInapplicable(failures.link_inapplicable, 'lockId', 'lockId names no lock of this property.')
  }
  return property.id
}

function shown(ctx: WorkspaceCtx, row: links.DoorLinkRow): DoorLink {
  // What the row has beyond this is not declared, and so not shown.
  return {
    ...row,
    ...stayWindow(row),
    state: doorLinkState(row, ctx.now),
    url: tokens.urlOf(ctx, row.id, row.tokenSealed),
  }
}

function trace(ctx: TxCtx, action: string, { id, propertyId, reservationId }: links.DoorLinkRow): Promise<void> {
  const details = { propertyId, reservationId }
  const event = { doorLinkId: id, propertyId }
  return recordChange(ctx, { action, targetKind: 'door_link', targetId: id, details, event })
}
