import { randomToken } from '#core/crypto.ts'
import type { Outbound, OutboundAnswer } from '#core/outbound.ts'
import { recordOf, textOf } from './call-args.rules.ts'
import { digestAuthorization } from './call-digest.ts'
import { accessToken, SignInFailed } from './call-token.ts'
import type { JsonObject } from './document.schema.ts'

const TIMEOUT_SECONDS_MAX = 60
const ANSWER_BYTES_MAX = 1024 * 1024

export interface HttpCall {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
  redirectsMax: number
  authentication: JsonObject
  workspaceId: string
  signal: AbortSignal
}

/** Sends a request, signed in as the document says. */
export async function sendSigned(outbound: Outbound, call: HttpCall): Promise<OutboundAnswer> {
  const digest = call.authentication['digest']
  if (digest !== undefined) return sendDigest(outbound, call, recordOf(digest))
  return send(outbound, call, await authorizationHeader(outbound, call))
}

function send(outbound: Outbound, call: HttpCall, signed: Record<string, string>): Promise<OutboundAnswer> {
  const { method, url, headers, body, redirectsMax, signal } = call
  return outbound.request(url, {
    method,
    headers: { ...headers, ...signed },
    ...(body === undefined ? {} : { body }),
    timeoutSeconds: TIMEOUT_SECONDS_MAX,
    sizeBytesMax: ANSWER_BYTES_MAX,
    redirectsMax,
    signal,
  })
}

/** What goes into the header `Authorization`, for ways of signing in that need no challenge. */
export async function authorizationHeader(
  outbound: Outbound,
  { authentication, workspaceId, signal }: Pick<HttpCall, 'authentication' | 'workspaceId' | 'signal'>,
): Promise<Record<string, string>> {
  const [kind] = Object.keys(authentication)
  const settings = recordOf(authentication[kind ?? ''])
  switch (kind) {
    case undefined:
      return {}
    case 'basic': {
      const pair = `${textOf(settings['username'])}:${textOf(settings['password'])}`
      return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
    }
    case 'bearer':
      return { authorization: `Bearer ${textOf(settings['token'])}` }
    case 'oauth2':
    case 'oidc':
      return { authorization: `Bearer ${await accessToken(outbound, { kind, settings, workspaceId, signal })}` }
    default:
      throw new SignInFailed(`Nobody signs in by ${kind} here.`)
  }
}

/** Asks once to be told what to prove, and then proves it. */
async function sendDigest(outbound: Outbound, call: HttpCall, settings: JsonObject): Promise<OutboundAnswer> {
  const first = await send(outbound, call, {})
  if (first.status !== 401) return first
  first.body.resume()
  const { url, method } = call
  const authorization = digestAuthorization(first.headers['www-authenticate'] ?? '', {
    method,
    uri: `${url.pathname}${url.search}`,
    username: textOf(settings['username']),
    password: textOf(settings['password']),
    clientNonce: randomToken(16),
  })
  if (authorization === undefined) throw new SignInFailed('The server asks for no digest that is known here.')
  return send(outbound, call, { authorization })
}
