import { CREDENTIALS_TOPIC, type Bus } from '#core/bus.ts'
import { sha256Text, type Signer } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { Principal } from '#core/principal.ts'
import { recallUnder } from '#core/recall.ts'
import { findPrincipal } from './api-key.queries.ts'
import type { KeyUse } from './key-use.ts'
import { isKeyValue, keyHashOf } from './key-value.ts'
import { findLiveSession } from './session.queries.ts'
import { readAccessToken } from './session.service.ts'
import { findMembership } from './workspace.service.ts'

/**
 * Tells who is asking without a query for each request: answers are remembered while the bus is live, and any change
 * to keys, memberships, users or sessions makes every node forget. When in doubt the database is asked.
 */
export function createDoorkeeper(parts: { pool: Pool; bus: Bus; signer: Signer; keyUse: KeyUse; now: () => Date }) {
  const { pool, bus, signer, keyUse, now } = parts
  const recall = recallUnder(bus, CREDENTIALS_TOPIC)

  async function identifyKey(value: string): Promise<Principal | undefined> {
    // Only what is not remembered has to be looked at closely.
    const key = await recall(`key:${sha256Text(value)}`, async () =>
      isKeyValue(value) ? findPrincipal(pool, keyHashOf(value)) : undefined,
    )
    if (!key || (key.expiresAt && Date.parse(key.expiresAt) <= now().getTime())) return undefined
    keyUse.note(key.keyId, now())
    return key
  }

  async function identifyUser(token: string): Promise<Principal | undefined> {
    const claims = await readAccessToken(signer, token, now())
    if (!claims) return undefined
    const { sessionId } = claims
    const session = await recall(`session:${sessionId}`, () => findLiveSession(pool, sessionId))
    return session && { kind: 'user', userId: session.userId, sessionId }
  }

  return {
    recall,

    identify: (token: string): Promise<Principal | undefined> =>
      token.startsWith('ink_') ? identifyKey(token) : identifyUser(token),

    async enter(principal: Principal, workspaceId: string): Promise<Principal> {
      if (principal.kind === 'key') {
        return principal.workspaceId === workspaceId ? principal : fail(coreFailures.invalid_token)
      }
      if (principal.kind !== 'user') fail(coreFailures.invalid_token)
      const entry = await recall(`entry:${principal.userId}:${workspaceId}`, () =>
        findMembership(pool, workspaceId, principal.userId),
      )
      if (!entry) fail(coreFailures.workspace_not_found)
      if (!entry.membership) fail(coreFailures.workspace_forbidden)
      return { ...principal, membership: entry.membership }
    },
  }
}
