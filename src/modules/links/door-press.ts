import { linkFailures } from '#core/access.ts'
import type { Pool } from '#core/db.ts'
import type { Failure } from '#core/errors.ts'
import type { LinkPrincipal } from '#core/principal.ts'
import { exactLimiter } from '#core/ratelimit.ts'
import { refusePress } from '#modules/locks/door-attempt.service.ts'

export const PRESSES_PER_MINUTE = 5

export function pressKey(linkId: string): string {
  return `door:${linkId}`
}

/** Writes down a press that was turned away before it came to the door. A dead link is held to the limit of a living one. */
export async function noteTurnedAway(
  db: Pool,
  { workspaceId, linkId, subjectId }: LinkPrincipal,
  { code }: Failure,
): Promise<void> {
  const press = { propertyId: subjectId, lockId: null, doorLinkId: linkId }
  const reason = REASONS[code] ?? 'limited'
  const isLimited = reason === 'limited' || !(await exactLimiter(db, PRESSES_PER_MINUTE).take(pressKey(linkId))).allowed
  await refusePress({ db, workspaceId }, press, isLimited ? 'limited' : reason)
}

const REASONS: Record<string, 'revoked' | 'expired'> = {
  [linkFailures.link_revoked.code]: 'revoked',
  [linkFailures.link_expired.code]: 'expired',
}
