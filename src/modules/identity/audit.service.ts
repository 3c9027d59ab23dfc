import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { emit } from '#core/events.ts'
import { actorOf } from '#core/principal.ts'
import { sql, type Sql } from '#core/sql.ts'
import { pastOf } from './audit-past.ts'

export interface AuditEntry {
  /** `noun.happened`, such as `api_key.revoked`. */
  action: string
  targetKind: string
  targetId: string
  /** What changed; never a secret. */
  details?: object
  /** What was changed, as it was: of it is kept what `details` tells of now. */
  before?: object | undefined
}

interface Change extends AuditEntry {
  /** What the event of the same name carries. */
  event: object
}

/** Leaves a trace of what somebody did, in the transaction of the deed. */
export async function recordAudit(ctx: TxCtx, entry: AuditEntry): Promise<void> {
  await run(ctx.db, entryStatement(ctx, entry))
}

/** The same for what others act on: the event of it goes out with the trace. */
export async function recordChange(ctx: TxCtx, { event, ...entry }: Change): Promise<void> {
  await emit(ctx, { type: entry.action, ...event }, entryStatement(ctx, entry))
}

/** How changes of one kind are told whose event only names what has changed. */
export function tracing(targetKind: string, idName: string) {
  return (ctx: TxCtx, action: string, targetId: string, details: object, before?: object): Promise<void> =>
    recordChange(ctx, { action, targetKind, targetId, details, before, event: { [idName]: targetId } })
}

/**
 * The same for the daily work. What the service does by itself is only told: polls bring
 * hundreds of stays, and runs of workflows have a history of their own.
 */
export async function recordWork(ctx: TxCtx, { event, ...entry }: Change): Promise<void> {
  const { kind } = actorOf(ctx.principal)
  const traces = kind === 'system' || kind === 'link' ? [] : [entryStatement(ctx, entry)]
  await emit(ctx, { type: entry.action, ...event }, ...traces)
}

function entryStatement(ctx: TxCtx, { action, targetKind, targetId, details = {}, before }: AuditEntry): Sql {
  const { kind, actorId } = actorOf(ctx.principal)
  const past = before && JSON.stringify(pastOf(before, { ...details }))
  return sql`
    insert into audit_log (workspace_id, id, actor_kind, actor_id, action, target_kind, target_id, details, before,
      request_id, created_at)
    values (${ctx.workspaceId}, ${newId()}, ${kind}, ${actorId}, ${action}, ${targetKind}, ${targetId},
            ${JSON.stringify(details)}, ${past ?? null}, ${ctx.requestId}, ${ctx.now})`
}
