import type { Scope } from '#core/context.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql, type Sql } from '#core/sql.ts'
import type { AuditQuery, AuditRecord } from './audit.schema.ts'

const COLUMNS = sql`
  a.id, json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', coalesce(u.full_name, k.name)) as actor,
  a.action,
  json_build_object('kind', a.target_kind, 'id', a.target_id, 'name', t.full_name) as target, a.details, a.before,
  a.request_id as "requestId", a.created_at as "createdAt"`

export function listAudit({ db, workspaceId }: Scope, query: AuditQuery): Promise<Listed<AuditRecord>> {
  const { action, actorId, targetKind, fromDate, toDate } = query
  const midnight = (day: string, more = 0): Sql =>
    sql`(select (${day}::date + ${more}::int)::timestamp at time zone timezone from workspaces where id = ${workspaceId})`
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`audit_log a
      left join users u on a.actor_kind = 'user' and u.id = a.actor_id
      left join api_keys k on a.actor_kind = 'key' and k.workspace_id = a.workspace_id and k.id = a.actor_id
      left join memberships m on m.workspace_id = a.workspace_id
        and m.id = case when a.target_kind = 'member' then a.target_id::uuid end
      left join users t on t.id = m.user_id`,
    countFrom: sql`audit_log a`,
    where: every([
      sql`a.workspace_id = ${workspaceId}`,
      action !== undefined && sql`a.action = ${action}`,
      actorId !== undefined && sql`a.actor_id = ${actorId}`,
      targetKind !== undefined && sql`a.target_kind = ${targetKind}`,
      fromDate !== undefined && sql`a.created_at >= ${midnight(fromDate)}`,
      toDate !== undefined && sql`a.created_at < ${midnight(toDate, 1)}`,
    ]),
    order: sql`a.created_at desc, a.id desc`,
  })
}
