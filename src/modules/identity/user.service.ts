import { inTransaction, type Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { findProven, findUnproven, findUserName, insertUser, saveVerified } from './member.queries.ts'
import { assertGoodPassword, ownWordsOf } from './password.service.ts'
import { endAccess } from './session.service.ts'
import { hashFor, temporaryPassword } from './temporary-password.ts'

const failures = defineFailures({
  several_accounts: {
    status: 409,
    text: 'Several workspaces have made an account for this e-mail. Say whose is the person’s own with --workspace.',
  },
  account_not_found: { status: 404, text: 'There is no account with this e-mail.' },
  email_taken: { status: 409, text: 'There is an account with this e-mail already.' },
})

/**
 * An account with a password of its own choosing: for the first administrator and the operator of the installation, who
 * vouches for the address.
 */
export async function createUser(
  ctx: Ctx,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<{ id: string }> {
  assertGoodPassword(password, ownWordsOf(email, fullName), 'password')
  const { db, now } = ctx
  const passwordHash = await hashFor(ctx, email, password)
  const about = { id: newId(), email, fullName, now, verifiedAt: now, madeIn: null }
  return (await insertUser(db, { ...about, passwordHash, passwordExpiresAt: null })) ?? fail(failures.email_taken)
}

/**
 * The operator vouches that the address is the person's own. Whoever made the account knows its password and may have
 * signed in, so all that is over, and the operator hands the person a new one. Null for who has one of their own since.
 */
export async function verifyUser(
  ctx: Ctx,
  email: string,
  workspaceId?: string,
): Promise<{ id: string; email: string; temporaryPassword: string | null }> {
  const { password, kept } = await temporaryPassword(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    const { id } = (await findProven(ctx.db, email)) ?? (await oneUnproven(ctx, email, workspaceId))
    const verified = await saveVerified(ctx.db, id, { ...kept, now: ctx.now })
    if (verified) await endAccess(ctx, id)
    return { id, email, temporaryPassword: verified ? password : null }
  })
}

async function oneUnproven({ db }: Ctx, email: string, workspaceId: string | undefined): Promise<{ id: string }> {
  const all = await findUnproven(db, email)
  const meant = workspaceId === undefined ? all : all.filter(({ madeIn }) => madeIn === workspaceId)
  if (meant.length > 1) fail(failures.several_accounts)
  return meant[0] ?? fail(failures.account_not_found)
}

export async function getUserName({ db }: Ctx, userId: string): Promise<string> {
  return (await findUserName(db, userId)) ?? fail(failures.account_not_found)
}
