import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '#test/postgres.ts'
import type { Order } from './agent-node.ts'
import { machine, publish, table } from './table.ts'

const SUBSCRIBERS = 1000
const PULSES_PER_SECOND = 5
const SESSIONS = 200
/** Offered; the goal is 5,000. */
const PIECES_PER_SECOND = 7500
const SECONDS = 15
const SETTLE_MILLIS = 3000

/** 1,000 readers of one session, and 5,000 pieces a second into many, on one node. */
export async function measureAgentStream(cleanup: AsyncDisposableStack): Promise<void> {
  const { version, url: databaseUrl } = await ownDatabase(cleanup)
  const about = machine(version)
  const node = await startNode(databaseUrl, cleanup)
  const fanOut = await measureFanOut(node)
  const intake = await measureIntake(node)
  const [one, ten] = [await measureAppends(node, 1), await measureAppends(node, 10)]
  const how = `${SECONDS} s each. Node, readers and database on the same machine. ${about}`
  const rows = [
    [
      `${SUBSCRIBERS.toLocaleString('en')} readers of one session, ${PULSES_PER_SECOND} events a second: event to reader`,
      `p50 ${fanOut.p50} ms, p99 ${fanOut.p99} ms`,
      `p99 250 ms ${fanOut.p99 <= 250 && fanOut.missing === 0 ? 'met' : 'missed'}`,
    ],
    ['events that did not arrive', String(fanOut.missing), `0 ${fanOut.missing === 0 ? 'met' : 'missed'}`],
    [
      `pieces a second into ${SESSIONS} sessions, each with a reader`,
      intake.perSecond.toLocaleString('en'),
      `5,000 ${intake.perSecond >= 5000 ? 'met' : 'missed'}`,
    ],
    ['kept events a second, one or ten in a transaction', `${one} / ${ten}`, ''],
    ['sessions whose text did not arrive whole', String(intake.broken), `0 ${intake.broken === 0 ? 'met' : 'missed'}`],
  ]
  publish('Streams of agents', `${how}\n\n${table(['', '', 'goal'], rows)}`, { isKept: true })
}

interface Node {
  url: string
  token: string
  tell(order: Order): Promise<Record<string, unknown>>
}

async function startNode(databaseUrl: string, cleanup: AsyncDisposableStack): Promise<Node> {
  const child = fork(fileURLToPath(new URL('agent-node.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'only-for-the-benchmark-'.repeat(2),
      RATE_LIMIT_PER_MINUTE: '10000000',
      RATE_LIMIT_BURST: '1000000',
    },
  })
  cleanup.defer(() => child.disconnect())
  const answer = async (): Promise<Record<string, unknown>> => (await once(child, 'message'))[0]
  const { url, token } = (await answer()) as { url: string; token: string }
  return {
    url,
    token,
    tell(order) {
      child.send(order)
      return answer()
    },
  }
}

async function measureFanOut(node: Node): Promise<{ p50: number; p99: number; missing: number }> {
  const [sessionId = ''] = (await node.tell({ kind: 'sessions', count: 1 }))['sessionIds'] as string[]
  const millis: number[] = []
  const close = await readers(node, Array(SUBSCRIBERS).fill(sessionId), (_index, text) => {
    const now = Date.now()
    for (const [, sentAt] of text.matchAll(/sent (\d+)/g)) millis.push(now - Number(sentAt))
  })
  await node.tell({ kind: 'pulse', sessionId, perSecond: PULSES_PER_SECOND, seconds: 3 })
  await sleep(SETTLE_MILLIS)
  millis.length = 0
  const { sent } = await node.tell({ kind: 'pulse', sessionId, perSecond: PULSES_PER_SECOND, seconds: SECONDS })
  await sleep(SETTLE_MILLIS)
  close()
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), missing: Number(sent) * SUBSCRIBERS - millis.length }
}

async function measureIntake(node: Node): Promise<{ perSecond: number; broken: number }> {
  const sessionIds = (await node.tell({ kind: 'sessions', count: SESSIONS }))['sessionIds'] as string[]
  const lengths = sessionIds.map(() => 0)
  const close = await readers(node, sessionIds, (index, text) => {
    for (const [, delta = ''] of text.matchAll(/"TEXT_MESSAGE_CONTENT"[^\n]*?"delta":"([^"]*)"/g)) {
      lengths[index] = (lengths[index] ?? 0) + delta.length
    }
  })
  const told = await node.tell({ kind: 'talk', sessionIds, perSecond: PIECES_PER_SECOND, seconds: SECONDS })
  await sleep(SETTLE_MILLIS)
  close()
  const { lengths: wanted, seconds } = told as { lengths: number[]; seconds: number }
  const broken = wanted.filter((length, index) => length !== lengths[index]).length
  return { perSecond: Math.round((PIECES_PER_SECOND * SECONDS) / seconds), broken }
}

async function measureAppends(node: Node, together: number): Promise<string> {
  const sessionIds = (await node.tell({ kind: 'sessions', count: SESSIONS }))['sessionIds'] as string[]
  const { perSecond } = await node.tell({ kind: 'append', sessionIds, together, seconds: SECONDS / 3 })
  return Number(perSecond).toLocaleString('en')
}

/** Opens a stream for each session named; all of them have caught up when this is done. */
async function readers(
  { url, token }: Node,
  sessionIds: readonly string[],
  onText: (index: number, text: string) => void,
): Promise<() => void> {
  const requests = await Promise.all(
    sessionIds.map(async (sessionId, index) => {
      const address = `${url}/v1/agent/sessions/${sessionId}/subscribe_direct`
      const request = get(address, { headers: { authorization: `Bearer ${token}` }, agent: false })
      request.on('error', () => {})
      const [response] = await once(request, 'response')
      response.setEncoding('utf8')
      let rest = ''
      const caughtUp = Promise.withResolvers<void>()
      response.on('data', (text: string) => {
        // Only whole events: a piece may be cut anywhere.
        rest += text
        const end = rest.lastIndexOf('\n\n')
        if (end === -1) return
        const whole = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (whole.includes('stream.caught_up')) caughtUp.resolve()
        onText(index, whole)
      })
      await caughtUp.promise
      return request
    }),
  )
  return () => requests.forEach((request) => request.destroy())
}

async function ownDatabase(cleanup: AsyncDisposableStack): Promise<{ url: string; version: string }> {
  const given = process.env.DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  cleanup.defer(() => server.stop())
  const admin = new pg.Client(server.url)
  await admin.connect()
  cleanup.defer(() => admin.end())
  const name = `innkeeper_bench_${process.pid}_agents`
  await admin.query(`create database ${name}`)
  cleanup.defer(async () => void (await admin.query(`drop database if exists ${name} with (force)`)))
  const { rows } = await admin.query('show server_version')
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return { url: url.href, version: `PostgreSQL ${rows[0].server_version}` }
}
