import type { Ctx } from '#core/context.ts'
import { randomToken } from '#core/crypto.ts'

/** So long somebody may use a password that somebody else has given them. */
const TEMPORARY_DAYS = 7

/** Hashing takes long, so it is made before a transaction. */
export async function temporaryPassword({ services, now }: Ctx): Promise<{
  password: string
  kept: { passwordHash: string; passwordExpiresAt: Date }
}> {
  const password = randomToken(12)
  const passwordExpiresAt = new Date(now.getTime() + TEMPORARY_DAYS * 24 * 3600 * 1000)
  return { password, kept: { passwordHash: await services.passwords.hash(password), passwordExpiresAt } }
}
