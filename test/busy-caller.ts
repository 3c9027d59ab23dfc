import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { CONSOLE, PUBLIC } from './installation.ts'
import type { Answer } from './client.ts'

interface Call {
  method: string
  path: string
  body?: unknown
  /** At the console's surface, with the session. */
  isConsole?: boolean
  /** The Idempotency-Key. */
  key?: string
}

export interface Tally {
  millis: number[]
  /** How often each status came; with the code where it is a refusal. */
  statuses: Record<string, number>
}

/** Callers of the service that share a fixed number of connections and keep count of every answer. */
export interface Callers {
  /** Asks until it is certain what has happened, as a careful client does. */
  ask(operation: string, call: Call): Promise<Answer>
  /** Asks once; undefined when it is not known whether it has happened. */
  askOnce(operation: string, call: Call): Promise<Answer | undefined>
  readonly tallies: Map<string, Tally>
  /** Answers that are never right: lost connections, 5xx other than a clean 503, and 503 while nothing was away. */
  readonly faults: string[]
  close(): Promise<void>
}

export interface CallersOptions {
  urls: string[]
  connections: number
  key: string
  session: string
  /** Whether the database is away at this moment, or was just now. */
  isAway(): boolean
}

const RETRY_MILLIS = 200

export function openCallers({ urls, connections, key, session, isAway }: CallersOptions): Callers {
  const pools = urls.map((url) => new Pool(url, { connections: connections / urls.length, pipelining: 1 }))
  const tallies = new Map<string, Tally>()
  const faults: string[] = []
  let turn = 0

  async function send({ method, path, body, isConsole = false, key: once }: Call): Promise<Answer> {
    const pool = pools[turn++ % pools.length] ?? pools[0]
    if (!pool) throw new Error('no server to ask')
    const answer = await pool.request({
      method,
      path: (isConsole ? CONSOLE : PUBLIC) + path,
      headers: {
        authorization: `Bearer ${isConsole ? session : key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  async function askOnce(operation: string, call: Call): Promise<Answer | undefined> {
    const startedAt = performance.now()
    const answer = await send(call).catch((error: Error) => error)
    const tally = tallies.get(operation) ?? { millis: [], statuses: {} }
    tallies.set(operation, tally)
    tally.millis.push(performance.now() - startedAt)
    const outcome =
      answer instanceof Error ? `lost (${answer.message})` : [answer.status, answer.body?.code].join(' ').trim()
    tally.statuses[outcome] = (tally.statuses[outcome] ?? 0) + 1
    const fault = faultIn(answer, isAway())
    if (fault !== undefined) faults.push(`${operation}: ${fault}`)
    return answer instanceof Error || answer.status >= 500 ? undefined : answer
  }

  return {
    tallies,
    faults,
    askOnce,
    async ask(operation, call) {
      for (;;) {
        const answer = await askOnce(operation, call)
        if (answer && answer.body?.code !== 'idempotency_in_progress') return answer
        await sleep(RETRY_MILLIS * (0.5 + Math.random()))
      }
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  }
}

function faultIn(answer: Answer | Error, isAway: boolean): string | undefined {
  if (answer instanceof Error) return `no answer: ${answer.message}`
  const { status, headers, body } = answer
  if (status < 500) return undefined
  const isClean =
    status === 503 &&
    body?.code === 'unavailable' &&
    body.retryable === true &&
    /^[1-9]\d*$/.test(headers['retry-after'] ?? '') &&
    String(headers['content-type']).startsWith('application/problem+json')
  if (!isClean) return `${status} ${JSON.stringify(body)}`
  return isAway ? undefined : '503 while the database was there'
}
