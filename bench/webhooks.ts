import pg from 'pg'
import { retell } from '#src/simulator/signing.ts'
import { startPostgres } from '#test/postgres.ts'
import { drive } from './connections.ts'
import { post } from './post.ts'
import { startOurs, type Server } from './servers.ts'
import { machine, publish, table } from './table.ts'
import { processMillis } from './usage.ts'

const ADMIN = { email: 'admin@example.com', password: 'only-for-the-benchmark' }
const SECRET = 'only-for-the-benchmark-of-webhooks'
const AGENT = 'agent_bench'
const WORKSPACE = 'seaside-homes'
const CONNECTIONS = 64
const SECONDS = 10
const ROUNDS = 3

interface Place {
  server: Server
  client: pg.Client
  version: string
}

/** A node that takes deliveries, with an integration of the voice platform. What is done about them is another node's. */
async function openPlace(cleanup: AsyncDisposableStack, name: string): Promise<Place> {
  const postgres = await startPostgres()
  cleanup.defer(() => postgres.stop())
  const first = new pg.Client(postgres.url)
  await first.connect()
  await first.query(`create database ${name}`)
  await first.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const server = await startOurs({
    DATABASE_URL: url.href,
    JWT_SECRET: 'only-for-the-benchmark-'.repeat(2),
    ROLE: 'api',
    SEED: 'demo',
    SEED_ADMIN_EMAIL: ADMIN.email,
    SEED_ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_ADDRESS_PER_MINUTE: '10000000',
  })
  cleanup.defer(server.stop)
  const client = new pg.Client(url.href)
  await client.connect()
  cleanup.defer(() => client.end())
  const { accessToken } = await post(`${server.url}/api/v1/auth/token`, {}, ADMIN)
  const integration = { kind: 'voice_platform_a', name: 'Bench', accounts: [AGENT], secrets: { apiKey: SECRET } }
  const headers = { authorization: `Bearer ${String(accessToken)}` }
  await post(`${server.url}/api/app/v1/workspaces/${WORKSPACE}/integrations`, headers, integration)
  const { rows } = await client.query('show server_version')
  return { server, client, version: `PostgreSQL ${rows[0].server_version}` }
}

/** How many signed deliveries a second one node accepts, each another one: proven, kept, answered. */
export async function measureWebhooks(cleanup: AsyncDisposableStack): Promise<void> {
  const { server, client, version } = await openPlace(cleanup, 'innkeeper_bench_webhooks')
  const path = '/v1/webhooks/voice-platform-a'
  const nextRequest = (n: number): string => {
    const call = { call_id: `call_${n}`, agent_id: AGENT, from_number: '+34600000001', direction: 'inbound' }
    return requestOf(server, path, { event: 'call_started', call })
  }
  const about = { url: server.url, connections: CONNECTIONS, nextRequest }
  let { next } = await drive({ ...about, seconds: 3, first: 0 })
  const rows: string[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const before = processMillis(server.pid)
    const outcome = await drive({ ...about, seconds: SECONDS, first: next })
    const spent = (processMillis(server.pid) - before) / outcome.requests
    if (outcome.failure !== undefined) throw new Error(outcome.failure)
    next = outcome.next
    const rate = Math.round(outcome.requests / outcome.seconds)
    rows.push([
      String(round),
      rate.toLocaleString('en'),
      outcome.p50Millis.toFixed(1),
      outcome.p99Millis.toFixed(1),
      spent.toFixed(2),
    ])
  }
  const { rows: counted } = await client.query('select count(*)::int as kept from inbound_deliveries')
  const how = `Signed deliveries (\`call_started\` of voice platform A, each another call) on ${CONNECTIONS} connections, each of which sends its next when it was answered; one node with \`ROLE=api\`. Goal: 2,000 a second, p99 under 100 ms. ${counted[0].kept} were kept. ${machine(version)}`
  publish(
    'Webhooks',
    `${how}\n\n${table(['round', 'accepted a second', 'p50 ms', 'p99 ms', 'processor ms of the node, each'], rows)}`,
    { isKept: true },
  )
}

const CONTACTS = 100_000
const CALLS_PER_SECOND = 50
const CALLS = 1500

/** How long the caller's context takes, while calls come at a steady rate, whether the last one was answered or not. */
export async function measureVoice(cleanup: AsyncDisposableStack): Promise<void> {
  const { server, client, version } = await openPlace(cleanup, 'innkeeper_bench_voice')
  await client.query(
    `insert into contacts (workspace_id, id, full_name, phone, search_text, created_at, updated_at)
     select $1, gen_random_uuid(), 'Guest ' || n, '+34 6' || lpad(n::text, 8, '0'), 'guest ' || n, now(), now()
     from generate_series(1, ${CONTACTS}) n`,
    [WORKSPACE],
  )
  await client.query('analyze contacts')
  const call = async (): Promise<number> => {
    const number = 1 + Math.floor(Math.random() * CONTACTS)
    const from = `+346${String(number).padStart(8, '0')}`
    const body = { event: 'call_inbound', call_inbound: { agent_id: AGENT, from_number: from, to_number: '+1' } }
    const sentAt = performance.now()
    const text = JSON.stringify(body)
    const answer = await post(`${server.url}/v1/webhooks/voice-platform-a/inbound`, retell(text, SECRET), body)
    const known = (answer['call_inbound'] as { dynamic_variables: Record<string, string> }).dynamic_variables
    if (known['caller_name'] !== `Guest ${number}`) throw new Error(`the wrong caller: ${JSON.stringify(answer)}`)
    return performance.now() - sentAt
  }
  for (let warm = 0; warm < 100; warm++) await call()
  const millis = (await atRate(CALLS_PER_SECOND, CALLS, call)).toSorted((left, right) => left - right)
  const at = (share: number): string => (millis[Math.floor(share * millis.length)] ?? Number.NaN).toFixed(1)
  const how = `\`call_inbound\` at ${CALLS_PER_SECOND} calls a second, ${CALLS} in all, in a workspace with ${CONTACTS.toLocaleString('en')} contacts, each call from another one. Goal: p99 under 300 ms. ${machine(version)}`
  const head = ['calls', 'p50 ms', 'p99 ms', 'slowest ms']
  publish('Voice inbound', `${how}\n\n${table(head, [[String(CALLS), at(0.5), at(0.99), at(0.99999)]])}`, {
    isKept: true,
  })
}

function atRate(perSecond: number, count: number, work: () => Promise<number>): Promise<number[]> {
  const begun: Promise<number>[] = []
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      begun.push(work())
      if (begun.length < count) return
      clearInterval(timer)
      resolve(Promise.all(begun))
    }, 1000 / perSecond)
  })
}

function requestOf({ url }: Server, path: string, body: object): string {
  const text = JSON.stringify(body)
  const proof = Object.entries(retell(text, SECRET)).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${proof.join('')}content-type: application/json\r\n`
  return `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
