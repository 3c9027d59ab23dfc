import type { Ctx } from '#core/context.ts'
import { randomToken } from '#core/crypto.ts'
import { findHashOf } from './member.queries.ts'

/** So long somebody may use a password that somebody else has given them. */
const TEMPORARY_DAYS = 7

/** Hashing takes long, so it is made before a transaction. */
export async function temporaryPassword(
  ctx: Ctx,
  email: string,
): Promise<{
  password: string
  kept: { passwordHash: string; passwordExpiresAt: Date }
}> {
  const password = randomToken(12)
  const passwordExpiresAt = new Date(ctx.now.getTime() + TEMPORARY_DAYS * 24 * 3600 * 1000)
  return { password, kept: { passwordHash: await hashFor(ctx, email, password), passwordExpiresAt } }
}

/** All accounts of an address share a salt, so that a sign-in costs the same however many there are. */
export async function hashFor(
  { db, services }: Pick<Ctx, 'db' | 'services'>,
  email: string,
  password: string,
): Promise<string> {
  return services.passwords.hash(password, await findHashOf(db, email))
}
