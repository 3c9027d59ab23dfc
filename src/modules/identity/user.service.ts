import type { Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { insertUser } from './member.queries.ts'

const failures = defineFailures({
  email_taken: { status: 409, text: 'There is an account with this e-mail already.' },
})

/** An account with a password of its own choosing: for the first administrator and the operator of the installation. */
export async function createUser(
  { db, now, services }: Ctx,
  { email, fullName, password }: { email: string; fullName: string; password: string },
): Promise<{ id: string }> {
  const passwordHash = await services.passwords.hash(password)
  return (await insertUser(db, { id: newId(), email, fullName, passwordHash, now })) ?? fail(failures.email_taken)
}
