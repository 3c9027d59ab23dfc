import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Principal } from '#core/principal.ts'
import * as sessions from './session.queries.ts'
import type { AgentSession } from './session.schema.ts'

export const failures = defineFailures({
  session_not_found: { status: 404, text: 'No such session.' },
  session_forbidden: { status: 403, text: 'You have no access to this session.' },
})

/** A new, empty session of this person. */
export function createSession(
  ctx: WorkspaceCtx,
  input: { id?: string; userId: string; visibility?: AgentSession['visibility']; title?: string | null },
): Promise<AgentSession> {
  const { id = newId(), userId, visibility = 'private', title = null } = input
  return inTransaction(
    ctx,
    async (ctx) =>
      (await sessions.insertSession(ctx, { id, userId, visibility, title })) ?? fail(failures.session_not_found),
  )
}

/** Its owner and the administrators; everybody of the workspace when it is shared. */
export function maySee(session: AgentSession, principal: Principal): boolean {
  if (principal.kind !== 'user' || !principal.membership) return false
  return (
    session.userId === principal.userId || principal.membership.role === 'admin' || session.visibility === 'workspace'
  )
}
