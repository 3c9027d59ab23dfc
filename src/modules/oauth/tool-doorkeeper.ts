import type { Pool } from '#core/db.ts'
import type { Principal } from '#core/principal.ts'
import type { Services } from '#core/services.ts'
import { findLiveGrant } from './grant.queries.ts'
import { readToolToken } from './grant.service.ts'

interface Entry {
  principal: Principal
  workspaceId: string
  readOnly: boolean
}

interface Parts {
  pool: Pool
  services: Services
  now: () => Date
  doorkeeper: {
    identify(token: string): Promise<Principal | undefined>
    enter(principal: Principal, workspaceId: string): Promise<Principal>
    /** Remembers the answer for as long as that is safe. */
    recall<T>(what: string, ask: () => Promise<T | undefined>): Promise<T | undefined>
  }
}

/**
 * Who stands before the tool server: a key, or a program with a token that a person allowed. A session of the console
 * is neither: its token was made for another place.
 */
export function createToolDoorkeeper({ pool, services, now, doorkeeper }: Parts): {
  identifyTool(token: string): Promise<Entry | undefined>
} {
  async function byKey(token: string): Promise<Entry | undefined> {
    const key = await doorkeeper.identify(token)
    if (key?.kind !== 'key') return undefined
    const { workspaceId } = key
    return { principal: await doorkeeper.enter(key, workspaceId), workspaceId, readOnly: false }
  }

  async function byGrant(token: string): Promise<Entry | undefined> {
    const read = await readToolToken({ services, now: now() }, token)
    if (!read) return undefined
    const { grantId, scopes } = read
    const grant = await doorkeeper.recall(`grant:${grantId}`, () => findLiveGrant(pool, grantId))
    if (!grant) return undefined
    const { workspaceId, userId, id: sessionId, isReadOnly } = grant
    const allowed = new Set(grant.scopes)
    const person = {
      kind: 'user',
      userId,
      sessionId,
      scopes: scopes ? allowed.intersection(new Set(scopes)) : allowed,
    } as const
    return { principal: await doorkeeper.enter(person, workspaceId), workspaceId, readOnly: isReadOnly }
  }

  return { identifyTool: (token) => (token.startsWith('ink_') ? byKey(token) : byGrant(token)) }
}
