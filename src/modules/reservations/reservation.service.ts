import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { assertReadOnly } from '#core/patch.ts'
import * as reservations from './reservation.queries.ts'
import { RESERVATION_FIXED, type ReservationCreate, type ReservationUpdate } from './reservation.schema.ts'

type ReservationRow = reservations.ReservationRow

export const failures = defineFailures({
  reservation_not_found: { status: 404, text: 'No such reservation in this workspace.' },
  reservation_inapplicable: { status: 422, text: 'The reservation cannot be kept like this.' },
})

export async function getReservation(ctx: WorkspaceCtx, reservationId: string): Promise<ReservationRow> {
  return (await reservations.findReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
}

/** A confirmed stay at that property. */
export async function findReservationOf(
  ctx: WorkspaceCtx,
  propertyId: string,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  const reservation = await reservations.findReservation(ctx, reservationId)
  const isOf = reservation?.propertyId === propertyId && reservation.status === 'CONFIRMED'
  return isOf ? reservation : undefined
}

export function createReservation(ctx: WorkspaceCtx, input: ReservationCreate): Promise<ReservationRow> {
  return inTransaction(ctx, async (ctx) => {
    assertStay(input)
    await assertReferences(ctx, input)
    const { status = 'CONFIRMED', ...fields } = input
    const created = await reservations.insertReservation(ctx, { id: newId(), status, ...fields })
    const reservation = created ?? fail(failures.reservation_not_found)
    await emit(ctx, { type: 'reservation.created', reservationId: reservation.id })
    return reservation
  })
}

export function updateReservation(
  ctx: WorkspaceCtx,
  reservationId: string,
  changes: ReservationUpdate,
): Promise<ReservationRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await reservations.lockReservation(ctx, reservationId)) ?? fail(failures.reservation_not_found)
    assertVersion(ctx, before.version)
    assertReadOnly({ ...before }, changes, RESERVATION_FIXED)
    const { id: _id, createdAt: _created, updatedAt: _updated, ...fields } = changes
    if (Object.keys(fields).length === 0) return before
    assertStay({ ...before, ...fields })
    await assertReferences(ctx, newReferences(before, fields))
    const after = await reservations.saveReservation(ctx, before.id, fields)
    await emit(ctx, { type: 'reservation.updated', reservationId: before.id, changed: Object.keys(fields) })
    return after ?? fail(failures.reservation_not_found)
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
    await emit(ctx, { type: 'reservation.deleted', reservationId: id })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

function assertStay({ checkinDate, checkoutDate }: { checkinDate: string; checkoutDate: string }): void {
  if (checkoutDate <= checkinDate) refuse('checkoutDate', 'checkoutDate must lie after checkinDate.')
}

async function assertReferences(ctx: TxCtx, references: ReservationUpdate): Promise<void> {
  const field = await reservations.unknownReference(ctx, references)
  if (field) refuse(field, `${field} names nothing in this workspace.`)
}

/** What is named anew: sending back a guest or a property that was deleted since is no error. */
function newReferences(before: ReservationRow, { propertyId, contactId }: ReservationUpdate): ReservationUpdate {
  return {
    ...(propertyId?.toLowerCase() !== before.propertyId && propertyId !== undefined && { propertyId }),
    ...(contactId?.toLowerCase() !== before.contactId && contactId !== undefined && { contactId }),
  }
}

function refuse(field: string, message: string): never {
  return fail(failures.reservation_inapplicable, {
    detail: message,
    errors: [{ pointer: `/${field}`, code: 'inapplicable', message }],
  })
}
