import type { SealedPlace } from '#core/reseal.ts'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { seal, unseal } from '#core/crypto.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import * as connections from './lock-connection.queries.ts'
import type { LockConnection } from './lock-connection.schema.ts'

const PURPOSE = 'lock-connection'

export const SEALED_LOCK_KEYS: SealedPlace = {
  table: 'lock_connections',
  column: 'key_sealed',
  type: 'text',
  key: ['workspace_id', 'provider'],
  purpose: PURPOSE,
  owner: (row) => String(row['workspace_id']),
}

export async function getConnection(ctx: WorkspaceCtx): Promise<LockConnection> {
  return (await connections.findConnection(ctx)) ?? { provider: 'seam', lastFour: null, updatedAt: null }
}

/** Each workspace has its own: with one for all, a device of a neighbour would only need to be named. */
export function setConnection(ctx: WorkspaceCtx, apiKey: string | null): Promise<LockConnection> {
  return inTransaction(ctx, async (ctx) => {
    const lastFour = apiKey?.slice(-4) ?? null
    if (apiKey === null) await connections.deleteConnection(ctx)
    else {
      const sealed = seal(ctx.services.signer, PURPOSE, ctx.workspaceId, apiKey)
      await connections.saveConnection(ctx, sealed, apiKey.slice(-4))
    }
    const target = { targetKind: 'lock_connection', targetId: 'seam' }
    const event = { provider: 'seam' }
    await recordChange(ctx, { action: 'lock_connection.set', ...target, details: { lastFour }, event })
    return getConnection(ctx)
  })
}

/** Undefined when there is none, or when it was sealed under another secret. */
export async function findKey(ctx: WorkspaceCtx): Promise<string | undefined> {
  const connection = await connections.findConnection(ctx)
  return connection && unseal(ctx.services.signer, PURPOSE, ctx.workspaceId, connection.keySealed)
}
