import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { seal, unseal } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import * as connections from './lock-connection.queries.ts'
import type { LockConnection } from './lock-connection.schema.ts'

export const failures = defineFailures({
  lock_connection_not_found: { status: 404, text: 'This workspace has no account with the provider.' },
})

const PURPOSE = 'lock-connection'

export async function getConnection(ctx: WorkspaceCtx): Promise<LockConnection> {
  return (await connections.findConnection(ctx)) ?? fail(failures.lock_connection_not_found)
}

/** Each workspace has its own: with one for all, a device of a neighbour would only need to be named. */
export function setConnection(ctx: WorkspaceCtx, apiKey: string): Promise<LockConnection> {
  return inTransaction(ctx, async (ctx) => {
    const sealed = seal(ctx.services.signer, PURPOSE, ctx.workspaceId, apiKey)
    const saved = await connections.saveConnection(ctx, sealed, apiKey.slice(-4))
    const { lastFour } = saved ?? fail(failures.lock_connection_not_found)
    await recordAudit(ctx, {
      action: 'lock_connection.set',
      targetKind: 'lock_connection',
      targetId: 'seam',
      details: { lastFour },
    })
    await emit(ctx, { type: 'lock_connection.set', provider: 'seam' })
    return saved ?? fail(failures.lock_connection_not_found)
  })
}

export function removeConnection(ctx: WorkspaceCtx): Promise<{ provider: 'seam'; removed: true }> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await connections.deleteConnection(ctx))) fail(failures.lock_connection_not_found)
    await recordAudit(ctx, {
      action: 'lock_connection.removed',
      targetKind: 'lock_connection',
      targetId: 'seam',
      details: {},
    })
    await emit(ctx, { type: 'lock_connection.removed', provider: 'seam' })
    return { provider: 'seam', removed: true }
  })
}

/** Undefined when there is none, or when it was sealed under another secret. */
export async function findKey(ctx: WorkspaceCtx): Promise<string | undefined> {
  const connection = await connections.findConnection(ctx)
  return connection && unseal(ctx.services.signer, PURPOSE, ctx.workspaceId, connection.keySealed)
}
