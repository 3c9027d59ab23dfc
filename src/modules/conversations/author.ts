import type { WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { getUserName } from '#modules/identity/user.service.ts'
import { SYSTEM, type Author } from './message.schema.ts'

/** Whose words these are. The name is kept as it is now: what somebody said stays theirs. */
export async function authorOf(ctx: WorkspaceCtx): Promise<Author> {
  const { principal } = ctx
  if (principal.kind === 'key') return { kind: 'key', id: principal.keyId, name: principal.name, byProgram: true }
  if (principal.kind === 'system') return SYSTEM
  if (principal.kind !== 'user') fail(coreFailures.invalid_token)
  const { userId, scopes } = principal
  // Scopes are what a person has allowed a program to do for them.
  return { kind: 'user', id: userId, name: await getUserName(ctx, userId), byProgram: scopes !== undefined }
}
