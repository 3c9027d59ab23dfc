import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { roleSuffices } from '#core/principal.ts'
import { agentToRun, failures as agents } from '#modules/agents/agent.service.ts'
import { findMembership } from '#modules/identity/workspace.service.ts'
import type { Install, InstallPass } from './install-pass.ts'
import { spendPass } from './install-pass.queries.ts'

export const failures = defineFailures({
  install_not_begun_here: {
    status: 403,
    text: 'This was not begun in this browser. Begin again where you want to connect it.',
  },
  install_expired: { status: 403, text: 'This took longer than ten minutes. Begin again.' },
  install_used: { status: 403, text: 'This was used already. If nothing is connected yet, begin again.' },
  install_unavailable: {
    status: 409,
    text: 'The operator of this service has not set up an app for the chat workspace.',
  },
})

export const agentFailures = { agent_not_found: agents.agent_not_found }

/** The person in the workspace, as an administrator as of now. Whoever is none does not learn whether it exists. */
export async function enterAsAdmin(ctx: Ctx, { workspaceId, userId }: Omit<Install, 'agentId'>): Promise<WorkspaceCtx> {
  const membership = (await findMembership(ctx.db, workspaceId, userId))?.membership
  if (!membership || !roleSuffices(membership.role, 'admin'))
    fail(coreFailures.insufficient_role, { detail: 'Only an administrator of that workspace can connect it.' })
  return { ...ctx, workspaceId, principal: { kind: 'user', userId, sessionId: '', membership } }
}

/** Says who it is to be for, by its id; refuses one that is not there. */
export async function agentNamed(ctx: WorkspaceCtx, agentId: string | null): Promise<string | null> {
  return agentId === null ? null : (await agentToRun(ctx, agentId)).id
}

/** Checks that the pass may be used, without using it. */
export async function checkPass(ctx: Ctx, pass: InstallPass): Promise<{ inside: WorkspaceCtx; pass: InstallPass }> {
  if (pass.expiresAt <= ctx.now) fail(failures.install_expired)
  const inside = await enterAsAdmin(ctx, pass)
  await agentNamed(inside, pass.agentId)
  return { inside, pass }
}

/** A pass works once. If anything fails after this, start over. */
export async function usePass(ctx: Ctx, pass: InstallPass): Promise<WorkspaceCtx> {
  const { inside } = await checkPass(ctx, pass)
  if (!(await spendPass(inside, pass))) fail(failures.install_used)
  return inside
}
