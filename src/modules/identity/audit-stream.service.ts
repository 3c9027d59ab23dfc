import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { actorOf } from '#core/principal.ts'
import { recordAudit } from './audit.service.ts'
import * as audit from './audit.queries.ts'
import type { AuditStream, AuditStreamQuery } from './audit.schema.ts'

const HOUR_MILLIS = 3600 * 1000

/**
 * What came after this entry, in an order that never changes: a reader that resumes from its last cursor misses nothing
 * and gets nothing twice.
 */
export function streamAudit(ctx: WorkspaceCtx, { after, limit = 1000 }: AuditStreamQuery): Promise<AuditStream> {
  return inTransaction(ctx, async (ctx) => {
    const entries = await audit.entriesAfter(ctx, after === undefined ? undefined : placeIn(after), limit)
    await noteReader(ctx)
    const items = entries.map(({ position, ...entry }) => ({ ...entry, cursor: `${position}.${entry.id}` }))
    return { items, cursor: items.at(-1)?.cursor ?? after ?? null, isMore: items.length === limit }
  })
}

function placeIn(cursor: string): { position: string; id: string } {
  const [position = '0', id = ''] = cursor.split('.')
  return { position, id }
}

/** Logs each reader once an hour: one that polls every minute would fill the log it reads. */
async function noteReader(ctx: TxCtx): Promise<void> {
  const since = new Date(ctx.now.getTime() - HOUR_MILLIS)
  const { actorId } = actorOf(ctx.principal)
  if (await audit.wasExported(ctx, actorId, since)) return
  await recordAudit(ctx, { action: 'audit_log.exported', targetKind: 'audit_log', targetId: ctx.workspaceId })
}

/** One line per entry. */
export function linesOf({ items }: AuditStream): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}
