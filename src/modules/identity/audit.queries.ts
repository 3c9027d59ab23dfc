import type { Scope } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql, type Sql } from '#core/sql.ts'
import type { AuditQuery, AuditRecord } from './audit.schema.ts'

const COLUMNS = sql`
  a.id, json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', coalesce(u.full_name, k.name)) as actor,
  a.action,
  json_build_object('kind', a.target_kind, 'id', a.target_id, 'name', t.full_name) as target, a.details, a.before,
  a.request_id as "requestId", a.created_at as "createdAt"`

const FROM = sql`audit_log a
      left join users u on a.actor_kind = 'user' and u.id = a.actor_id
      left join api_keys k on a.actor_kind = 'key' and k.workspace_id = a.workspace_id and k.id = a.actor_id
      left join memberships m on m.workspace_id = a.workspace_id
        and m.id = case when a.target_kind = 'member' then a.target_id::uuid end
      left join users t on t.id = m.user_id`

/** In stream order, up to the first place where a transaction still running could add an entry. */
export function entriesAfter(
  { db, workspaceId }: Scope,
  after: { position: string; id: string } | undefined,
  limit: number,
): Promise<(AuditRecord & { position: string })[]> {
  return many(
    db,
    sql`
    select ${COLUMNS}, a.position::text as position from ${FROM}
    where a.workspace_id = ${workspaceId}
      and a.position < (
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift from audit_stream)
      ${after === undefined ? sql`` : sql`and (a.position, a.id) > (${after.position}::bigint, ${after.id}::uuid)`}
    order by a.position, a.id limit ${limit}`,
  )
}

/** Whether the log already has an export by this reader since then. */
export async function wasExported({ db, workspaceId }: Scope, actorId: string | null, since: Date): Promise<boolean> {
  const rows = await run(
    db,
    sql`
    select 1 from audit_log where workspace_id = ${workspaceId} and action = 'audit_log.exported'
      and actor_id is not distinct from ${actorId} and created_at >= ${since} limit 1`,
  )
  return rows > 0
}

export function listAudit({ db, workspaceId }: Scope, query: AuditQuery): Promise<Listed<AuditRecord>> {
  const { action, actorId, targetKind, fromDate, toDate } = query
  const midnight = (day: string, more = 0): Sql =>
    sql`(select (${day}::date + ${more}::int)::timestamp at time zone timezone from workspaces where id = ${workspaceId})`
  return listed(db, query, {
    columns: COLUMNS,
    from: FROM,
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
