import type { Readable } from 'node:stream'
import type { WorkspaceCtx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import { OutboundError, readText, type OutboundRequest } from '#core/outbound.ts'
import { dropRefusedTokens } from '#modules/connections/connection-access.service.ts'
import { expiryIn, waitIn, wordsIn } from './breezeway.rules.ts'
import { ProviderFailure } from './operations-provider.ts'
import { signInAnew, withTokens, type SignIn } from './provider-token.ts'

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Record<string, string>
  json?: object
  /** Made for each try, because a stream can be read once. */
  upload?: () => Promise<{ body: Readable; headers: Record<string, string> }>
}

export interface BreezewayClient {
  /** The answer's JSON; null when it has no body. */
  call(path: string, call?: Call): Promise<unknown>
  signIn(): Promise<void>
}

const AUTH = '/public/auth/v1/'
const ANSWER_BYTES_MAX = 10 * 1024 * 1024
const TIMEOUT_SECONDS = 20
const UPLOAD_SECONDS = 90

/** Breezeway's public API for one connection: tokens, limits and errors are dealt with here. */
export function breezewayClient(ctx: WorkspaceCtx, connectionId: string): BreezewayClient {
  const base = ctx.services.settings.breezewayUrl
  const signIn: SignIn = {
    login: async ({ clientId, clientSecret }) => {
      const json = { client_id: clientId, client_secret: clientSecret }
      return tokensIn(await exchange(ctx, base + AUTH, { method: 'POST', json }, undefined, [clientSecret]))
    },
    refresh: async (token) => tokensIn(await exchange(ctx, `${base}${AUTH}refresh`, { method: 'POST' }, token, [])),
  }
  return {
    signIn: () => signInAnew(ctx, connectionId, signIn),
    async call(path, call = {}) {
      const url = `${base}/public/inventory/v1${path}${call.query ? `?${new URLSearchParams(call.query)}` : ''}`
      for (let tries = 1; ; tries++) {
        const connection = await withTokens(ctx, connectionId, signIn)
        const hidden = [connection.tokens.access, connection.credentials?.clientSecret ?? '']
        try {
          return await exchange(ctx, url, call, connection.tokens.access, hidden)
        } catch (error) {
          if (!(error instanceof ProviderFailure && error.status === 401) || tries > 1) throw error
          await dropRefusedTokens(ctx, connection)
        }
      }
    },
  }
}

async function exchange(
  { services }: WorkspaceCtx,
  url: string,
  { method = 'GET', json, upload }: Call,
  token: string | undefined,
  hidden: readonly string[],
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== undefined) headers['authorization'] = `JWT ${token}`
  const request: OutboundRequest = {
    method,
    headers,
    timeoutSeconds: TIMEOUT_SECONDS,
    sizeBytesMax: ANSWER_BYTES_MAX,
    // A redirect could lead the secret, or the token, elsewhere.
    redirectsMax: 0,
  }
  if (json) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(json)
  }
  if (upload) {
    const { body, headers: about } = await upload()
    Object.assign(headers, about)
    Object.assign(request, { body, timeoutSeconds: UPLOAD_SECONDS })
  }
  try {
    const answer = await services.outbound.request(url, request)
    const text = await readText(answer)
    const body = parsed(text)
    if (answer.status >= 200 && answer.status < 300) return body
    const words = hidden.filter((secret) => secret !== '').reduce(hiding, wordsIn(text, body))
    throw failureOf(answer.status, words, () => waitIn(answer.headers, body, Date.now()))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const kind = error.reason === 'not_allowed' ? 'refused' : 'unavailable'
    throw new ProviderFailure(kind, `Breezeway could not be reached: ${errorText(error)}`)
  }
}

const hiding = (words: string, secret: string): string => words.replaceAll(secret, '[hidden]')

function failureOf(status: number, words: string, wait: () => number): ProviderFailure {
  const message = `Breezeway answered ${status}${words === '' ? '' : `: ${words}`}`
  if (status === 429) return new ProviderFailure('limited', message, { status, retryAfterSeconds: wait() })
  if (status === 401 || status === 403) return new ProviderFailure('credentials', message, { status })
  if (status === 404) return new ProviderFailure('missing', message, { status })
  const isPassing = status >= 500 || status === 408 || status === 425
  return new ProviderFailure(isPassing ? 'unavailable' : 'refused', message, { status })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Wrong credentials can also come with status 200 and no tokens, or with a word about why. */
function tokensIn(body: unknown): Awaited<ReturnType<SignIn['login']>> {
  const { access_token: access, refresh_token: refresh } = (body ?? {}) as Record<string, unknown>
  if (typeof access !== 'string' || typeof refresh !== 'string') {
    const words = wordsIn('', body)
    throw new ProviderFailure('credentials', `Breezeway gave no tokens${words === '' ? '' : `: ${words}`}`)
  }
  return { tokens: { access, refresh }, expiresAt: expiryIn(access, Date.now()) }
}
