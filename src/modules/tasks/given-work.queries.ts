import type { OutsideCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { containing, every, limiting, sql, type Sql } from '#core/sql.ts'
import type { GivenWork, GivenWorkQuery } from './given-work.schema.ts'

const COLUMNS = sql`t.id, 'TK-' || t.number as "shortId", t.title, t.description, t.status, t.priority,
  t.scheduled_date as "scheduledDate", t.scheduled_time as "scheduledTime",
  t.estimated_duration_minutes as "estimatedDurationMinutes", t.completed_at as "completedAt",
  case when p.id is not null then json_build_object('name', p.name, 'address', p.address, 'city', p.city,
    'postalCode', p.postal_code) end as property`

const JOINED = sql`tasks t
  join task_assignees a on a.workspace_id = t.workspace_id and a.task_id = t.id
  join vendors v on v.workspace_id = a.workspace_id and v.id = a.vendor_id and v.active and v.deleted_at is null
  left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id and p.deleted_at is null`

/** Work given to the vendor, except drafts and requests that are not approved. */
const given = ({ workspaceId, principal: { outsider } }: OutsideCtx): Sql =>
  limiting(sql`t.workspace_id = ${workspaceId} and a.vendor_id = ${outsider.subjectId} and t.deleted_at is null
    and t.status not in ('DRAFT', 'DRAFTED', 'PENDING_APPROVAL', 'REQUEST_REJECTED')`)

export function listGivenWork(ctx: OutsideCtx, query: GivenWorkQuery): Promise<Listed<GivenWork>> {
  const words = query.q === undefined ? undefined : containing(query.q)
  return listed(ctx.db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: every([
      given(ctx),
      words !== undefined &&
        sql`lower('TK-' || t.number || ' ' || t.title || ' ' || coalesce(t.description, '')) like ${words}`,
    ]),
    order: sql`t.created_at desc, t.id desc`,
  })
}

export function findGivenWork(ctx: OutsideCtx, taskId: string): Promise<GivenWork | undefined> {
  return one(ctx.db, sql`select ${COLUMNS} from ${JOINED} where ${given(ctx)} and t.id = ${taskId}`)
}
