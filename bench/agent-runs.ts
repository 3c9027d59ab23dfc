import pg from 'pg'
import { startPostgres } from '#test/postgres.ts'
import { post } from './post.ts'
import { startOurs } from './servers.ts'
import { machine, publish, table } from './table.ts'

const RUNS = 200
const WARM_RUNS = 30
const ADMIN = { email: 'admin@example.com', password: 'only-for-the-benchmark' }
const STAGES = ['RUN_STARTED', 'TEXT_MESSAGE_CONTENT', 'RUN_FINISHED'] as const

interface SessionEvent {
  type: string
}

/** How long after its request the events of a run are with whoever reads the stream. The embedded rule model answers. */
export async function measureAgentRuns(cleanup: AsyncDisposableStack): Promise<void> {
  const postgres = await startPostgres()
  cleanup.defer(() => postgres.stop())
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.query('create database innkeeper_bench_agents')
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/innkeeper_bench_agents'
  const server = await startOurs({
    DATABASE_URL: url.href,
    JWT_SECRET: 'only-for-the-benchmark-'.repeat(2),
    SEED: 'demo',
    SEED_ADMIN_EMAIL: ADMIN.email,
    SEED_ADMIN_PASSWORD: ADMIN.password,
  })
  cleanup.defer(server.stop)
  const millis = await runsOn(server.url)
  const rowsOut = STAGES.map((stage) => [
    `\`${stage}\``,
    at(millis[stage], 0.5).toFixed(1),
    at(millis[stage], 0.99).toFixed(1),
  ])
  const how = `${RUNS} runs one after the other, each asks for the departments: two calls of the rule model and a tool between. The client reads the stream of the session. ${machine(`PostgreSQL ${rows[0].server_version}`)}`
  publish('Agent runs', `${how}\n\n${table(['from the request to', 'p50 ms', 'p99 ms'], rowsOut)}`, { isKept: true })
}

async function runsOn(base: string): Promise<Record<(typeof STAGES)[number], number[]>> {
  const { accessToken } = await post(`${base}/api/v1/auth/token`, {}, ADMIN)
  const headers = { authorization: `Bearer ${String(accessToken)}` }
  const input = 'List the departments'
  const first = await post(`${base}/v1/agent/invoke`, headers, { agent_id: 'operations-assistant', input })
  const path = `${base}/v1/agent/sessions/${String(first['session_id'])}`
  const stream = await fetch(`${path}/subscribe_direct?live_only=true`, { headers })
  const events = eventsIn(stream)
  const millis = { RUN_STARTED: [], TEXT_MESSAGE_CONTENT: [], RUN_FINISHED: [] } as Awaited<ReturnType<typeof runsOn>>
  for (let run = 0; run < WARM_RUNS + RUNS; run++) {
    const from = performance.now()
    const posted = post(`${path}/runs_direct`, headers, { input })
    const seen = new Map<string, number>()
    while (!seen.has('RUN_FINISHED')) {
      const { value } = await events.next()
      if (!value) throw new Error('the stream ended')
      if (!seen.has(value.type)) seen.set(value.type, performance.now() - from)
    }
    await posted
    if (run >= WARM_RUNS) for (const stage of STAGES) millis[stage].push(seen.get(stage) ?? Number.NaN)
  }
  return millis
}

async function* eventsIn({ body }: Response): AsyncGenerator<SessionEvent> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as SessionEvent
    }
  }
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
