import type { LinkState } from './share-link.schema.ts'

/** Author of what comes through a link that names nobody. */
const UNNAMED = 'External task'

export function authorName(technicianName: string | null): string {
  return technicianName ?? UNNAMED
}

export function linkState(link: { revokedAt: string | null; expiresAt: string | null }, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime() ? 'expired' : 'active'
}
