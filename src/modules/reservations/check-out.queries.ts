import type { TxCtx } from '#core/context.ts'
import { many, one, type Db } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import { USUAL_TIMES } from './reservation.schema.ts'

const AT_ONCE = 500
/** What was left undone for longer is not news any more. */
const DAYS_MAX = 3

const ZONE = sql`coalesce(p.timezone, w.timezone)`

/** Null in a zone that the database does not know. */
function momentOutside(unknownZones: readonly string[]): Sql {
  return sql`case when ${ZONE} <> all (${[...unknownZones]}::text[])
    then (r.checkout_date + coalesce(r.checkout_time, p.checkout_time, ${USUAL_TIMES.checkout})::time) at time zone ${ZONE} end`
}

/** Stays that may end these days, and, apart because each has its index, those that ended before their day. */
const leaving = (now: Date): Sql => sql`(
      select * from reservations where deleted_at is null and status in ('CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT')
        and checkout_date between ${now}::date - ${DAYS_MAX}::integer and ${now}::date + 1
      union all
      select * from reservations where deleted_at is null and status = 'CHECKED_OUT' and checkout_date > ${now}::date + 1
    ) r
    join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id and p.deleted_at is null
    join workspaces w on w.id = r.workspace_id`

const UNTOLD = sql`(r.checkout_told_for is null or r.checkout_told_for < r.checkout_date)`

export interface Departure {
  workspaceId: string
  id: string
  version: number
}

/** Stays whose guests have left by now, of all workspaces. One that was entered after its end is not one of them. */
export function dueDepartures(db: Db, now: Date, unknownZones: readonly string[] = []): Promise<Departure[]> {
  const moment = momentOutside(unknownZones)
  return many(
    db,
    sql`
    select r.workspace_id as "workspaceId", r.id, r.version from ${leaving(now)}
    where ${UNTOLD} and (${moment} <= ${now} or r.status = 'CHECKED_OUT') and r.created_at < ${moment}
    order by r.checkout_date, r.id limit ${AT_ONCE}`,
  )
}

export interface LostHome {
  workspaceId: string
  propertyId: string
  timezone: string
}

/** Homes of stays that end these days, in time zones that the database does not know. */
export function homesInUnknownZones(db: Db, now: Date): Promise<LostHome[]> {
  return many(
    db,
    sql`
    select distinct r.workspace_id as "workspaceId", p.id as "propertyId", ${ZONE} as timezone from ${leaving(now)}
    where ${UNTOLD} and lower(${ZONE}) not in (select lower(name) from pg_timezone_names)
      and lower(${ZONE}) not in (select lower(abbrev) from pg_timezone_abbrevs)`,
  )
}

/** Undefined when it was told before, or changed since it was read: it may have been prolonged or cancelled. */
export function markTold(
  { db, workspaceId }: TxCtx,
  { id, version }: Departure,
): Promise<{ propertyId: string; checkoutDate: string } | undefined> {
  return one(
    db,
    sql`
    update reservations set checkout_told_for = checkout_date
    where workspace_id = ${workspaceId} and id = ${id} and version = ${version}
      and (checkout_told_for is null or checkout_told_for < checkout_date)
    returning property_id as "propertyId", checkout_date as "checkoutDate"`,
  )
}
