import type { Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { findUserName, insertUser, saveVerified } from './member.queries.ts'

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
  const passwordHash = await services.passwords.hash(password)
  const user = { id: newId(), email, fullName, passwordHash, passwordExpiresAt: null, now, verifiedAt: now }
  return (await insertUser(db, user)) ?? fail(failures.email_taken)
}

/** The operator vouches that the address is the person's own. */
export async function verifyUser({ db, now }: Ctx, email: string): Promise<{ id: string; email: string }> {
  return (await saveVerified(db, email, now)) ?? fail(failures.account_not_found)
}

export async function getUserName({ db }: Ctx, userId: string): Promise<string> {
  return (await findUserName(db, userId)) ?? fail(failures.account_not_found)
}
