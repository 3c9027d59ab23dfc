import { entriesForMember } from '#core/audit-entry.ts'
import type { Ctx } from '#core/context.ts'
import { newId, type Signer } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { generationTokens } from '#core/generation-token.ts'
import { claimsIn, signToken } from '#core/signed-token.ts'
import { endGrantsOf } from '#modules/oauth/tool-grant.service.ts'
import * as sessions from './session.queries.ts'
import type { AuthUser, SessionTokens } from './session.schema.ts'
import { forgetDevices } from './sign-in-pace.queries.ts'

const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 24 * 3600
const refreshTokens = generationTokens({ prefix: 'inr', purpose: 'refresh-token' })
const AUDIENCE = 'innkeeper-api'

/** Keeps people signed in when the server's secret changes. */
export const SESSION_PROOF = { purpose: 'refresh-token', days: 31 }

/** The hash of the password that a person has now; undefined for one who cannot sign in. */
export function passwordOf({ db }: Pick<Ctx, 'db'>, userId: string): Promise<string | undefined> {
  return sessions.findPasswordHash(db, userId)
}

/**
 * A new session for a person whose identity is proven. A password changed meanwhile has ended all sessions but
 * could not see this one, so the proof is looked at once more after the session is there.
 */
export async function openSession(
  ctx: Pick<Ctx, 'db' | 'now' | 'services'>,
  userId: string,
  passwordHash: string | null,
): Promise<SessionTokens> {
  const session = { id: newId(), userId, generation: 1 }
  await sessions.insertSession(ctx.db, { ...session, now: ctx.now, expiresAt: refreshExpiry(ctx) })
  const user = await sessions.noteSignIn(ctx.db, { userId, passwordHash, now: ctx.now })
  if (!user) {
    await sessions.endSession(ctx.db, session.id, 'password changed during sign-in', ctx.now)
    fail(coreFailures.invalid_token)
  }
  return tokensFor(ctx, session, user)
}

/**
 * A refresh token used a second time was stolen or copied: the whole session ends. With `graceSeconds` the last one is
 * good for so long after its use, and gives the same successor: the answer may have been lost on its way.
 */
export async function refresh(
  ctx: Ctx,
  { refreshToken }: { refreshToken: string },
  graceSeconds = 0,
): Promise<SessionTokens> {
  const { id, generation } =
    refreshTokens.provenIn(ctx.services.signer, refreshToken) ?? fail(coreFailures.invalid_token)
  const since = new Date(ctx.now.getTime() - graceSeconds * 1000)
  const session =
    (await sessions.advanceSession(ctx.db, { id, generation, now: ctx.now, expiresAt: refreshExpiry(ctx) })) ??
    (graceSeconds > 0 ? await sessions.findSuccessor(ctx.db, { id, generation, since }) : undefined)
  if (!session) {
    await sessions.endSession(ctx.db, id, 'refresh token used again', ctx.now)
    fail(coreFailures.invalid_token, { detail: 'This refresh token is no longer valid. Sign in again.' })
  }
  const user = (await sessions.findUser(ctx.db, session.userId)) ?? fail(coreFailures.invalid_token)
  return tokensFor(ctx, session, user)
}

/**
 * Locks out everybody who knew the old password: ends sessions and program grants, forgets all places but the kept
 * ones, and logs the change in every workspace of the person. Returns how many sessions it ended. Call it after the
 * password is saved, so that no session can begin in between.
 */
export async function endAccess(
  ctx: Pick<Ctx, 'db' | 'now' | 'principal' | 'requestId'>,
  userId: string,
  kept?: { sessionId: string; places: readonly Buffer[] },
): Promise<number> {
  const { db, now } = ctx
  const because = 'password changed'
  const details = { isOwn: ctx.principal.kind === 'user' && ctx.principal.userId === userId }
  await run(db, entriesForMember(ctx, userId, { action: 'password.changed', details }))
  await endGrantsOf(ctx, userId, because)
  await forgetDevices(db, userId, kept?.places ?? [])
  return sessions.endSessionsOf(db, userId, { because, now, keptId: kept?.sessionId })
}

/** Of which session a refresh token is, whether that is still good or not; undefined for one that we did not make. */
export function provenSession({ services }: Pick<Ctx, 'services'>, refreshToken: string): { id: string } | undefined {
  return refreshTokens.provenIn(services.signer, refreshToken)
}

export async function me(ctx: Ctx): Promise<{ user: AuthUser }> {
  if (ctx.principal.kind !== 'user') fail(coreFailures.invalid_token)
  return { user: (await sessions.findUser(ctx.db, ctx.principal.userId)) ?? fail(coreFailures.invalid_token) }
}

/** Whether the person has not signed out, or been put out, since. */
export async function isSessionLive(ctx: Pick<Ctx, 'db'>, sessionId: string): Promise<boolean> {
  return (await sessions.findLiveSession(ctx.db, sessionId)) !== undefined
}

/** Whose session an access token is of; undefined when it is not one of ours or has expired. */
export async function readAccessToken(
  signer: Signer,
  token: string,
  now: Date,
): Promise<{ sessionId: string } | undefined> {
  const claims = await claimsIn(signer, 'access-token', token, { audience: AUDIENCE, now })
  return typeof claims?.sid === 'string' ? { sessionId: claims.sid } : undefined
}

async function tokensFor(
  ctx: Pick<Ctx, 'now' | 'services'>,
  session: sessions.Session,
  user: AuthUser,
): Promise<SessionTokens> {
  const { signer } = ctx.services
  const issuedSeconds = Math.floor(ctx.now.getTime() / 1000)
  const expiresAt = new Date((issuedSeconds + ACCESS_SECONDS) * 1000)
  const claims = { sid: session.id, sub: session.userId, aud: AUDIENCE }
  return {
    accessToken: await signToken(signer, 'access-token', claims, { now: ctx.now, expiresAt }),
    refreshToken: refreshTokens.of(signer, session.id, session.generation),
    tokenType: 'bearer',
    expiresIn: ACCESS_SECONDS,
    expiresAt: expiresAt.toISOString(),
    user,
  }
}

function refreshExpiry({ now }: Pick<Ctx, 'now'>): Date {
  return new Date(now.getTime() + REFRESH_SECONDS * 1000)
}
