import { inTransaction, type Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { findAccount, findUserName, insertUser, saveVerified } from './member.queries.ts'
import { assertGoodPassword, ownWordsOf } from './password.service.ts'
import { endAccess } from './session.service.ts'
import { temporaryPassword } from './temporary-password.ts'

const failures = defineFailures({
  account_not_found: { status: 404, text: 'There is no account with this e-mail.' },
  email_taken: { status: 409, text: 'There is an account with this e-mail already.' },
})

/**
 * An account with a password of its own choosing: for the first administrator and the operator of the installation, who
 * vouches for the address.
 */
export async function createUser(
  { db, now, services }: Ctx,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<{ id: string }> {
  assertGoodPassword(password, ownWordsOf(email, fullName), 'password')
  const passwordHash = await services.passwords.hash(password)
  const user = { id: newId(), email, fullName, passwordHash, passwordExpiresAt: null, now, verifiedAt: now }
  return (await insertUser(db, user)) ?? fail(failures.email_taken)
}

/**
 * The operator vouches that the address is the person's own. Whoever made the account knows its password and may have
 * signed in, so all that is over, and the operator hands the person a new one. Null for who has one of their own since.
 */
export async function verifyUser(
  ctx: Ctx,
  email: string,
): Promise<{ id: string; email: string; temporaryPassword: string | null }> {
  const { password, kept } = await temporaryPassword(ctx)
  return inTransaction(ctx, async (ctx) => {
    const verified = await saveVerified(ctx.db, email, { ...kept, now: ctx.now })
    const { id } = verified ?? (await findAccount(ctx.db, email)) ?? fail(failures.account_not_found)
    if (verified) await endAccess(ctx, id)
    return { id, email, temporaryPassword: verified ? password : null }
  })
}

export async function getUserName({ db }: Ctx, userId: string): Promise<string> {
  return (await findUserName(db, userId)) ?? fail(failures.account_not_found)
}
