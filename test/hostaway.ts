import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from './peer.ts'

/** A server that speaks Hostaway's public API as it is documented, there until the test is over. */
export interface FakeHostaway {
  url: string
  accountId: string
  apiKey: string
  reservations: Record<string, unknown>[]
  /** What came in, in order: `POST /accessTokens`, `GET /reservations 0`. */
  calls: string[]
  /** Tokens that are good; take one out to see it refused. */
  tokens: string[]
  /** Answers that are given in place of the usual ones, in order. */
  next: { status: number; headers?: Record<string, string>; body?: unknown }[]
  /** Called before each page of reservations is given out. */
  onPage?: (offset: number) => void | Promise<unknown>
}

export async function startHostaway(): Promise<FakeHostaway> {
  const fake: FakeHostaway = {
    url: '',
    accountId: '10450',
    apiKey: 'secret-of-the-account-4711',
    reservations: [],
    calls: [],
    tokens: [],
    next: [],
  }
  const { host } = await serve((request, response) => {
    void answer(fake, request, response).catch(() => response.destroy())
  })
  fake.url = `http://${host.replace('127.0.0.1', 'localhost')}`
  return fake
}

function say(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function answer(fake: FakeHostaway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString()
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = url.pathname.replace('/v1', '')
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(url.searchParams.get(name) ?? 0)) as [number, number]
  fake.calls.push(path === '/accessTokens' ? `${request.method} ${path}` : `${request.method} ${path} ${offset}`)
  const odd = fake.next.shift()
  if (odd) return say(response, odd.status, odd.body ?? { status: 'fail', message: 'no' }, odd.headers)
  if (path === '/accessTokens') return giveToken(fake, new URLSearchParams(body), response)
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || !fake.tokens.includes(token)) return say(response, 403, { status: 'fail' })
  if (path !== '/reservations') return say(response, 404, { status: 'fail' })
  await fake.onPage?.(offset)
  const from = url.searchParams.get('departureStartDate') ?? ''
  const found = fake.reservations.filter(({ departureDate }) => String(departureDate) >= from)
  const result = found.slice(offset, offset + limit)
  say(response, 200, { status: 'success', result, count: found.length, limit, offset })
}

function giveToken(fake: FakeHostaway, form: URLSearchParams, response: ServerResponse): void {
  const isRight =
    form.get('grant_type') === 'client_credentials' &&
    form.get('scope') === 'general' &&
    form.get('client_id') === fake.accountId &&
    form.get('client_secret') === fake.apiKey
  if (!isRight) return say(response, 401, { error: 'invalid_client' })
  const token = `token-${fake.tokens.length + 1}-of-hostaway`
  fake.tokens.push(token)
  say(response, 200, { token_type: 'Bearer', expires_in: 63_072_000, access_token: token })
}
