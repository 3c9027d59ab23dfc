import type { Ctx, WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { roleSuffices, type Principal } from '#core/principal.ts'
import { findMembership, listWorkspacesOf } from '#modules/identity/workspace.service.ts'

type PersonPrincipal = Extract<Principal, { kind: 'user' }>
export type PersonCtx = WorkspaceCtx & { readonly principal: PersonPrincipal }

/** For whom a request speaks: its own person, or with the server key the one that it names. */
export function speakerOf({ principal }: Ctx, named: string | undefined, field: string): string {
  if (principal.kind === 'user') return principal.userId
  return named ?? missing(field)
}

/** The workspace that a request names; a person who has just one need not. */
export async function workspaceOf(ctx: Ctx, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  if (ctx.principal.kind !== 'user') return missing('workspace_id')
  const [only, another] = await listWorkspacesOf(ctx, ctx.principal.userId)
  if (!only) fail(coreFailures.workspace_forbidden)
  return another ? missing('workspace_id') : only.id
}

/** The person in the workspace, with what they may do there at this moment. */
export async function enter(ctx: Ctx, workspaceId: string, userId: string): Promise<PersonCtx> {
  const entry = (await findMembership(ctx.db, workspaceId, userId)) ?? fail(coreFailures.workspace_not_found)
  const { membership } = entry
  if (!membership) fail(coreFailures.workspace_forbidden)
  const sessionId = ctx.principal.kind === 'user' ? ctx.principal.sessionId : ''
  return { ...ctx, workspaceId, principal: { kind: 'user', userId, sessionId, membership } }
}

/** Enters as `userId`, with a role no higher than the one `within` has at this moment. */
export async function enterWithin(ctx: Ctx, workspaceId: string, userId: string, within: string): Promise<PersonCtx> {
  const [person, other] = [await enter(ctx, workspaceId, userId), await enter(ctx, workspaceId, within)]
  const { membership } = person.principal
  const bound = other.principal.membership?.role ?? 'member'
  if (!membership || roleSuffices(bound, membership.role)) return person
  return { ...person, principal: { ...person.principal, membership: { ...membership, role: bound } } }
}

function missing(field: string): never {
  const errors = [{ pointer: `/${field}`, code: 'required', message: 'This is required here.' }]
  return fail(coreFailures.invalid_request, { detail: `/${field}: This is required here.`, errors })
}
