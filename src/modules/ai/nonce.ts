import type { Pool } from '#core/db.ts'
import { gatheredWhileBusy } from '#core/batching.ts'
import { keepNonces, type Nonce } from './nonce.queries.ts'

/** Longer than a request can stay fresh, seen from both sides of the window. */
const NONCE_SECONDS = 2 * 300 + 10

/** A trip to the database costs as much as all else that a call is checked for; thousands of calls share a few hundred. */
const STATEMENTS = { millisMax: 4, atOnceMax: 4 }

/** True for the first who shows this nonce, on any node. */
export type TakeNonce = (caller: string, nonce: string) => Promise<boolean>

export function openNonces(pool: Pool, now: () => Date): TakeNonce {
  const take = gatheredWhileBusy<Nonce, boolean>(async (nonces) => {
    const expiresAt = new Date(now().getTime() + NONCE_SECONDS * 1000)
    const known = await keepNonces(pool, nonces, expiresAt)
    return known.length === 0 ? nonces.map(() => true) : areFresh(nonces, known)
  }, STATEMENTS)
  return (caller, nonce) => take({ caller, nonce })
}

/** Of two that came together the first is fresh. */
function areFresh(nonces: readonly Nonce[], known: readonly Nonce[]): boolean[] {
  const left = known.map(nameOf)
  const fromLast = nonces.toReversed().map((each) => {
    const at = left.indexOf(nameOf(each))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
  return fromLast.toReversed()
}

function nameOf({ caller, nonce }: Nonce): string {
  return `${caller} ${nonce}`
}
