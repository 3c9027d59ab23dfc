import type { TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'

/**
 * Serialises who waits for whom in a workspace: two changes at once could close a circle that neither sees. It is one
 * for all, so take it last, with the tasks already held: whoever waits for a task under it lets all others wait too.
 */
export async function lockTree({ db, workspaceId }: Pick<TxCtx, 'db' | 'workspaceId'>): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`task-tree:${workspaceId}`}, 0))`)
}

/**
 * Whether `waitingId` would in the end wait for itself if it waited for `forId`. A task waits for those it depends on
 * and for its parts, so a new dependency and a new parent are the same question. Ask it under `lockTree`.
 */
export async function closesCircle({ db, workspaceId }: TxCtx, waitingId: string, forId: string): Promise<boolean> {
  const row = await one<{ circle: boolean }>(
    db,
    sql`
    with recursive awaited as (
      select ${forId}::uuid as id
      union
      select next.id from awaited a cross join lateral (
        select depends_on_id as id from task_dependencies where workspace_id = ${workspaceId} and task_id = a.id
        union all
        select id from tasks where workspace_id = ${workspaceId} and parent_task_id = a.id) next)
    select exists (select 1 from awaited where id = ${waitingId}) as circle`,
  )
  return row?.circle === true
}

/**
 * The tasks that cannot be completed while this one is open: its parent and those that depend on it. Locked whatever
 * their status, because one of them may be about to be completed.
 *
 * An array and not `in (select …)`: of that a plan made when there were few tasks asks again for each task there is.
 */
export function lockNeeding(
  { db, workspaceId }: Pick<TxCtx, 'db' | 'workspaceId'>,
  { id, parentTaskId }: { id: string; parentTaskId: string | null },
): Promise<{ number: number; title: string; status: string }[]> {
  return many(
    db,
    sql`
    select number, title, status from tasks where workspace_id = ${workspaceId} and deleted_at is null
      and id = any(${parentTaskId === null ? [] : [parentTaskId]}::uuid[] || array(
        select task_id from task_dependencies where workspace_id = ${workspaceId} and depends_on_id = ${id}))
    order by id for no key update`,
  )
}

/**
 * Holds a task and the one that it is about to wait for: neither is completed, reopened or deleted meanwhile. Two that
 * would wait for each other do not stop here but at the tree, where the later one sees the other.
 */
export async function holdPair({ db, workspaceId }: TxCtx, waitingId: string, awaitedId: string): Promise<void> {
  const held = (id: string): Sql => sql`select 1 from tasks where workspace_id = ${workspaceId} and id = ${id}`
  await db.together([sql`${held(awaitedId)} for key share`, sql`${held(waitingId)} for no key update`])
}
