import type { TxCtx } from '#core/context.ts'
import { many, one, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

const AT_ONCE = 500
/** Of homes that say nothing else. */
const CHECKOUT_TIME = '11:00'
/** What was left undone for longer is not news any more. */
const DAYS_MAX = 3

const MOMENT = sql`((r.checkout_date + coalesce(r.checkout_time, p.checkout_time, ${CHECKOUT_TIME})::time)
  at time zone coalesce(p.timezone, w.timezone))`

export interface Departure {
  workspaceId: string
  id: string
}

/** Stays whose guests have left by now, of all workspaces. One that was entered after its end is not one of them. */
export function dueDepartures(db: Db, now: Date): Promise<Departure[]> {
  return many(
    db,
    sql`
    select r.workspace_id as "workspaceId", r.id from reservations r
    join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
    join workspaces w on w.id = r.workspace_id
    where r.deleted_at is null and r.status in ('CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT')
      and r.checkout_date between ${now}::date - ${DAYS_MAX}::integer and ${now}::date + 1
      and (r.checkout_told_for is null or r.checkout_told_for < r.checkout_date)
      and (${MOMENT} <= ${now} or r.status = 'CHECKED_OUT') and r.created_at < ${MOMENT}
    order by r.checkout_date, r.id limit ${AT_ONCE}`,
  )
}

/** Undefined when it was told before. */
export function markTold(
  { db, workspaceId }: TxCtx,
  reservationId: string,
): Promise<{ propertyId: string; checkoutDate: string } | undefined> {
  return one(
    db,
    sql`
    update reservations set checkout_told_for = checkout_date
    where workspace_id = ${workspaceId} and id = ${reservationId} and deleted_at is null
      and (checkout_told_for is null or checkout_told_for < checkout_date)
    returning property_id as "propertyId", checkout_date as "checkoutDate"`,
  )
}
