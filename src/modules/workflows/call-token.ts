import { BoundedMap } from '#core/bounded-map.ts'
import { sha256 } from '#core/crypto.ts'
import { readText, type Outbound } from '#core/outbound.ts'
import { recordOf, textOf } from './call-args.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'

/** Who the call is made as could not be proven to the other side. */
export class SignInFailed extends Error {}

const TIMEOUT_SECONDS = 20
const ANSWER_BYTES_MAX = 256 * 1024
const KEPT_MAX = 1000
/** A token is not used to its last second. */
const MARGIN_MILLIS = 30_000
const LIFE_SECONDS = 300

interface KeptToken {
  token: string
  until: number
}

/** Tokens that authorities gave, for as long as they last. By what was asked, secrets included, as a hash. */
const kept = new BoundedMap<string, KeptToken>(KEPT_MAX)

export interface TokenAsked {
  kind: 'oauth2' | 'oidc'
  settings: JsonObject
  /** Tokens of one company are never used for another. */
  workspaceId: string
  signal: AbortSignal
}

export async function accessToken(outbound: Outbound, asked: TokenAsked): Promise<string> {
  const { kind, settings, workspaceId } = asked
  const key = sha256(JSON.stringify([workspaceId, kind, settings])).toString('base64url')
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.token
  const answer = await askJson(outbound, await tokenUrl(outbound, asked), tokenRequest(settings), asked.signal)
  const { access_token: token, expires_in: lifeSeconds } = answer
  if (typeof token !== 'string' || token === '') throw new SignInFailed('The authority gave no token.')
  const life = typeof lifeSeconds === 'number' ? lifeSeconds : LIFE_SECONDS
  kept.set(key, { token, until: Date.now() + life * 1000 - MARGIN_MILLIS })
  return token
}

async function tokenUrl(outbound: Outbound, { kind, settings, signal }: TokenAsked): Promise<URL> {
  const authority = textOf(settings['authority']).replace(/\/$/, '')
  const path = textOf(recordOf(settings['endpoints'])['token'] ?? '/oauth2/token')
  if (kind === 'oauth2') return urlOf(`${authority}${path.startsWith('/') ? '' : '/'}${path}`)
  const found = await askJson(outbound, urlOf(`${authority}/.well-known/openid-configuration`), {}, signal)
  return urlOf(textOf(found['token_endpoint']))
}

function urlOf(text: string): URL {
  return URL.parse(text) ?? refuse('The authority has no address.')
}

function refuse(why: string): never {
  throw new SignInFailed(why)
}

interface Sent {
  headers?: Record<string, string>
  body?: string
}

function tokenRequest(settings: JsonObject): Sent {
  const grant = textOf(settings['grant'] ?? 'client_credentials')
  const fields: Record<string, string> = { grant_type: grant, ...clientFields(recordOf(settings['client'])) }
  const add = (name: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) fields[name] = textOf(value)
  }
  if (Array.isArray(settings['scopes'])) add('scope', settings['scopes'].map(textOf).join(' '))
  if (Array.isArray(settings['audiences'])) add('audience', settings['audiences'].map(textOf).join(' '))
  add('username', settings['username'])
  add('password', settings['password'])
  for (const side of ['subject', 'actor']) {
    const { token, type } = recordOf(settings[side])
    add(`${side}_token`, token)
    add(`${side}_token_type`, type)
  }
  const encoding = recordOf(settings['request'])['encoding'] ?? 'application/x-www-form-urlencoded'
  const isJson = encoding === 'application/json'
  const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
  return { body, headers: { 'content-type': textOf(encoding), ...basicClient(recordOf(settings['client'])) } }
}

function clientFields(client: JsonObject): Record<string, string> {
  const { id, secret, assertion, authentication = 'client_secret_post' } = client
  if (authentication === 'client_secret_basic' || id === undefined) return {}
  if (authentication === 'none') return { client_id: textOf(id) }
  if (authentication === 'client_secret_post') {
    return { client_id: textOf(id), ...(secret === undefined ? {} : { client_secret: textOf(secret) }) }
  }
  // The author brings the assertion: keys to sign one with are not kept here.
  if (assertion === undefined) refuse(`${textOf(authentication)} needs an assertion.`)
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  return { client_id: textOf(id), client_assertion_type: type, client_assertion: textOf(assertion) }
}

function basicClient({ id, secret, authentication }: JsonObject): Record<string, string> {
  if (authentication !== 'client_secret_basic') return {}
  const pair = [id, secret].map((each) => encodeURIComponent(textOf(each ?? ''))).join(':')
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

async function askJson(
  outbound: Outbound,
  url: URL,
  { headers, body }: Sent,
  signal: AbortSignal,
): Promise<JsonObject> {
  const answer = await outbound.request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...headers },
    // A redirect could lead the secret elsewhere.
    ...(body === undefined ? {} : { body, redirectsMax: 0 }),
    timeoutSeconds: TIMEOUT_SECONDS,
    sizeBytesMax: ANSWER_BYTES_MAX,
    signal,
  })
  const text = await readText(answer)
  if (answer.status !== 200) refuse(`The authority answered ${answer.status}.`)
  try {
    return recordOf(JSON.parse(text) as Json)
  } catch {
    return refuse('The authority answered with something that is not JSON.')
  }
}
