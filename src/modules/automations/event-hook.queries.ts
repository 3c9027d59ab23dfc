import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import { EVENT_HOOK_FIELDS, type EventHook } from './event-hook.schema.ts'

export interface EventHookRow extends EventHook {
  version: number
}

interface Stored extends Partial<EventHook> {
  secret?: string
  previousSecret?: string
}

const COLUMNS = columnsOf([...EVENT_HOOK_FIELDS, 'version'])

export function listHooks(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<EventHookRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`event_hooks`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

/** How many there are, with nobody else adding one: two that both saw room for one would both take it. */
export async function countForMore({ db, workspaceId }: TxCtx): Promise<number> {
  const [, counted] = await db.together([
    sql`select pg_advisory_xact_lock(hashtextextended(${`event-hooks:${workspaceId}`}, 0))`,
    sql`select count(*) as count from event_hooks where workspace_id = ${workspaceId}`,
  ])
  const [row] = counted as { count: number }[]
  return row?.count ?? 0
}

export function findHook({ db, workspaceId }: Scope, hookId: string): Promise<EventHookRow | undefined> {
  return one(db, sql`select ${COLUMNS} from event_hooks where workspace_id = ${workspaceId} and id = ${hookId}`)
}

export function lockHook(
  { db, workspaceId }: TxCtx,
  hookId: string,
): Promise<(EventHookRow & { secret: string }) | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS}, secret from event_hooks where workspace_id = ${workspaceId} and id = ${hookId} for update`,
  )
}

export function insertHook({ db, workspaceId, now }: TxCtx, hook: Stored): Promise<EventHookRow | undefined> {
  const row = { ...hook, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into event_hooks ${insertion(row)} returning ${COLUMNS}`)
}

export function saveHook(
  { db, workspaceId, now }: TxCtx,
  hookId: string,
  changes: Stored,
): Promise<EventHookRow | undefined> {
  return one(
    db,
    sql`
    update event_hooks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${hookId} returning ${COLUMNS}`,
  )
}

export async function deleteHook({ db, workspaceId }: TxCtx, hookId: string): Promise<void> {
  await run(db, sql`delete from event_hooks where workspace_id = ${workspaceId} and id = ${hookId}`)
}

/** A minute's precision is enough, so that a busy hook is not written with every event. */
export async function noteDelivered({ db, workspaceId }: Scope, hookId: string, now: Date): Promise<void> {
  await run(
    db,
    sql`
    update event_hooks set failing_since = null, last_delivered_at = ${now}
    where workspace_id = ${workspaceId} and id = ${hookId} and (failing_since is not null
      or coalesce(last_delivered_at < ${now}::timestamptz - interval '1 minute', true))`,
  )
}

/** Answers since when nothing could be delivered; undefined for a hook that is not active any more. */
export async function noteFailing({ db, workspaceId }: Scope, hookId: string, now: Date): Promise<string | undefined> {
  const row = await one<{ failingSince: string }>(
    db,
    sql`
    update event_hooks set failing_since = coalesce(failing_since, ${now}::timestamptz)
    where workspace_id = ${workspaceId} and id = ${hookId} and active returning failing_since as "failingSince"`,
  )
  return row?.failingSince
}
