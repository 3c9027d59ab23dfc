import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'

/** Tasks whose newest state the provider does not have. Closed ones that were never sent stay here. */
function behind(workspaceId: string, connectionId: string, closed: readonly string[]): Sql {
  return sql`
    tasks t
    left join task_sync_links l on l.workspace_id = t.workspace_id and l.task_id = t.id
      and l.connection_id = ${connectionId}
    where t.workspace_id = ${workspaceId} and l.synced_version is distinct from t.version
      and (l.remote_id is not null or l.create_started_at is not null
        or (t.property_id is not null and t.deleted_at is null and not t.status = any(${[...closed]}::text[])))`
}

export async function countBehind(
  { db, workspaceId }: Scope,
  connectionId: string,
  closed: readonly string[],
): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`select count(*) as count from ${behind(workspaceId, connectionId, closed)}`,
  )
  return row?.count ?? 0
}

interface Request {
  type: string
  subscriber: string
  after: string | null
  limit: number
  /** Statuses of tasks that are over. */
  closed: readonly string[]
}

/** Hands tasks to the subscriber, by their ids; answers how many and which was the last. */
export async function requestTasks(
  { db, workspaceId, now, requestId }: TxCtx,
  connectionId: string,
  { type, subscriber, after, limit, closed }: Request,
): Promise<{ count: number; last: string | null }> {
  const row = await one<{ count: number; last: string | null }>(
    db,
    sql`
    with page as (
        select t.id from ${behind(workspaceId, connectionId, closed)}
          and t.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
        order by t.id limit ${limit}),
      told as (
        insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
        select ${workspaceId}, ${type}, jsonb_build_object('taskId', id), ${subscriber}, ${requestId}, ${now}::timestamptz
        from page)
    select count(*) as count, (select id from page order by id desc limit 1) as last from page`,
  )
  return row ?? { count: 0, last: null }
}

/** Hands the open tasks of a property that the provider has, or is being sent, to the subscriber. What was sent of them holds no longer. */
export async function requestTasksAt(
  { db, workspaceId, now, requestId }: TxCtx,
  propertyId: string,
  { type, subscriber, closed }: Pick<Request, 'type' | 'subscriber' | 'closed'>,
): Promise<void> {
  await run(
    db,
    sql`
    with outdated as (
        update task_sync_links l set synced_version = null from tasks t
        where t.workspace_id = ${workspaceId} and t.property_id = ${propertyId} and t.deleted_at is null and not t.status = any(${[...closed]}::text[])
          and l.workspace_id = t.workspace_id and l.task_id = t.id
          and (l.remote_id is not null or l.create_started_at is not null or l.leased_until is not null)
        returning l.task_id)
    insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
    select distinct ${workspaceId}, ${type}, jsonb_build_object('taskId', task_id), ${subscriber}, ${requestId},
      ${now}::timestamptz from outdated`,
  )
}

export async function requestNext(
  { db, workspaceId, now, requestId }: TxCtx,
  { type, subscriber, payload }: { type: string; subscriber: string; payload: Record<string, unknown> },
): Promise<void> {
  await run(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
    values (${workspaceId}, ${type}, ${JSON.stringify(payload)}, ${subscriber}, ${requestId}, ${now})`,
  )
}
