import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from './peer.ts'

/** A server that speaks Slack's Web API as it is documented, there until the test is over. */
export interface FakeChat {
  url: string
  token: string
  /** Channels that exist; to write elsewhere is an error. */
  channels: string[]
  posted: { channel: string; text: string; thread_ts?: string }[]
  /** Answers that are given in place of the usual ones, in order. */
  next: { status: number; headers?: Record<string, string>; body?: unknown }[]
}

export async function startChat(): Promise<FakeChat> {
  const fake: FakeChat = { url: '', token: 'xoxb-token-of-a-bot', channels: [], posted: [], next: [] }
  const { host } = await serve((request, response) => void answer(fake, request, response))
  fake.url = `http://${host.replace('127.0.0.1', 'localhost')}`
  return fake
}

async function answer(fake: FakeChat, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse((await buffer(request)).toString() || '{}')
  const say = (status: number, said: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(said))
  const odd = fake.next.shift()
  if (odd) return void say(odd.status, odd.body ?? {}, odd.headers)
  if (request.url === '/incoming') return void (fake.posted.push({ channel: 'incoming', ...body }), say(200, 'ok'))
  if (request.headers.authorization !== `Bearer ${fake.token}`)
    return void say(200, { ok: false, error: 'invalid_auth' })
  if (request.url !== '/chat.postMessage') return void say(200, { ok: false, error: 'unknown_method' })
  if (!fake.channels.includes(body.channel)) return void say(200, { ok: false, error: 'channel_not_found' })
  fake.posted.push(body)
  say(200, { ok: true, channel: body.channel, ts: `1794700000.${String(fake.posted.length).padStart(6, '0')}` })
}
