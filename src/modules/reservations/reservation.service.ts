import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { emitAll } from '#core/events.ts'
import { changesIn } from '#core/patch.ts'
import { recordWork } from '#modules/identity/audit.service.ts'
import * as reservations from './reservation.queries.ts'
import { canBecome, canBeTold, faultIn } from './reservation.rules.ts'
import {
  RESERVATION_FIXED,
  type ReservationCreate,
  type ReservationDetail,
  ReservationUpdate,
} from './reservation.schema.ts'

type ReservationRow = reservations.ReservationRow

export const failures = defineFailures({
  reservation_not_found: { status: 404, text: 'No such reservation in this workspace.' },
  reservation_exists: { status: 409, text: 'Another reservation has this external source and id.' },
  reservation_inapplicable: { status: 422, text: 'The reservation cannot be kept like this.' },
})

const TAKEN = { reservations_external_once: { failure: failures.reservation_exists, field: 'externalId' } }

export async function getReservation(
  ctx: WorkspaceCtx,
  reservationId: string,
  include?: 'tasks',
): Promise<ReservationDetail & { version: number }> {
  const row = (await reservations.findReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
  return include ? { ...row, tasks: await reservations.linkedTasks(ctx, row.id) } : row
}

/** The reservations that another system calls so, by its ids. */
export async function reservationsOf(
  ctx: WorkspaceCtx,
  externalSource: string,
  externalIds: string[],
): Promise<Map<string, string>> {
  const found = await reservations.findByExternal(ctx, externalSource, externalIds)
  return new Map(found.map(({ id, externalId }) => [externalId, id]))
}

/** A stay at that property that is on or to come. */
export async function findStayAt(
  ctx: WorkspaceCtx,
  propertyId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const reservation = await reservations.findReservation(ctx, reservationId)
  const isOn = reservation?.status === 'CONFIRMED' || reservation?.status === 'CHECKED_IN'
  return isOn && reservation.propertyId === propertyId ? reservation : undefined
}

export function createReservation(ctx: WorkspaceCtx, input: ReservationCreate): Promise<ReservationRow> {
  return inTransaction(ctx, async (ctx) => {
    assertStay(input)
    await assertReferences(ctx, input)
    const { status = 'CONFIRMED', ...fields } = input
    const created = await refusingTaken(reservations.insertReservation(ctx, { id: newId(), status, ...fields }), TAKEN)
    const reservation = created ?? fail(failures.reservation_not_found)
    await trace(ctx, 'reservation.created', reservation)
    return reservation
  })
}

/**
 * Many at once, as another system tells of them: their property and guest are known to be there. Answers their ids, in
 * their order.
 */
export async function createReservations(
  ctx: TxCtx,
  inputs: readonly Omit<ReservationCreate, 'notes'>[],
): Promise<string[]> {
  for (const input of inputs) assertStay(input)
  const rows = inputs.map(({ status = 'CONFIRMED', ...input }) => ({ id: newId(), status, ...input }))
  if (rows.length > 0) await refusingTaken(reservations.insertReservations(ctx, rows), TAKEN)
  await emitAll(
    ctx,
    rows.map(({ id }) => ({ type: 'reservation.created', reservationId: id })),
  )
  return rows.map(({ id }) => id)
}

/** The one way a reservation changes. A request that says nothing new is no change: no new version, nothing to tell. */
export function updateReservation(
  ctx: WorkspaceCtx,
  reservationId: string,
  changes: ReservationUpdate,
): Promise<ReservationRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await reservations.lockReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, ReservationUpdate, RESERVATION_FIXED)
    // What is only repeated is not asked about: a guest may have been deleted since.
    if (Object.keys(fields).length === 0) return before
    if (fields.status && !canBecome(before.status, fields.status))
      failInapplicable(
        failures.reservation_inapplicable,
        'status',
        `A stay that is ${before.status} cannot become ${fields.status}.`,
      )
    assertStay({ ...before, ...fields })
    await assertReferences(ctx, fields)
    const saved = await refusingTaken(reservations.saveReservation(ctx, before, fields), TAKEN)
    const after = saved ?? fail(failures.reservation_not_found)
    await trace(ctx, 'reservation.updated', after, { changed: Object.keys(fields) })
    return after
  })
}

/** What another system says of a stay. A state that it cannot take so, such as any of a guest who is in, is left out. */
export function followReservation(
  ctx: WorkspaceCtx,
  reservationId: string,
  { status, ...changes }: ReservationUpdate,
): Promise<ReservationRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await reservations.lockReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
    const isPossible = status !== undefined && canBeTold(before.status, status)
    return updateReservation(ctx, reservationId, { ...changes, ...(isPossible && { status }) })
  })
}

export function deleteReservation(
  ctx: WorkspaceCtx,
  reservationId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await reservations.lockReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
    const { id, version } = before
    assertVersion(ctx, version)
    await reservations.softDeleteReservation(ctx, id)
    await trace(ctx, 'reservation.deleted', before)
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** What is known of the guest stays out of the log. */
function trace(
  ctx: TxCtx,
  action: string,
  { id, propertyId }: ReservationRow,
  news: { changed?: string[] } = {},
): Promise<void> {
  const event = { reservationId: id, ...news }
  return recordWork(ctx, { action, targetKind: 'reservation', targetId: id, details: { propertyId, ...news }, event })
}

function assertStay(stay: Parameters<typeof faultIn>[0]): void {
  const fault = faultIn(stay)
  if (fault) failInapplicable(failures.reservation_inapplicable, fault.field, fault.message)
}

async function assertReferences(ctx: TxCtx, references: ReservationUpdate): Promise<void> {
  const { propertyId, contactId } = references
  const named = { ...(propertyId !== undefined && { propertyId }), ...(contactId !== undefined && { contactId }) }
  const field = await reservations.unknownReference(ctx, named)
  if (field) failInapplicable(failures.reservation_inapplicable, field, `${field} names nothing in this workspace.`)
}
