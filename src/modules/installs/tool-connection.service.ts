import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { agentToRun } from '#modules/agents/agent.service.ts'
import { findMembership } from '#modules/identity/workspace.service.ts'
import { keepGranted } from '#modules/integrations/granted.service.ts'
import { connectionProblem, fetchConnection, openConnection } from '#modules/integrations/tool-connector.service.ts'
import { agentNamed } from './install-access.service.ts'
import type { InstallLink, ToolConnect } from './install.schema.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

export const failures = defineFailures({
  tool_connector_refused: { status: 409, text: 'The tool connector did not open a connection.' },
  tool_connection_unknown: { status: 403, text: 'The tool connector knows no such connection of yours.' },
  tool_connection_unusable: { status: 409, text: 'The connection cannot be used.' },
})

/** Whom a connection is made for there: only we can make one, so it tells whose it is when it comes back. */
function ownerOf(workspaceId: string, agentId: string | null): string {
  return `${workspaceId}:${agentId ?? ''}`
}

/** Makes a connection that waits for consent; the person gives it over there. */
export async function linkToolConnection(
  ctx: WorkspaceCtx,
  { toolkit, agentId = null }: ToolConnect,
): Promise<InstallLink> {
  const owner = ownerOf(ctx.workspaceId, await agentNamed(ctx, agentId))
  const callback = new URL(`${ctx.services.settings.baseUrl}/v1/integrations/tool-connector/callback`)
  callback.searchParams.set('state', `${owner}:${toolkit}`)
  try {
    return await openConnection(ctx, { owner, toolkit, callbackUrl: callback.href })
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    return fail(failures.tool_connector_refused, { detail: errorText(error) })
  }
}

/**
 * The browser is back from the connector. What it says is forgeable and only a hint: the connector is asked whose the
 * connection is, of what, and whether it works. Answers what is connected now, in a sentence.
 */
export async function finishToolConnection(
  ctx: Ctx,
  { connectionId, state }: { connectionId: string; state: string | undefined },
): Promise<string> {
  const connection = (await fetchConnection(ctx, connectionId)) ?? fail(failures.tool_connection_unknown)
  const { owner, toolkit } = connection
  // Connections from before there were agents are made for the workspace alone.
  const [workspaceId = '', agent = '', ...rest] = owner.split(':')
  const isSame = state === undefined || state === `${workspaceId}:${agent}:${toolkit}`
  if (rest.length > 0 || !isSame || !(await findMembership(ctx.db, workspaceId, NOBODY)))
    fail(failures.tool_connection_unknown)
  const problem = connectionProblem(connection)
  if (problem !== undefined) fail(failures.tool_connection_unusable, { detail: problem })
  const inside = { ...ctx, workspaceId, principal: { kind: 'system' } } as const
  const agentId = agent === '' ? null : (await agentToRun(inside, agent)).id
  const account = `${toolkit}/${connectionId}`
  await keepGranted(inside, { kind: 'tool_connector', name: toolkit.slice(0, 100), account, agentId })
  return `${toolkit} is connected to the workspace ${workspaceId}.`
}
