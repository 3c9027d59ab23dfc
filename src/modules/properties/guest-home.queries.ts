import type { OutsideCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { containing, every, limiting, sql, type Sql } from '#core/sql.ts'
import type { GuestHome, GuestHomeQuery } from './guest-home.schema.ts'

/**
 * When the link of the stay `r` in the home `p` opens and closes: an hour before check-in, an hour after check-out.
 * Computed here because the module of stays is above this one.
 */
const OPENS = sql`((r.checkin_date + coalesce(r.checkin_time, p.checkin_time, '15:00')::time)
  at time zone coalesce(p.timezone, w.timezone)) - interval '1 hour'`
const CLOSES = sql`((r.checkout_date + coalesce(r.checkout_time, p.checkout_time, '11:00')::time)
  at time zone coalesce(p.timezone, w.timezone)) + interval '1 hour'`

/** The homes of the guest's stays, each with the current or next stay. */
const stays = ({ workspaceId, now, principal: { outsider } }: OutsideCtx): Sql => sql`(
  select distinct on (p.id) p.id, p.name, p.address, p.city, p.postal_code as "postalCode", p.country,
    coalesce(p.timezone, w.timezone) as timezone, coalesce(r.checkin_time, p.checkin_time) as "checkinTime",
    coalesce(r.checkout_time, p.checkout_time) as "checkoutTime", p.checkin_instructions as "checkinInstructions",
    p.checkout_instructions as "checkoutInstructions", p.has_parking as "hasParking",
    p.parking_instructions as "parkingInstructions", p.wifi_name as "wifiName",
    case when ${OPENS} <= ${now}::timestamptz then p.wifi_password end as "wifiPassword", p.house_rules as "houseRules",
    r.checkin_date as checkin
  from reservations r
  join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id and p.deleted_at is null
  join workspaces w on w.id = r.workspace_id
  where ${limiting(sql`r.workspace_id = ${workspaceId} and r.contact_id = ${outsider.subjectId}`)}
    and r.deleted_at is null and r.status in ('CONFIRMED', 'CHECKED_IN') and ${CLOSES} > ${now}::timestamptz
    and exists (select from contacts c where c.workspace_id = r.workspace_id and c.id = r.contact_id and c.deleted_at is null)
  order by p.id, r.checkin_date) h`

const COLUMNS = sql`h.id, h.name, h.address, h.city, h."postalCode", h.country, h.timezone, h."checkinTime",
  h."checkoutTime", h."checkinInstructions", h."checkoutInstructions", h."hasParking", h."parkingInstructions",
  h."wifiName", h."wifiPassword", h."houseRules"`

export function listGuestHomes(ctx: OutsideCtx, query: GuestHomeQuery): Promise<Listed<GuestHome>> {
  const words = query.q === undefined ? undefined : containing(query.q)
  return listed(ctx.db, query, {
    columns: COLUMNS,
    from: stays(ctx),
    where: every([words !== undefined && sql`lower(h.name || ' ' || coalesce(h.city, '')) like ${words}`]),
    order: sql`h.checkin, h.id`,
  })
}

export function findGuestHome(ctx: OutsideCtx, propertyId: string): Promise<GuestHome | undefined> {
  return one(ctx.db, sql`select ${COLUMNS} from ${stays(ctx)} where h.id = ${propertyId}`)
}
