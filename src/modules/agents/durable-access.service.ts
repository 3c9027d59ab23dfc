import type { Ctx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { marksOf, startFor } from './mark.rules.ts'
import { signAccess, type Entrance } from './session-access.service.ts'
import { CAPABILITIES, type AccessRequest, type SessionAccess } from './session.schema.ts'
import { situationOf } from './stream-hub.ts'

const TTL_SECONDS = 900
/** Of its life, after which a token had better be replaced. */
const FRESH_SHARE = 0.8

/** All that a browser needs to follow a session by itself: a token for it, the addresses, and where the log stands. */
export async function giveAccess(
  ctx: Pick<Ctx, 'services' | 'now'> & { db: Pool },
  { session: { id }, principal }: Entrance,
  request: AccessRequest,
): Promise<SessionAccess> {
  const { capabilities = CAPABILITIES, ttl_seconds: ttlSeconds = TTL_SECONDS, origin } = request
  const situation = await situationOf(ctx.db, id)
  const { session } = situation
  const issuedMillis = Math.floor(ctx.now.getTime() / 1000) * 1000
  const after = (seconds: number): Date => new Date(issuedMillis + seconds * 1000)
  const grant = { session, principal, capabilities, origin, expiresAt: after(ttlSeconds) }
  const address = `${ctx.services.settings.baseUrl}/v1/agent/sessions/${id}`
  return {
    session_id: id,
    workspace_id: session.workspaceId,
    protocol: 'ag-ui/1.0+sse',
    subscribe_url: `${address}/subscribe_direct`,
    runs_url: `${address}/runs_direct`,
    access_token: await signAccess(ctx, grant),
    token_type: 'bearer',
    expires_in: ttlSeconds,
    expires_at: after(ttlSeconds).toISOString(),
    refresh_after: after(Math.floor(ttlSeconds * FRESH_SHARE)).toISOString(),
    marks: marksOf(startFor({}, true, situation).cursor),
    active_run_id: session.activeRunId,
    pending_interactions: [...session.pendingInteractions],
  }
}
