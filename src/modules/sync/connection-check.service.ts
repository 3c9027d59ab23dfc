import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { noteFailing, noteReached } from '#modules/connections/connection-access.service.ts'
import { failures as connectionFailures, getConnection } from '#modules/connections/connection.service.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import { breezeway } from './breezeway.ts'
import type { ConnectionCheck } from './connection-check.schema.ts'
import { ProviderFailure } from './operations-provider.ts'
import { requestAll } from './sync-all.ts'

export const failures = {
  connection_not_found: connectionFailures.connection_not_found,
  ...defineFailures({
    connection_paused: { status: 409, text: 'The connection is paused. Resume it first.' },
    sign_in_too_soon: {
      status: 429,
      text: 'The provider lets us sign in once a minute. Try again when the minute is over.',
      retryable: true,
    },
  }),
}

/** Really signs in, and says what the provider answered. Works for a paused connection too: one tests before resuming. */
export async function testConnection(ctx: WorkspaceCtx, connectionId: string): Promise<ConnectionCheck> {
  const connection = await getConnection(ctx, connectionId)
  const checkedAt = ctx.now.toISOString()
  try {
    const { status, message } = await breezeway(ctx, connection.id).test()
    await noteReached(ctx, connection.id)
    return { ok: true, status, message, checkedAt }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { status = null, kind, retryAfterSeconds } = error
    if (kind === 'limited' && status === null)
      fail(failures.sign_in_too_soon, { retryAfterSeconds: retryAfterSeconds ?? 60 })
    const message = errorText(error)
    if (kind !== 'limited') await noteFailing(ctx, connection.id, message)
    return { ok: false, status, message, checkedAt }
  }
}

/** Sends every open task whose newest state the provider does not have: after a pause, or a new mapping. */
export function syncAll(ctx: WorkspaceCtx, connectionId: string): Promise<{ queued: number }> {
  return inTransaction(ctx, async (ctx) => {
    const { status } = await getConnection(ctx, connectionId)
    if (status === 'paused') fail(failures.connection_paused)
    const queued = await requestAll(ctx, connectionId)
    const details = { queued }
    await recordAudit(ctx, { action: 'connection.synced', targetKind: 'connection', targetId: connectionId, details })
    return { queued }
  })
}
