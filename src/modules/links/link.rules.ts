import type { LinkState } from './share-link.schema.ts'

/** Author of what comes through a link that names nobody. */
const UNNAMED = 'External task'

export function authorName(technicianName: string | null): string {
  return technicianName ?? UNNAMED
}

/** A link for a stay goes with the stay: one that was cancelled or moved elsewhere withdraws it. */
export function doorLinkState(
  link: {
    revokedAt: string | null
    expiresAt: string | null
    reservationId: string | null
    checkinDate: string | null
  },
  now: Date,
): LinkState {
  const isStayGone = link.reservationId !== null && link.checkinDate === null
  return isStayGone ? 'revoked' : linkState(link, now)
}

export function linkState(link: { revokedAt: string | null; expiresAt: string | null }, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime() ? 'expired' : 'active'
}
