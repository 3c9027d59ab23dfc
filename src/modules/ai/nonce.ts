import type { Pool } from '#core/db.ts'
import { gathered } from '#core/gathering.ts'
import { insertNonces } from './nonce.queries.ts'

/** Longer than a request can stay fresh, seen from both sides of the window. */
const NONCE_SECONDS = 2 * 300 + 10

/** A trip to the database costs as much as all else that a call is checked for; thousands of calls share a few hundred. */
const CROWD_MILLIS = 4

/** True for the first who shows this nonce, on any node. */
export type TakeNonce = (caller: string, nonce: string) => Promise<boolean>

export function openNonces(pool: Pool, now: () => Date): TakeNonce {
  const take = gathered<{ caller: string; nonce: string }, boolean>(
    async (_, nonces) => {
      const expiresAt = new Date(now().getTime() + NONCE_SECONDS * 1000)
      const fresh = new Set((await insertNonces(pool, nonces, expiresAt)).map(nameOf))
      // Of two that came together only one is the first.
      return nonces.map((each) => fresh.delete(nameOf(each)))
    },
    { crowdMillis: CROWD_MILLIS },
  )
  return (caller, nonce) => take('', { caller, nonce })
}

/** Neither may hold a space. */
function nameOf({ caller, nonce }: { caller: string; nonce: string }): string {
  return `${caller} ${nonce}`
}
