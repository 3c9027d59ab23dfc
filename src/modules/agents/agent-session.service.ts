import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import * as sessions from './agent-session.queries.ts'
import type { AgentSessionCreate, AgentSessionQuery, AgentSessionView } from './agent-session.schema.ts'
import { createSession, failures } from './session.service.ts'

/** One's own. Those of others are opened by their address, by whoever may see them. */
export function listSessions(ctx: WorkspaceCtx, query: AgentSessionQuery): Promise<Listed<AgentSessionView>> {
  const { principal } = ctx
  return sessions.listAgentSessions(ctx, principal.kind === 'user' ? principal.userId : null, query)
}

/** A place to talk in. It is in the list once something was said. */
export async function beginSession(ctx: WorkspaceCtx, { title }: AgentSessionCreate): Promise<AgentSessionView> {
  const { principal } = ctx
  if (principal.kind !== 'user') fail(coreFailures.invalid_token)
  const { id } = await createSession(ctx, { userId: principal.userId, title: title ?? null })
  return (await sessions.findAgentSession(ctx, id)) ?? fail(failures.session_not_found)
}
