import { callerIn, type Ctx } from '#core/context.ts'
import { sha256, sha256Text } from '#core/crypto.ts'
import type { Db } from '#core/db.ts'
import { countAttempt, exactLimiter, findOver, refuseOver } from '#core/ratelimit.ts'
import * as pace from './sign-in-pace.queries.ts'

/** For each place where the person has signed in before. */
const KNOWN_PER_MINUTE = 10
/**
 * For all known browsers, or all known networks, of one account together. Somebody with an account at the same address
 * in another company can make any number of places known.
 */
const KNOWN_PER_MINUTE_IN_ALL = 30
/** For all other places of one account together: this many at once, then one every so many seconds. */
const STRANGERS_AT_ONCE = 10
const STRANGERS_EVERY_SECONDS = 10
/** A waiting client is told to retry within BACK_SECONDS, and loses its place after LEFT_SECONDS. */
const BACK_SECONDS = 30
const LEFT_SECONDS = 60
/** Wrong passwords from one network, across all accounts. */
const WRONG_PER_MINUTE = 60

export interface Try {
  isKnown: boolean
  network: string
}

/**
 * Admits a try at an account, or says when to come back. Tries from a browser or network where the person has signed in
 * before are counted separately, so strangers cannot use them up. All strangers share one pace per account and take
 * turns, so guessing from many addresses is no faster than from one. An address without an account is treated like one
 * where nobody has signed in.
 */
export async function admitTry(ctx: Ctx, address: string, userIds: readonly string[]): Promise<Try> {
  const { db } = ctx
  const { network } = callerIn(ctx)
  const places = placesOf(ctx)
  const account = sha256Text(address)
  const known = await pace.findKnown(db, userIds, places)
  if (known.browser.length > 0 && places.browser) {
    for (const userId of known.browser) await countAttempt(db, `sign-in:browsers:${userId}`, KNOWN_PER_MINUTE_IN_ALL)
    await countAttempt(db, `sign-in:browser:${account}:${places.browser.toString('base64url')}`, KNOWN_PER_MINUTE)
    return { isKnown: true, network }
  }
  if (known.network.length > 0) {
    const own = [await exactLimiter(db, KNOWN_PER_MINUTE).take(`sign-in:network:${account}:${network}`)]
    for (const userId of known.network)
      own.push(await exactLimiter(db, KNOWN_PER_MINUTE_IN_ALL).take(`sign-in:networks:${userId}`))
    if (own.every(({ allowed }) => allowed)) return { isKnown: true, network }
  } else {
    const wrong = await findOver(db, wrongKeyOf(network), WRONG_PER_MINUTE)
    if (wrong) refuseOver(wrong)
  }
  await awaitTurn(ctx, account, network)
  return { isKnown: false, network }
}

export async function countWrong({ db }: Ctx, { isKnown, network }: Try): Promise<void> {
  if (!isKnown) await exactLimiter(db, WRONG_PER_MINUTE).take(wrongKeyOf(network))
}

/** Networks take turns in the order in which they first asked; one that does not come back is skipped. */
async function awaitTurn({ db, now }: Ctx, account: string, network: string): Promise<void> {
  const rules = { account, now, everySeconds: STRANGERS_EVERY_SECONDS, atOnce: STRANGERS_AT_ONCE }
  const { free, nextAt } = await pace.findFree(db, rules)
  const since = new Date(now.getTime() - LEFT_SECONDS * 1000)
  const before = await pace.lineUp(db, { account, network, now, since })
  if (before < free && (await pace.takeFree(db, rules))) return pace.leaveLine(db, account, network)
  const untilFree = Math.ceil((nextAt.getTime() - now.getTime()) / 1000) + before * STRANGERS_EVERY_SECONDS
  const retryAfterSeconds = Math.min(BACK_SECONDS, Math.max(1, untilFree))
  refuseOver({
    allowed: false,
    limit: STRANGERS_AT_ONCE,
    remaining: 0,
    windowSeconds: STRANGERS_AT_ONCE * STRANGERS_EVERY_SECONDS,
    resetSeconds: STRANGERS_AT_ONCE * STRANGERS_EVERY_SECONDS,
    retryAfterSeconds,
  })
}

/** Whether anybody has signed in with the browser that holds this token. */
export function isKnownBrowser(db: Db, token: string): Promise<boolean> {
  return pace.findBrowser(db, sha256(token))
}

/** Hashes of the browser and network that a request comes from. */
export function placesOf(ctx: Pick<Ctx, 'caller'>): { browser: Buffer | undefined; network: Buffer } {
  const { device, network } = callerIn(ctx)
  return { browser: device === undefined ? undefined : sha256(device), network: sha256(network) }
}

const wrongKeyOf = (network: string): string => `sign-in:wrong:${network}`
