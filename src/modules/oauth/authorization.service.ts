import { SCOPES } from '#core/access.ts'
import { inTransaction, type Ctx } from '#core/context.ts'
import { randomToken, sha256 } from '#core/crypto.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from './client.service.ts'
import { insertCode } from './grant.queries.ts'
import { OAuthRefusal, oauthError, type OAuthErrorCode } from '#core/oauth-error.ts'
import { isRedirectKnown } from './redirect.rules.ts'

const CODE_SECONDS = 120
/** RFC 7636: 43 characters are the hash. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** What a program asks of a person, once it is known who asks and where the answer may go. */
export interface AuthorizationRequest {
  client: { id: string; name: string }
  redirectUri: string
  state: string | undefined
  scopes: string[]
  challenge: string
}

export type Parameters = Readonly<Record<string, unknown>>

/** Refuses on a page while it is not certain who asks; after that the program is told. */
export async function readRequest(ctx: Ctx, parameters: Parameters): Promise<AuthorizationRequest> {
  const { client_id: clientId, redirect_uri: given, state } = texts(parameters)
  if (clientId === undefined) oauthError('invalid_request', 'client_id is missing.')
  const client = (await clientOf(ctx, clientId)) ?? oauthError('invalid_client', 'This program is not known here.')
  const redirectUri = given ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined)
  if (redirectUri === undefined || !isRedirectKnown(client.redirectUris, redirectUri)) {
    oauthError('invalid_request', 'The redirect address is not one that this program has registered.')
  }
  const { code, text, ...asked } = check(ctx, parameters)
  if (code !== undefined) {
    const location = redirectTo(ctx, redirectUri, { error: code, error_description: text, state })
    throw new OAuthRefusal(code, text ?? code, location)
  }
  return { client: { id: client.id, name: client.name }, redirectUri, state, ...asked }
}

interface Checked {
  scopes: string[]
  challenge: string
  code?: OAuthErrorCode
  text?: string
}

function check(ctx: Ctx, parameters: Parameters): Checked {
  const {
    response_type: type,
    code_challenge: challenge = '',
    code_challenge_method: method,
    ...rest
  } = texts(parameters)
  const wrong = (code: OAuthErrorCode, text: string): Checked => ({ scopes: [], challenge, code, text })
  if (type !== 'code') return wrong('unsupported_response_type', 'response_type must be code.')
  if (method !== 'S256' || !CHALLENGE.test(challenge)) {
    return wrong('invalid_request', 'A code_challenge with the method S256 is required.')
  }
  if (rest.resource !== undefined && !isOurResource(ctx, rest.resource)) {
    return wrong('invalid_target', `resource must be ${resourceOf(ctx)}.`)
  }
  const asked = scopesIn(rest.scope ?? '')
  const known = SCOPES.filter((scope) => asked.includes(scope))
  // A misspelt word must not open more than was meant.
  if (asked.length > 0 && known.length === 0) {
    return wrong('invalid_scope', `scope must name some of ${SCOPES.join(' ')}, or nothing.`)
  }
  return { scopes: known.length > 0 ? [...new Set([...known, 'tools:use'])] : [...SCOPES], challenge }
}

/** Words that programs ask with and that name no part of what can be allowed: alone they mean all that the person may. */
const WORDS_FOR_ALL = ['mcp', 'offline_access']

export function scopesIn(scope: string): string[] {
  return scope.split(' ').filter((each) => each !== '' && !WORDS_FOR_ALL.includes(each))
}

/** The exact address of the tool server: tokens are for it and for nothing else. */
export function resourceOf({ services }: Pick<Ctx, 'services'>): string {
  return `${services.settings.baseUrl}/v1/mcp-server`
}

/** However it is written, and with the choices that people put behind the address. */
export function isOurResource(ctx: Pick<Ctx, 'services'>, resource: string): boolean {
  const url = URL.parse(resource)
  if (!url || resource.includes('#')) return false
  for (const choice of ['read_only', 'toolsets']) url.searchParams.delete(choice)
  return url.href.replace(/\/?\??$/, '') === new URL(resourceOf(ctx)).href
}

/** Parameters given twice are no text, and count as missing. */
export function texts(parameters: Parameters): Record<string, string | undefined> {
  const entries = Object.entries(parameters)
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : undefined]))
}

function redirectTo(ctx: Ctx, redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  const given = Object.entries({ ...answer, iss: ctx.services.settings.baseUrl })
  for (const [name, value] of given) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

export interface Choice {
  userId: string
  /** The one that they proved themselves with. */
  passwordHash: string
  workspaceId: string
  isReadOnly: boolean
}

/** The person said yes: the code goes back with the browser. */
export function allow(ctx: Ctx, request: AuthorizationRequest, choice: Choice): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const { userId, passwordHash, workspaceId, isReadOnly } = choice
    // Held, so that a change of the password either finds the code or is found here.
    const member = await one(
      ctx.db,
      sql`
      select 1 from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.ended_at is null
        and u.password_hash = ${passwordHash} for share of u`,
    )
    if (!member) oauthError('access_denied', 'You are not a member of this workspace.')
    const code = randomToken(32)
    const scopes = isReadOnly ? request.scopes.filter((scope) => isReading(scope)) : request.scopes
    const { client, redirectUri, challenge } = request
    await insertCode(
      ctx.db,
      sha256(code),
      { clientId: client.id, redirectUri, challenge, userId, workspaceId, scopes, isReadOnly },
      new Date(ctx.now.getTime() + CODE_SECONDS * 1000),
    )
    return redirectTo(ctx, redirectUri, { code, state: request.state })
  })
}

export function deny(ctx: Ctx, request: AuthorizationRequest): string {
  const { redirectUri, state } = request
  return redirectTo(ctx, redirectUri, { error: 'access_denied', error_description: 'The person said no.', state })
}

function isReading(scope: string): boolean {
  return scope.endsWith(':read') || scope === 'tools:use'
}
