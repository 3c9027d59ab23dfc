import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedMap } from '#core/bounded-map.ts'
import { sha256 } from '#core/crypto.ts'
import type { LeasedLimiter } from '#core/ratelimit.ts'
import { networkIn, spend } from './admission.ts'

/** A secret that is shown at a door. */
export interface Guess {
  door: string
  secret: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface Guesses {
  /** Refuses who has shown too many wrong ones before this one is looked at, or they would learn which one is right. */
  admit(guess: Guess): Promise<void>
  countWrong(guess: Guess, isAnybodyThere: boolean): Promise<void>
  noteRight(guess: Guess): void
}

const RIGHT_MAX = 50_000

/**
 * Counts wrong secrets by the address they come from; who never shows a wrong one is never counted. Vendors call from the
 * same addresses for all of their customers, and any customer can have them show us wrong ones. So a secret that was right
 * from an address before is let in from there whatever the count: whoever shows it knows already that it is right.
 */
export function openGuesses(limiter: LeasedLimiter): Guesses {
  // Who is forgotten is counted like everybody until the next right one.
  const right = new BoundedMap<string, true>(RIGHT_MAX)

  return {
    async admit(guess) {
      const own = keyOf(guess)
      if (limiter.isEmpty(own) && !right.has(rightKeyOf(guess))) spend(guess.reply, await limiter.take(own))
    },
    async countWrong(guess, isAnybodyThere) {
      const [own, address] = [keyOf(guess), addressKeyOf(guess)]
      // The first wrong one for a workspace also counts for the address, or who makes up workspaces would get a new count
      // for each. Workspaces that are there are answered like those made up: nobody is to learn which is which.
      const begun = own === address || limiter.isKnown(own) ? undefined : await limiter.take(address)
      if (isAnybodyThere || begun?.allowed !== false) spend(guess.reply, await limiter.take(own))
      if (begun) spend(guess.reply, begun)
      else if (own !== address && limiter.isEmpty(address)) spend(guess.reply, await limiter.take(address))
    },
    noteRight(guess) {
      right.set(rightKeyOf(guess), true)
    },
  }
}

/** Where the address names the workspace, each has its own count. */
function keyOf(guess: Guess): string {
  const { workspaceId } = guess.request.params as { workspaceId?: string }
  return workspaceId === undefined ? addressKeyOf(guess) : `${addressKeyOf(guess)}:${workspaceId}`
}

function addressKeyOf({ door, request }: Guess): string {
  return `guess:${door}:${networkIn(request)}`
}

function rightKeyOf(guess: Guess): string {
  return `${keyOf(guess)} ${sha256(guess.secret).toString('base64url')}`
}
