import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, searchable, sql, type Sql } from '#core/sql.ts'
import { RESERVATION_STORED, type LinkedTask, type Reservation, type ReservationQuery } from './reservation.schema.ts'

export interface ReservationRow extends Reservation {
  version: number
}

/** The columns of the table itself. */
type Stored = Partial<Omit<Reservation, 'propertyName' | 'guestName' | 'arrivesAt' | 'departsAt' | 'clashes'>>

/** Stays that hold the home; as a text, so that the index over them is used. */
const HELD = sql`('CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT')`

/** Not for years that the notation of moments cannot write. */
const momentOf = (date: Sql, own: Sql, usual: Sql): Sql =>
  sql`case when ${date} between '1900-01-01' and '9000-01-01'
    then (${date} + coalesce(${own}, ${usual})::time) at time zone coalesce(p.timezone, w.timezone) end`

const CLASHES = sql`
  case when r.deleted_at is null and r.status in ${HELD} then array(select c.id from reservations c
    where c.workspace_id = r.workspace_id and c.property_id = r.property_id and c.id <> r.id and c.deleted_at is null
      and c.status in ${HELD} and c.checkout_date > r.checkin_date and c.checkin_date < r.checkout_date
    order by c.checkout_date, c.id limit 100) else '{}'::uuid[] end`

/** Of `r` with the joins of `whole`. */
const COLUMNS = sql`${columnsOf([...RESERVATION_STORED, 'version'], 'r')}, p.name as "propertyName",
  g.full_name as "guestName",
  ${momentOf(sql`r.checkin_date`, sql`r.checkin_time`, sql`p.checkin_time`)} as "arrivesAt",
  ${momentOf(sql`r.checkout_date`, sql`r.checkout_time`, sql`p.checkout_time`)} as "departsAt",
  ${CLASHES} as clashes`

/** A reservation with what its answer says of property, guest and company. */
const whole = (reservations: Sql): Sql => sql`${reservations} r
  join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
  join workspaces w on w.id = r.workspace_id
  left join contacts g on g.workspace_id = r.workspace_id and g.id = r.contact_id`

const ORDERS: Record<NonNullable<ReservationQuery['sort']>, Sql> = {
  '-createdAt': sql`r.created_at desc, r.id desc`,
  createdAt: sql`r.created_at, r.id`,
  '-checkinDate': sql`r.checkin_date desc, r.id desc`,
  checkinDate: sql`r.checkin_date, r.id`,
}

export function listReservations({ db, workspaceId }: Scope, query: ReservationQuery): Promise<Listed<ReservationRow>> {
  const { propertyId, contactId, status, from, to, q, sort = '-createdAt' } = query
  const row = { id: sql`r.id`, on: sql`r.workspace_id = ${workspaceId} and r.id = page.id` }
  return listed(db, query, {
    columns: COLUMNS,
    from: whole(sql`reservations`),
    countFrom: sql`reservations r`,
    where: every([
      sql`r.workspace_id = ${workspaceId}`,
      sql`r.deleted_at is null`,
      propertyId !== undefined && sql`r.property_id = ${propertyId}`,
      contactId !== undefined && sql`r.contact_id = ${contactId}`,
      status !== undefined && sql`r.status = ${status}`,
      from !== undefined && sql`r.checkout_date >= ${from}`,
      to !== undefined && sql`r.checkin_date <= ${to}`,
      q !== undefined &&
        sql`r.id = any(array(
          select id from reservations
            where workspace_id = ${workspaceId} and deleted_at is null and search_text like ${containing(q)}
          union
          select o.id from contacts c join reservations o on o.workspace_id = c.workspace_id and o.contact_id = c.id
            and o.deleted_at is null
            where c.workspace_id = ${workspaceId} and c.deleted_at is null and c.search_text like ${containing(q)}))`,
    ]),
    order: ORDERS[sort],
    // Clashes are looked for at those of the page alone.
    row,
    // No index gives a window of days in the order asked for.
    search: q !== undefined || (from !== undefined && to !== undefined) ? row : undefined,
  })
}

export function findReservation(
  { db, workspaceId }: Scope,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${whole(sql`reservations`)}
    where r.workspace_id = ${workspaceId} and r.id = ${reservationId} and r.deleted_at is null`,
  )
}

export function lockReservation(
  { db, workspaceId }: TxCtx,
  reservationId: string,
): Promise<ReservationRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${whole(sql`reservations`)}
    where r.workspace_id = ${workspaceId} and r.id = ${reservationId} and r.deleted_at is null for update of r`,
  )
}

export function findByExternal(
  { db, workspaceId }: Scope,
  externalSource: string,
  externalIds: string[],
): Promise<{ id: string; externalId: string }[]> {
  return many(
    db,
    sql`
    select id, external_id as "externalId" from reservations where workspace_id = ${workspaceId} and deleted_at is null
      and external_source = ${externalSource} and external_id = any(${externalIds}::text[])`,
  )
}

/** Read here and not through the module of tasks, which stands above this one and knows it. */
export function linkedTasks({ db, workspaceId }: Scope, reservationId: string): Promise<LinkedTask[]> {
  return many(
    db,
    sql`
    select id, 'TK-' || number as "shortId", title, status, scheduled_date as "scheduledDate",
      scheduled_time as "scheduledTime"
    from tasks where workspace_id = ${workspaceId} and reservation_id = ${reservationId} and deleted_at is null
    order by scheduled_date nulls last, scheduled_time nulls last, number limit 100`,
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
  reservation: Stored,
): Promise<ReservationRow | undefined> {
  const row = { ...reservation, searchText: searchText(reservation), workspaceId, createdAt: now, updatedAt: now }
  return one(
    db,
    sql`with saved as (insert into reservations ${insertion(row)} returning *) select ${COLUMNS} from ${whole(sql`saved`)}`,
  )
}

/** Many at once, as another system tells of them. */
export async function insertReservations(
  { db, workspaceId, now }: TxCtx,
  reservations: readonly (Stored & { id: string })[],
): Promise<void> {
  const rows = reservations.map((each) => ({ ...each, searchText: searchText(each) }))
  await run(
    db,
    sql`
    insert into reservations (workspace_id, id, property_id, contact_id, status, checkin_date, checkout_date,
      checkin_time, checkout_time, guests, code, channel, external_source, external_id, search_text, created_at, updated_at)
    select ${workspaceId}, r.*, ${now}, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid,
      "propertyId" uuid, "contactId" uuid, status text, "checkinDate" date, "checkoutDate" date, "checkinTime" text,
      "checkoutTime" text, guests integer, code text, channel text, "externalSource" text, "externalId" text,
      "searchText" text)`,
  )
}

export function saveReservation(
  { db, workspaceId, now }: TxCtx,
  before: Stored & { id: string },
  changes: Stored,
): Promise<ReservationRow | undefined> {
  const row = { ...changes, searchText: searchText({ ...before, ...changes }), updatedAt: now }
  return one(
    db,
    sql`
    with saved as (
      update reservations set ${assignments(row)}, version = version + 1
      where workspace_id = ${workspaceId} and id = ${before.id} returning *)
    select ${COLUMNS} from ${whole(sql`saved`)}`,
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

/** What `q` looks through, in small letters; the separator keeps a match from running over the end of a field. */
function searchText({ code, externalId }: Stored): string {
  return searchable(code, externalId)
}
