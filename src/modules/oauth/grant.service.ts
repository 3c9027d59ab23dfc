import { inTransaction, type Ctx } from '#core/context.ts'
import { newId, sameText, sha256 } from '#core/crypto.ts'
import { generationTokens } from '#core/generation-token.ts'
import { isOurResource, resourceOf, scopesIn, texts, type Parameters } from './authorization.service.ts'
import { findClient } from './client.queries.ts'
import * as grants from './grant.queries.ts'
import { oauthError } from '#core/oauth-error.ts'
import { claimsIn, signToken } from '#core/signed-token.ts'

const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 24 * 3600
const refreshTokens = generationTokens({ prefix: 'int', purpose: 'tool-refresh-token' })
/** Keeps programs authorized when the server's secret changes. */
export const GRANT_PROOF = { purpose: 'tool-refresh-token', days: 31 }
/** Two windows of one program may refresh at the same moment: both get the same successor. */
const GRACE_SECONDS = 30

export interface ToolTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** A code or a refresh token for new tokens. */
export async function issueTokens(ctx: Ctx, parameters: Parameters, basic: string | undefined): Promise<ToolTokens> {
  const given = texts(parameters)
  if (given['resource'] !== undefined && !isOurResource(ctx, given['resource'])) {
    oauthError('invalid_target', `resource must be ${resourceOf(ctx)}.`)
  }
  const clientId = await provenClient(ctx, given, basic)
  if (given['grant_type'] === 'authorization_code') return exchangeCode(ctx, clientId, given)
  if (given['grant_type'] === 'refresh_token') return refreshGrant(ctx, clientId, given)
  return oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** Who the program is. One that has a secret must show it; for the others the proof is in the code or the token. */
async function provenClient(
  ctx: Ctx,
  given: Record<string, string | undefined>,
  basic: string | undefined,
): Promise<string> {
  const [basicId, basicSecret] = basic === undefined ? [] : credentialsIn(basic)
  const id = basicId ?? given['client_id']
  // One that was never let in has nothing to exchange, so its document is not read here: that its site does not answer
  // now must not end what people have allowed.
  const client = id === undefined || id.includes('\0') ? undefined : await findClient(ctx.db, id)
  if (!client) oauthError('invalid_client', 'This program is not known here.')
  const secret = basicSecret ?? given['client_secret']
  if (client.secretHash && !(secret !== undefined && sha256(secret).equals(client.secretHash))) {
    oauthError('invalid_client', 'The secret of the program is wrong.')
  }
  return client.id
}

function credentialsIn(header: string): [string?, string?] {
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(header) ?? []
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    return [decodeURIComponent(parts[0] ?? ''), decodeURIComponent(parts.slice(1).join(':'))]
  } catch {
    return []
  }
}

async function exchangeCode(
  ctx: Ctx,
  clientId: string,
  { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' }: Record<string, string | undefined>,
): Promise<ToolTokens> {
  const hash = sha256(code)
  const result = await inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const found = await grants.lockCode(db, hash)
    if (!found || found.clientId !== clientId) return { wrong: 'The code is not known.' }
    // Somebody has the code who should not: what it opened is closed.
    if (found.usedAt !== null) {
      if (found.grantId) await grants.endGrant(ctx, found.grantId, 'code used again')
      return { wrong: 'The code was used already.', hasEnded: true }
    }
    if (Date.parse(found.expiresAt) <= now.getTime()) return { wrong: 'The code is too old.' }
    if (redirectUri !== undefined && redirectUri !== found.redirectUri) return { wrong: 'redirect_uri has changed.' }
    const challenge = sha256(verifier).toString('base64url')
    if (!sameText(challenge, found.challenge)) return { wrong: 'code_verifier does not fit the challenge.' }
    const { userId, workspaceId, scopes, isReadOnly } = found
    const grant = { id: newId(), workspaceId, userId, clientId, scopes, isReadOnly }
    await grants.insertGrant(ctx, grant, refreshExpiry(now))
    await grants.useCode(db, hash, grant.id, now)
    return { grant: { ...grant, generation: 1 } }
  })
  // Outside of the transaction, which must keep that the grant was ended.
  if (!result.grant) return refuseGrant(ctx, result)
  return tokensFor(ctx, result.grant)
}

async function refreshGrant(
  ctx: Ctx,
  clientId: string,
  { refresh_token: token = '', scope = '' }: Record<string, string | undefined>,
): Promise<ToolTokens> {
  const proven =
    refreshTokens.provenIn(ctx.services.signer, token) ?? oauthError('invalid_grant', 'The refresh token is not ours.')
  const result = await inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const grant = await grants.lockLiveGrant(db, proven.id, now)
    if (!grant || grant.clientId !== clientId) return { wrong: 'The refresh token is no longer valid.' }
    const age = (now.getTime() - Date.parse(grant.refreshedAt)) / 1000
    const isGraced = proven.generation === grant.generation - 1 && age <= GRACE_SECONDS
    if (!isGraced && proven.generation !== grant.generation) {
      await grants.endGrant(ctx, grant.id, 'refresh token used again')
      return { wrong: 'The refresh token was used already; the grant has ended.', hasEnded: true }
    }
    const scopes = narrowed(grant.scopes, scope)
    if (isGraced) return { grant, scopes }
    await grants.advanceGrant(db, grant.id, { now, expiresAt: refreshExpiry(now) })
    return { grant: { ...grant, generation: grant.generation + 1 }, scopes }
  })
  if (!result.grant) return refuseGrant(ctx, result)
  return tokensFor(ctx, result.grant, result.scopes)
}

/** RFC 6749, 6: an access token may be for less than was allowed, never for more. Undefined when it is for all. */
function narrowed(allowed: readonly string[], scope: string): string[] | undefined {
  const asked = scopesIn(scope)
  if (asked.some((each) => !allowed.includes(each))) oauthError('invalid_scope', 'scope names what was not allowed.')
  // Without it no tool would be left.
  return asked.length === 0 ? undefined : allowed.filter((each) => asked.includes(each) || each === 'tools:use')
}

/** Once it is said that a grant has ended, no node lets it in. */
async function refuseGrant(
  { services }: Ctx,
  { wrong, hasEnded = false }: { wrong: string; hasEnded?: boolean },
): Promise<never> {
  if (hasEnded) await services.bus.settle()
  return oauthError('invalid_grant', wrong)
}

/** RFC 7009: whatever the token was, afterwards it is worth nothing. */
export async function revokeToken(ctx: Ctx, parameters: Parameters, basic: string | undefined): Promise<void> {
  const given = texts(parameters)
  const clientId = await provenClient(ctx, given, basic)
  const token = given['token'] ?? oauthError('invalid_request', 'token is missing.')
  const id = refreshTokens.provenIn(ctx.services.signer, token)?.id ?? (await readToolToken(ctx, token))?.grantId
  const grant = id === undefined ? undefined : await grants.findLiveGrant(ctx.db, id)
  if (grant && grant.clientId === clientId) await grants.endGrant(ctx, grant.id, 'revoked by the program')
}

async function tokensFor(
  ctx: Ctx,
  grant: Pick<grants.Grant, 'id' | 'userId' | 'scopes' | 'generation'>,
  scopes: readonly string[] = grant.scopes,
): Promise<ToolTokens> {
  const { signer, settings } = ctx.services
  const claims = {
    sid: grant.id,
    ...(scopes !== grant.scopes && { scope: scopes.join(' ') }),
    sub: grant.userId,
    iss: settings.baseUrl,
    aud: resourceOf(ctx),
  }
  const expiresAt = new Date(ctx.now.getTime() + ACCESS_SECONDS * 1000)
  return {
    access_token: await signToken(signer, 'tool-access-token', claims, { now: ctx.now, expiresAt }),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshTokens.of(signer, grant.id, grant.generation),
    scope: scopes.join(' '),
  }
}

/**
 * The grant an access token is of, and the scopes where it has not all of them; undefined when it is not one of ours,
 * for another place, or expired.
 */
export async function readToolToken(
  ctx: Pick<Ctx, 'services' | 'now'>,
  token: string,
): Promise<{ grantId: string; scopes: string[] | undefined } | undefined> {
  const place = { audience: resourceOf(ctx), now: ctx.now }
  const { sid: grantId, scope } = (await claimsIn(ctx.services.signer, 'tool-access-token', token, place)) ?? {}
  if (typeof grantId !== 'string') return undefined
  return { grantId, scopes: typeof scope === 'string' ? scope.split(' ') : undefined }
}

function refreshExpiry(now: Date): Date {
  return new Date(now.getTime() + REFRESH_SECONDS * 1000)
}
