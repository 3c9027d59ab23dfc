import { afterCommit, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { ROLES, roleSuffices } from '#core/principal.ts'
import * as agentRuns from './agent-run.queries.ts'
import type { AgentRun, AgentRunQuery, InteractionQuery } from './agent-run.schema.ts'
import { listAssigned } from './interaction.queries.ts'
import type { Interaction } from './interaction.schema.ts'
import { interactionOf } from './interaction-view.ts'
import { lockRun } from './run.queries.ts'
import { cancel, failures } from './run.service.ts'

const ENDED: readonly AgentRun['status'][] = ['completed', 'failed', 'cancelled']

/** Administrators see all runs, everybody else their own. */
function onlyOf({ principal }: WorkspaceCtx): string | undefined {
  if (principal.kind !== 'user') return undefined
  return principal.membership?.role === 'admin' ? undefined : principal.userId
}

export function listRuns(ctx: WorkspaceCtx, query: AgentRunQuery): Promise<Listed<AgentRun>> {
  return agentRuns.listAgentRuns(ctx, query, onlyOf(ctx))
}

export async function getRun(ctx: WorkspaceCtx, runId: string): Promise<AgentRun> {
  const run = (await agentRuns.findAgentRun(ctx, runId)) ?? fail(failures.run_not_found)
  const only = onlyOf(ctx)
  return only === undefined || run.userId === only ? run : fail(failures.run_not_found)
}

/** One that is over stays as it is. Whoever works on it stops within moments. */
export async function cancelRun(ctx: WorkspaceCtx, runId: string): Promise<AgentRun> {
  const { status, sessionId } = await getRun(ctx, runId)
  if (ENDED.includes(status)) return getRun(ctx, runId)
  await inTransaction(ctx, async (ctx) => {
    const run = (await lockRun(ctx, runId)) ?? fail(failures.run_not_found)
    if (!ENDED.includes(run.status)) await cancel(ctx, run)
  })
  afterCommit(ctx, () => {
    ctx.services.sessionLog.tell(sessionId)
    for (const signal of [`cancel:${runId}`, 'queued', `settled:${runId}`]) ctx.services.runSignals.send(signal)
  })
  return getRun(ctx, runId)
}

/** What waits for an answer of this person. */
export async function listInteractions(ctx: WorkspaceCtx, query: InteractionQuery): Promise<Listed<Interaction>> {
  const { principal, now } = ctx
  const person = principal.kind === 'user' ? principal : undefined
  const role = person?.membership?.role
  const roles = role ? ROLES.filter((needed) => roleSuffices(role, needed)) : []
  const found = await listAssigned(ctx, query, { userId: person?.userId ?? null, roles, now })
  return { ...found, items: found.items.map((row) => interactionOf(row, 'interrupted')) }
}
