import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { RESERVATION_FIELDS, type Reservation, type ReservationQuery } from './reservation.schema.ts'

export interface ReservationRow extends Reservation {
  version: number
}

const COLUMNS = columnsOf([...RESERVATION_FIELDS, 'version'])

export function listReservations({ db, workspaceId }: Scope, query: ReservationQuery): Promise<Listed<ReservationRow>> {
  const { propertyId, status, from, to } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`reservations`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`deleted_at is null`,
      propertyId !== undefined && sql`property_id = ${propertyId}`,
      status !== undefined && sql`status = ${status}`,
      from !== undefined && sql`checkout_date >= ${from}`,
      to !== undefined && sql`checkin_date <= ${to}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findReservation(
  { db, workspaceId }: Scope,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from reservations
    where workspace_id = ${workspaceId} and id = ${reservationId} and deleted_at is null`,
  )
}

export function lockReservation(
  { db, workspaceId }: TxCtx,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from reservations
    where workspace_id = ${workspaceId} and id = ${reservationId} and deleted_at is null for update`,
  )
}

/** The first field that names something this workspace does not have. */
export async function unknownReference(
  { db, workspaceId }: Scope,
  references: { propertyId?: string; contactId?: string | null },
): Promise<'propertyId' | 'contactId' | undefined> {
  const { propertyId, contactId } = { propertyId: null, contactId: null, ...references }
  const row = await one<{ field: 'propertyId' | 'contactId' | null }>(
    db,
    sql`
    select case
      when ${propertyId}::uuid is not null and not exists (select 1 from properties
        where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null) then 'propertyId'
      when ${contactId}::uuid is not null and not exists (select 1 from contacts
        where workspace_id = ${workspaceId} and id = ${contactId} and deleted_at is null) then 'contactId'
      end as field`,
  )
  return row?.field ?? undefined
}

export function insertReservation(
  { db, workspaceId, now }: TxCtx,
  reservation: Partial<Reservation>,
): Promise<ReservationRow | undefined> {
  const row = { ...reservation, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into reservations ${insertion(row)} returning ${COLUMNS}`)
}

export function saveReservation(
  { db, workspaceId, now }: TxCtx,
  reservationId: string,
  changes: Partial<Reservation>,
): Promise<ReservationRow | undefined> {
  return one(
    db,
    sql`
    update reservations set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${reservationId} returning ${COLUMNS}`,
  )
}

export async function softDeleteReservation({ db, workspaceId, now }: TxCtx, reservationId: string): Promise<void> {
  await run(
    db,
    sql`
    update reservations set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${reservationId}`,
  )
}
