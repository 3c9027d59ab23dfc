import { setTimeout as sleep } from 'node:timers/promises'
import { WrongCall } from './command.ts'

export type Json = Record<string, unknown>

/** The way to a running server, as one person. */
export interface Line {
  /** Whose it is. */
  userId(): string
  get(path: string): Promise<Json>
  post(path: string, body: Json): Promise<Json>
  /** What the stream there tells, each of it once, although the server may go away and come back meanwhile. */
  events(path: string): AsyncGenerator<Json>
}

/** A server takes some seconds to start again. */
const RETRY_MILLIS = 500
const RETRIES_MAX = 60

class Unreachable extends WrongCall {}

/** What the server has refused, in its words. */
export class Refused extends WrongCall {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export async function openLine(address: string, person: { email: string; password: string }): Promise<Line> {
  // Browsers show addresses with a slash at the end, and paths begin with one.
  const url = address.replace(/(?<!\/)\/+$/, '')
  let token = ''
  let userId = ''

  async function call(path: string, { headers, ...init }: RequestInit): Promise<Response> {
    const credential: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
    try {
      return await fetch(`${url}${path}`, { ...init, headers: { ...credential, ...headers } })
    } catch {
      throw new Unreachable(`Nobody answers at ${url}. Start the server with npm start, or say with --url where it is.`)
    }
  }

  async function signIn(): Promise<void> {
    token = ''
    const session = await answered(await call('/api/v1/auth/token', asJson(person)))
    token = String(session['accessToken'])
    userId = String((session['user'] as Json)['id'])
  }

  /** A sign-in ends, and people pause for longer than that. */
  async function reach(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await call(path, init)
    if (response.status !== 401) return response
    await signIn()
    return call(path, init)
  }

  async function* events(path: string): AsyncGenerator<Json> {
    let last: Record<string, string> = {}
    for (let left = RETRIES_MAX; left > 0; left--) {
      try {
        for await (const { id, data } of eventsIn(await reach(path, { headers: last }))) {
          last = { 'last-event-id': id }
          left = RETRIES_MAX
          yield data
        }
      } catch (error) {
        if (error instanceof WrongCall && !(error instanceof Unreachable)) throw error
      }
      await sleep(RETRY_MILLIS)
    }
    throw new Unreachable(`The server at ${url} went away in the middle of the answer.`)
  }

  await signIn()
  return {
    userId: () => userId,
    get: async (path) => answered(await reach(path)),
    post: async (path, body) => answered(await reach(path, asJson(body))),
    events,
  }
}

function asJson(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function answered(response: Response): Promise<Json> {
  const body = (await response.json().catch(() => undefined)) as Json | undefined
  if (!body) throw new WrongCall(`${response.url} is no address of this service. Say with --url where it is.`)
  if (!response.ok) throw new Refused(String(body['detail'] ?? response.status), response.status)
  return body
}

async function* eventsIn(response: Response): AsyncGenerator<{ id: string; data: Json }> {
  if (response.status >= 500) throw new Unreachable(`the stream answered ${response.status}`)
  if (!response.ok || !response.body) throw new WrongCall(`the stream answered ${response.status}`)
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id = ''] = /^id: (.*)$/m.exec(block) ?? []
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield { id, data: JSON.parse(data) as Json }
    }
  }
}
