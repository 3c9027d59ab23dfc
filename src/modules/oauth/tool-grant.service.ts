import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { roleSuffices } from '#core/principal.ts'
import * as grants from './grant.queries.ts'
import type { ToolGrant, ToolGrantQuery } from './grant.schema.ts'

export const failures = defineFailures({
  grant_not_found: { status: 404, text: 'No such grant.' },
})

/** People see what they allowed themselves; administrators may see all. */
export function listToolGrants(
  ctx: WorkspaceCtx,
  { everybody = false, ...query }: ToolGrantQuery,
): Promise<Listed<ToolGrant>> {
  const { userId, isAdmin } = personIn(ctx)
  if (everybody && !isAdmin) fail(coreFailures.insufficient_role, { detail: 'This needs the role admin.' })
  return grants.listGrants(ctx, query, { userId: everybody ? undefined : userId, now: ctx.now })
}

/** The program is out at once. Those of others are an administrator's business. */
export async function endToolGrant(
  ctx: WorkspaceCtx,
  grantId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  const { userId, isAdmin } = personIn(ctx)
  const grant = await grants.findGrant(ctx, grantId)
  if (!grant || (grant.userId !== userId && !isAdmin)) fail(failures.grant_not_found)
  await grants.endGrant(ctx, grantId, 'ended by a person')
  return { id: grantId, deleted: true, deletedAt: ctx.now.toISOString() }
}

/** No program acts for this person any longer, anywhere. */
export function endGrantsOf(ctx: grants.Acting, userId: string, because: string): Promise<void> {
  return grants.endGrantsOf(ctx, userId, because)
}

function personIn({ principal }: WorkspaceCtx): { userId: string; isAdmin: boolean } {
  if (principal.kind !== 'user' || !principal.membership) fail(coreFailures.invalid_token)
  return { userId: principal.userId, isAdmin: roleSuffices(principal.membership.role, 'admin') }
}
