import type { OutsideCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { containing, every, limiting, sql, type Sql } from '#core/sql.ts'
import type { OwnStay, OwnStayQuery } from './own-stay.schema.ts'

const moment = (date: Sql, own: Sql, usual: Sql): Sql =>
  sql`case when ${date} between '1900-01-01' and '9000-01-01'
    then (${date} + coalesce(${own}, ${usual})::time) at time zone coalesce(p.timezone, w.timezone) end`

const COLUMNS = sql`r.id, r.code, r.status, r.property_id as "propertyId", p.name as "propertyName",
  r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate", r.guests,
  ${moment(sql`r.checkin_date`, sql`r.checkin_time`, sql`p.checkin_time`)} as "arrivesAt",
  ${moment(sql`r.checkout_date`, sql`r.checkout_time`, sql`p.checkout_time`)} as "departsAt"`

const JOINED = sql`reservations r
  join contacts c on c.workspace_id = r.workspace_id and c.id = r.contact_id and c.deleted_at is null
  join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
  join workspaces w on w.id = r.workspace_id`

const own = ({ workspaceId, principal: { outsider } }: OutsideCtx): Sql =>
  limiting(sql`r.workspace_id = ${workspaceId} and r.contact_id = ${outsider.subjectId} and r.deleted_at is null`)

export function listOwnStays(ctx: OutsideCtx, query: OwnStayQuery): Promise<Listed<OwnStay>> {
  const words = query.q === undefined ? undefined : containing(query.q)
  return listed(ctx.db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: every([own(ctx), words !== undefined && sql`lower(coalesce(r.code, '') || ' ' || p.name) like ${words}`]),
    order: sql`r.checkin_date desc, r.id desc`,
  })
}

export function findOwnStay(ctx: OutsideCtx, reservationId: string): Promise<OwnStay | undefined> {
  return one(ctx.db, sql`select ${COLUMNS} from ${JOINED} where ${own(ctx)} and r.id = ${reservationId}`)
}
