import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Somebody who calls, and what they are likely to call about. */
export interface Caller {
  contactId: string
  name: string
  language: string | null
  reservationId: string | null
  checkinDate: string | null
  checkoutDate: string | null
  propertyId: string | null
  propertyName: string | null
  propertyCity: string | null
  /** Of the stay, newest first. */
  openTasks: { shortId: string; title: string }[]
}

const OPEN_TASKS_MAX = 5

/** By the digits of a number, which have an index: the contact, the stay that is on or comes next, and what is still to do for it. */
export function findCaller({ db, workspaceId }: Scope, digits: string, today: string): Promise<Caller | undefined> {
  return one(
    db,
    sql`
    with c as materialized (
      select workspace_id, id, full_name, language, created_at from contacts
      where workspace_id = ${workspaceId} and deleted_at is null and phone is not null
        and regexp_replace(phone, '\\D', '', 'g') = any(${[digits, `00${digits}`]}))
    select c.id as "contactId", c.full_name as name, c.language, r.id as "reservationId",
      r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate", p.id as "propertyId",
      p.name as "propertyName", p.city as "propertyCity",
      coalesce((
        select json_agg(json_build_object('shortId', 'TK-' || t.number, 'title', t.title)) from (
          select number, title from tasks
          where workspace_id = c.workspace_id and reservation_id = r.id and deleted_at is null
            and status not in ('COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED', 'DRAFT', 'DRAFTED')
          order by created_at desc limit ${OPEN_TASKS_MAX}) t), '[]') as "openTasks"
    from c
    left join lateral (
      select id, property_id, checkin_date, checkout_date from reservations
      where workspace_id = c.workspace_id and contact_id = c.id and deleted_at is null
        and status in ('CONFIRMED', 'CHECKED_IN') and checkout_date >= ${today}::date
      order by checkin_date limit 1) r on true
    left join properties p on p.workspace_id = c.workspace_id and p.id = r.property_id and p.deleted_at is null
    order by r.checkin_date nulls last, c.created_at desc limit 1`,
  )
}
