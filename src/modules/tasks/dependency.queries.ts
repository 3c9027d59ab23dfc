import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { Dependency, DependencyQuery } from './dependency.schema.ts'
import { CLOSED_STATUSES } from './task.schema.ts'

const COLUMNS = sql`
  o.id, 'TK-' || o.number as "shortId", o.title, o.status, o.status <> all(${CLOSED_STATUSES}::text[]) as "isOpen",
  d.created_at as "dependsSince"`
/** Deleted tasks stand in nobody's way, so they are not shown. */
const JOINED = sql`task_dependencies d
  join tasks o on o.workspace_id = d.workspace_id and o.id = d.depends_on_id and o.deleted_at is null`

export function listDependencies(
  { db, workspaceId }: Scope,
  taskId: string,
  query: DependencyQuery,
): Promise<Listed<Dependency>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: sql`d.workspace_id = ${workspaceId} and d.task_id = ${taskId}`,
    order: sql`d.created_at desc, d.depends_on_id desc`,
  })
}

export function findDependency(
  { db, workspaceId }: Scope,
  taskId: string,
  dependsOnId: string,
): Promise<Dependency | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${JOINED}
    where d.workspace_id = ${workspaceId} and d.task_id = ${taskId} and d.depends_on_id = ${dependsOnId}`,
  )
}

/** Answers whether it is new. */
export async function insertDependency(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  dependsOnId: string,
): Promise<boolean> {
  const added = await run(
    db,
    sql`
    insert into task_dependencies (workspace_id, task_id, depends_on_id, created_at)
    values (${workspaceId}, ${taskId}, ${dependsOnId}, ${now}) on conflict do nothing returning 1`,
  )
  return added > 0
}

/** Answers whether it was there. */
export async function deleteDependency(
  { db, workspaceId }: TxCtx,
  taskId: string,
  dependsOnId: string,
): Promise<boolean> {
  const removed = await run(
    db,
    sql`
    delete from task_dependencies
    where workspace_id = ${workspaceId} and task_id = ${taskId} and depends_on_id = ${dependsOnId} returning 1`,
  )
  return removed > 0
}
