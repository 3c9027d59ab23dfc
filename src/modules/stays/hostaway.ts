import type { WorkspaceCtx } from '#core/context.ts'
import { daysBefore } from '#core/days.ts'
import { errorText } from '#core/error-text.ts'
import { OutboundError, readText, type OutboundRequest } from '#core/outbound.ts'
import { secondsToWait } from '#core/retry-after.ts'
import { dayIn } from '#core/zoned-time.ts'
import { stayIn } from './hostaway-record.ts'
import type { Credentials } from './property-system.schema.ts'
import { PollFailure, readingTime, STAYS_MAX, type Picture, type StayAdapter } from './stay-adapter.ts'

/** What one connection to Hostaway needs: credentials, and a place for the token that they bring. */
export interface HostawayAccess {
  credentials: Credentials | undefined
  token: string | undefined
  keepToken(token: string, expiresAt: Date): Promise<void>
  dropToken(): Promise<void>
}

const PAGE = 100
const ANSWER_BYTES_MAX = 20 * 1024 * 1024
const TIMEOUT_SECONDS = 30
const WAIT_SECONDS_MAX = 3600
const WAIT_SECONDS_USUAL = 30
/** Stays that ended longer ago are history. */
const DAYS_BACK = 3

/** Hostaway's public API, as documented: OAuth client credentials, lists by limit and offset. */
export function hostaway(ctx: WorkspaceCtx, access: HostawayAccess): StayAdapter {
  const base = `${ctx.services.settings.hostawayUrl}/v1`
  let token = access.token

  async function signIn(): Promise<string> {
    if (!access.credentials)
      throw new PollFailure('The credentials were kept under another server secret. Give them again.')
    const { accountId, apiKey } = access.credentials
    const form = { grant_type: 'client_credentials', client_id: accountId, client_secret: apiKey, scope: 'general' }
    const { status, body, wait } = await exchange(ctx, `${base}/accessTokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    const { access_token: brought, expires_in: seconds } = (body ?? {}) as Record<string, unknown>
    if (status === 429 || status >= 500) throw new PollFailure(`Hostaway answered ${status} to the sign-in.`, wait)
    if (status !== 200 || typeof brought !== 'string')
      throw new PollFailure(`Hostaway refuses the credentials (${status}).`)
    const lastsSeconds = typeof seconds === 'number' && seconds > 0 ? seconds : 3600
    await access.keepToken(brought, new Date(Date.now() + lastsSeconds * 1000))
    return brought
  }

  async function get(path: string): Promise<Record<string, unknown>> {
    for (let tries = 1; ; tries++) {
      token ??= await signIn()
      const { status, body, wait } = await exchange(ctx, base + path, { headers: { authorization: `Bearer ${token}` } })
      const isRefused = status === 401 || status === 403
      if (isRefused && tries === 1) {
        await access.dropToken()
        token = undefined
        continue
      }
      if (status !== 200) throw new PollFailure(`Hostaway answered ${status}.`, wait)
      if (typeof body !== 'object' || body === null) throw new PollFailure('Hostaway did not answer with JSON.')
      return body as Record<string, unknown>
    }
  }

  /** All pages. A list that changes meanwhile can move something over the edge of a page: the ids must add up. */
  async function list(path: string): Promise<ReturnType<typeof stayIn>[]> {
    const items: ReturnType<typeof stayIn>[] = []
    const assertTime = readingTime()
    while (items.length < STAYS_MAX) {
      assertTime()
      const answer = await get(`${path}&limit=${PAGE}&offset=${items.length}`)
      const { result, count, status } = answer
      if (status !== 'success' || !Array.isArray(result)) throw new PollFailure('Hostaway did not answer with a list.')
      items.push(...(result as unknown[]).map(readable))
      const isLast = typeof count === 'number' ? items.length >= count : result.length < PAGE
      if (isLast) return items
      if (result.length === 0) throw new PollFailure('Hostaway broke off in the middle of a list.')
    }
    throw new PollFailure('The list at Hostaway does not end.')
  }

  return {
    externalSource: 'hostaway',
    externalIdOf: (_source, remoteId) => remoteId,
    async look(sources) {
      if (sources.length === 0) return []
      const from = dayIn('UTC', daysBefore(ctx.now, DAYS_BACK))
      const records = await list(`/reservations?departureStartDate=${from}&sortOrder=arrivalDate`)
      const empty = (): Picture => ({ stays: [], unclear: [], ignored: 0, from, etag: null })
      const pictures = new Map<string, Picture>()
      for (const { remoteId } of sources) {
        if (remoteId !== null) pictures.set(remoteId, empty())
      }
      const known = new Set<string>()
      for (const { listingId, stay, unclear } of records) {
        const picture = pictures.get(listingId)
        const { remoteId } = stay ?? unclear ?? {}
        if (remoteId !== undefined && known.has(remoteId))
          throw new PollFailure('The list at Hostaway changed while it was being read.')
        if (remoteId !== undefined) known.add(remoteId)
        if (picture && stay) picture.stays.push(stay)
        else if (picture && unclear) picture.unclear.push(unclear)
        else if (picture) picture.ignored += 1
      }
      return sources.map(({ remoteId }) => ({ picture: pictures.get(remoteId ?? '') ?? empty() }))
    },
  }
}

function readable(record: unknown): ReturnType<typeof stayIn> {
  try {
    return stayIn(record)
  } catch (error) {
    throw new PollFailure(`The list at Hostaway cannot be read: ${errorText(error)}`)
  }
}

interface Answer {
  status: number
  body: unknown
  /** How long to leave it alone, where it says so. */
  wait: { retryAfterSeconds?: number }
}

async function exchange({ services }: WorkspaceCtx, url: string, request: OutboundRequest): Promise<Answer> {
  const headers = { accept: 'application/json', 'cache-control': 'no-cache', ...request.headers }
  const limits = { timeoutSeconds: TIMEOUT_SECONDS, sizeBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0 }
  try {
    const answer = await services.outbound.request(url, { ...request, headers, ...limits })
    const text = await readText(answer)
    return { status: answer.status, body: parsed(text), wait: waitIn(answer.status, answer.headers['retry-after']) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new PollFailure(`Hostaway could not be reached: ${errorText(error)}`)
  }
}

function waitIn(status: number, header: string | undefined): Answer['wait'] {
  if (header === undefined) return status === 429 ? { retryAfterSeconds: WAIT_SECONDS_USUAL } : {}
  const seconds = secondsToWait(header, WAIT_SECONDS_MAX)
  return seconds === undefined ? {} : { retryAfterSeconds: Math.max(seconds, 1) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
