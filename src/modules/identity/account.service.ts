import { inTransaction, type Ctx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { coreFailures, defineFailures, fail, failAt } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import type { Principal } from '#core/principal.ts'
import { countAttempt } from '#core/ratelimit.ts'
import { sql } from '#core/sql.ts'
import type { MyWorkspace, PasswordChange, PasswordChanged } from './account.schema.ts'
import { assertGoodPassword, ownWordsOf } from './password.service.ts'
import { endAccess } from './session.service.ts'
import { placesOf } from './sign-in-pace.ts'
import { hashFor } from './temporary-password.ts'
import { listMemberships } from './workspace.queries.ts'

const TRIES_PER_MINUTE = 10

export const failures = defineFailures({
  wrong_password: { status: 422, text: 'currentPassword is not the current password.' },
})

/** Whoever knew the old password is signed out, programs too; the session that changed it stays. */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, newPassword }: PasswordChange,
): Promise<PasswordChanged> {
  const { userId, sessionId } = signedIn(ctx)
  // Counted per session, so that a stolen session cannot lock the person out.
  await countAttempt(ctx.db, `password:${sessionId}`, TRIES_PER_MINUTE)
  const user = await one<{ hash: string | null; email: string; fullName: string }>(
    ctx.db,
    sql`
    select password_hash as hash, email, full_name as "fullName" from users where id = ${userId}`,
  )
  const hash = user?.hash ?? undefined
  if (!(await ctx.services.passwords.matches(currentPassword, hash))) refuseCurrent()
  await assertNewPassword(ctx, userId, newPassword, user)
  const newHash = await hashFor(ctx, user?.email ?? '', newPassword)

  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    // Two changes at once both knew the old password; the second no longer does.
    const changed = await run(
      db,
      sql`
      update users set password_hash = ${newHash}, password_expires_at = null
      where id = ${userId} and password_hash = ${hash} returning id`,
    )
    if (changed === 0) refuseCurrent()
    const { browser, network } = placesOf(ctx)
    const kept = { sessionId, places: browser ? [browser, network] : [network] }
    return { changedAt: now.toISOString(), sessionsEnded: await endAccess(ctx, userId, kept) }
  })
}

async function assertNewPassword(
  ctx: Ctx,
  userId: string,
  newPassword: string,
  { email = '', fullName = '' }: { email?: string; fullName?: string } = {},
): Promise<void> {
  const { items } = await listMemberships(ctx.db, userId, { limit: 100 })
  const names = items.map(({ name }) => name)
  assertGoodPassword(newPassword, ownWordsOf(email, fullName, ...fullName.split(' '), ...names), 'newPassword')
}

/** Ends the session the request came with, its refresh token included. */
export async function signOut(ctx: Ctx): Promise<{ id: string; deleted: true; deletedAt: string }> {
  const { sessionId } = signedIn(ctx)
  const ended = await run(
    ctx.db,
    sql`
    update sessions set ended_at = ${ctx.now}, ended_because = 'signed out'
    where id = ${sessionId} and ended_at is null returning id`,
  )
  if (ended === 0) fail(coreFailures.invalid_token)
  return { id: sessionId, deleted: true, deletedAt: ctx.now.toISOString() }
}

export function listMyWorkspaces(ctx: Ctx, query: { limit?: number; offset?: number }): Promise<Listed<MyWorkspace>> {
  return listMemberships(ctx.db, signedIn(ctx).userId, query)
}

function signedIn({ principal }: Ctx): Extract<Principal, { kind: 'user' }> {
  return principal.kind === 'user' ? principal : fail(coreFailures.invalid_token)
}

function refuseCurrent(): never {
  failAt(failures.wrong_password, 'currentPassword')
}
