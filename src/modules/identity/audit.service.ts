import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { actorOf } from '#core/principal.ts'
import { sql } from '#core/sql.ts'
import { pastOf } from './audit-past.ts'

export interface AuditEntry {
  /** `noun.happened`, such as `api_key.revoked`. */
  action: string
  targetKind: string
  targetId: string
  /** What changed; never a secret. */
  details?: Record<string, unknown>
  /** What was changed, as it was: of it is kept what `details` tells of now. */
  before?: object
}

/** Leaves a trace of an administrator's action, in the transaction of the action. */
export async function recordAudit(
  ctx: TxCtx,
  { action, targetKind, targetId, details = {}, before }: AuditEntry,
): Promise<void> {
  const { kind, actorId } = actorOf(ctx.principal)
  const past = before && JSON.stringify(pastOf(before, details))
  await run(
    ctx.db,
    sql`
    insert into audit_log (workspace_id, id, actor_kind, actor_id, action, target_kind, target_id, details, before,
      request_id, created_at)
    values (${ctx.workspaceId}, ${newId()}, ${kind}, ${actorId}, ${action}, ${targetKind}, ${targetId},
            ${JSON.stringify(details)}, ${past ?? null}, ${ctx.requestId}, ${ctx.now})`,
  )
}
