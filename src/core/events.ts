import type { TxCtx } from './context.ts'
import { run } from './db.ts'
import { actorOf } from './principal.ts'
import { sql, type Sql } from './sql.ts'

/** Something that happened in a workspace. `type` is `noun.happened`. */
export interface ProductEvent {
  type: string
  [detail: string]: unknown
}

/**
 * Writes the event in the transaction of its change: both are there or neither is. It says who did it, so that systems
 * which answer each other's changes can come to rest. Statements that have to be written anyway can go out in the same
 * trip.
 */
export async function emit(ctx: TxCtx, { type, ...payload }: ProductEvent, ...along: readonly Sql[]): Promise<void> {
  await ctx.db.together([
    ...along,
    sql`
    insert into outbox (workspace_id, type, payload, request_id, created_at)
    values (${ctx.workspaceId}, ${type}, ${JSON.stringify({ ...payload, actor: actorOf(ctx.principal) })}, ${ctx.requestId}, ${ctx.now})`,
  ])
  ctx.services.wakeRelay()
}

/** The same for many at once, in their order. */
export async function emitAll(ctx: TxCtx, events: readonly ProductEvent[]): Promise<void> {
  if (events.length === 0) return
  const actor = actorOf(ctx.principal)
  const rows = events.map(({ type, ...payload }) => ({ type, payload: { ...payload, actor } }))
  await run(
    ctx.db,
    sql`
    insert into outbox (workspace_id, type, payload, request_id, created_at)
    select ${ctx.workspaceId}, e.type, e.payload, ${ctx.requestId}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (type text, payload jsonb)`,
  )
  ctx.services.wakeRelay()
}
