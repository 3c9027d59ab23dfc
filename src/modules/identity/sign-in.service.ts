import { callerIn, inTransaction, type Ctx } from '#core/context.ts'
import { randomToken, sha256 } from '#core/crypto.ts'
import type { Tx } from '#core/db.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { programOf } from './program.rules.ts'
import * as sessions from './session.queries.ts'
import type { SessionTokens } from './session.schema.ts'
import { openSession } from './session.service.ts'
import * as pace from './sign-in-pace.queries.ts'
import { traceFailure, traceSignIn } from './sign-in-trace.ts'
import { listMemberships } from './workspace.queries.ts'
import { admitTry, countWrong, placesOf } from './sign-in-pace.ts'

/** Emitted when a person signs in from a place for the first time. */
export const NEW_DEVICE = 'sign_in.new_device'

interface Credentials {
  email: string
  password: string
}

/** Exchanges an e-mail and password for a session. */
export async function signIn(ctx: Ctx, credentials: Credentials): Promise<SessionTokens> {
  const account = await prove(ctx, credentials)
  const { tokens, device } = await inTransaction(ctx, async (ctx) => {
    const tokens = await openSession(ctx, account.id, account.passwordHash)
    return { tokens, device: await noteArrival(ctx, account) }
  })
  if (device !== undefined) callerIn(ctx).giveDevice?.(device)
  return tokens
}

/** Checks the credentials for pages that ask for the password themselves. */
export async function proveAccount(ctx: Ctx, credentials: Credentials): Promise<sessions.Account> {
  const account = await prove(ctx, credentials)
  const device = await inTransaction(ctx, (ctx) => noteArrival(ctx, account))
  if (device !== undefined) callerIn(ctx).giveDevice?.(device)
  return account
}

/**
 * The only place where a password opens anything. An unknown e-mail and a wrong password get the same answer after the
 * same work, and guessing is slowed down per e-mail, known or not.
 */
async function prove(ctx: Ctx, { email, password }: Credentials): Promise<sessions.Account> {
  const address = email.toLowerCase()
  const accounts = await sessions.findAccounts(ctx.db, address)
  const admitted = await admitTry(
    ctx,
    address,
    accounts.map(({ id }) => id),
  )
  const hashes = accounts.map(({ passwordHash }) => passwordHash)
  const account = accounts[await ctx.services.passwords.find(password, hashes)]
  if (!account) {
    await countWrong(ctx, admitted)
    await traceFailure(
      ctx,
      accounts.map(({ id }) => id),
      'wrong password',
    )
    fail(coreFailures.invalid_token, { detail: 'The e-mail or the password is wrong.' })
  }
  const { passwordExpiresAt } = account
  // Only somebody who knows the temporary password learns that it has expired.
  if (passwordExpiresAt !== null && Date.parse(passwordExpiresAt) <= ctx.now.getTime()) {
    await traceFailure(ctx, [account.id], 'temporary password expired')
    fail(coreFailures.invalid_token, {
      detail:
        'The temporary password has expired. An administrator gives you a new one by adding you again, or the operator if your address is verified.',
    })
  }
  return account
}

/** Remembers where the person signed in. Returns a new token for a browser that has none of theirs yet. */
async function noteArrival(ctx: Ctx & { readonly db: Tx }, account: sessions.Account): Promise<string | undefined> {
  const { db, now } = ctx
  const { giveDevice } = callerIn(ctx)
  const places = placesOf(ctx)
  const hadPlaces = await pace.hasDevices(db, account.id)
  const found = await pace.findKnown(db, [account.id], places)
  const known = { browser: found.browser.length > 0, network: found.network.length > 0 }
  const device = giveDevice && !known.browser ? randomToken(32) : undefined
  const browser = device === undefined ? places.browser : sha256(device)
  if (browser && (device !== undefined || known.browser))
    await pace.noteDevice(db, { userId: account.id, kind: 'browser', name: browser, now })
  const isNew = giveDevice ? !known.browser : !known.browser && !known.network
  // The very first place is no news.
  if (isNew && hadPlaces) await tellOfNewDevice(ctx, account.id)
  await pace.noteDevice(db, { userId: account.id, kind: 'network', name: places.network, now })
  await traceSignIn(ctx, account.id)
  return device
}

/** In every workspace of the person, but by mail only once. Commits with the sign-in. */
async function tellOfNewDevice(ctx: Ctx & { readonly db: Tx }, userId: string): Promise<void> {
  const { network, program } = callerIn(ctx)
  const { items } = await listMemberships(ctx.db, userId, { limit: 100 })
  for (const [index, { id: workspaceId }] of items.entries()) {
    const about = { userId, network, program: programOf(program), isMailed: index === 0 }
    await emit({ ...ctx, workspaceId }, { type: NEW_DEVICE, ...about })
  }
}
