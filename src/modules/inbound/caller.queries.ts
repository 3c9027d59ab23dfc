import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Whose number it is, and what they probably call about. Only a hint for the team: caller ID can be faked. */
export interface Caller {
  contactId: string
  name: string
  reservationId: string | null
  propertyId: string | null
}

/** Finds the contact by the indexed digits of their number, with the current or next stay. */
export function findCaller({ db, workspaceId }: Scope, digits: string, today: string): Promise<Caller | undefined> {
  return one(
    db,
    sql`
    with c as materialized (
      select workspace_id, id, full_name, created_at from contacts
      where workspace_id = ${workspaceId} and deleted_at is null and phone is not null
        and regexp_replace(phone, '\\D', '', 'g') = any(${[digits, `00${digits}`]}))
    select c.id as "contactId", c.full_name as name, r.id as "reservationId", p.id as "propertyId"
    from c
    left join lateral (
      select id, property_id, checkin_date from reservations
      where workspace_id = c.workspace_id and contact_id = c.id and deleted_at is null
        and status in ('CONFIRMED', 'CHECKED_IN') and checkout_date >= ${today}::date
      order by checkin_date limit 1) r on true
    left join properties p on p.workspace_id = c.workspace_id and p.id = r.property_id and p.deleted_at is null
    order by r.checkin_date nulls last, c.created_at desc limit 1`,
  )
}
