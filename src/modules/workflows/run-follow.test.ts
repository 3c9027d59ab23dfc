import { expect, onTestFinished, test } from 'vitest'
import { one, type Db, type Pool, type Tx } from '#core/db.ts'
import { createLogger } from '#core/log.ts'
import { openSignals } from '#core/signals.ts'
import { sql } from '#core/sql.ts'
import { createApp } from '#src/app.ts'
import { addressOf, openEvents, type EventSource } from '#test/event-source.ts'
import { harness, type Harness, type TestApp } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { publish, reached, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'

const SUSPENDED = 'io.serverlessworkflow.workflow.suspended.v1'
const STARTED = 'io.serverlessworkflow.workflow.started.v1'
const COMPLETED = 'io.serverlessworkflow.workflow.completed.v1'

/** Opens streams on the server, and closes them before it stops. */
async function readersAt({ app }: Pick<TestApp, 'app'>) {
  const base = await addressOf(app)
  const opened: EventSource[] = []
  onTestFinished(() => opened.forEach((events) => events.close()))
  return async (path: string, token = ''): Promise<EventSource> => {
    const events = await openEvents(`${base}${path}`, { authorization: `Bearer ${token}`, accept: 'text/event-stream' })
    opened.push(events)
    return events
  }
}

const historyOf = ({ workspaceId }: Pick<Harness, 'workspaceId'>, runId: string): string =>
  `/api/v1/workspaces/${workspaceId}/workflow-runs/${runId}/events`

async function waiting(here: Harness): Promise<string> {
  const runId = await start(here, await publish(here, 'do: [ { pause: { wait: PT1H } } ]'))
  await reached(here, runId, 'waiting')
  return runId
}

async function limited(streams: { perCredential: number; perWorkspace: number }) {
  const here = await harness()
  workflows(here)
  const server = await secondNode({ config: { streams } })
  onTestFinished(() => server.close())
  return { here, runId: await waiting(here), read: await readersAt(server) }
}

test('a key has so many streams and no more; others are not concerned, and a closed one makes room', async () => {
  const { here, runId, read } = await limited({ perCredential: 3, perWorkspace: 100 })
  const path = historyOf(here, runId)
  const opened = await Promise.all(Array.from({ length: 20 }, () => read(path, here.asKey.token)))
  const held = opened.filter(({ response }) => response.status === 200)
  expect(held).toHaveLength(3)
  const refused = opened.find(({ response }) => response.status !== 200)
  expect([refused?.response.status, refused?.response.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await read(path, here.asKey.token)).response.status).toBe(429)
  const another = await here.make.key()
  expect((await read(path, another.value)).response.status).toBe(200)
  held[0]?.close()
  await soon(async () => expect((await read(path, here.asKey.token)).response.status).toBe(200))
})

test('the refusal names the limit, and streams of the console and of runs are counted together', async () => {
  const { here, runId, read } = await limited({ perCredential: 2, perWorkspace: 100 })
  const changes = `/api/app/v1/workspaces/${here.workspaceId}/changes`
  expect((await read(changes, here.admin.token)).response.status).toBe(200)
  expect((await read(historyOf(here, runId), here.admin.token)).response.status).toBe(200)
  const base = new URL((await read(changes, here.admin.token)).response.url).origin
  for (const path of [changes, historyOf(here, runId)]) {
    const headers = { authorization: `Bearer ${here.admin.token}`, accept: 'text/event-stream' }
    const refused = await fetch(base + path, { headers })
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'rate_limited', detail: expect.stringMatching(/person already has 2 event streams .* Close one/) },
    ])
  }
  // Requests that are not streams are answered as before.
  expect((await here.asUser.get(`/workflow-runs/${runId}/events`)).status).toBe(200)
})

test('a workspace has so many streams, however many keys it makes, and another workspace has its own', async () => {
  const { here, runId, read } = await limited({ perCredential: 2, perWorkspace: 5 })
  const keys = await Promise.all(Array.from({ length: 4 }, () => here.make.key()))
  const opened = await Promise.all(
    keys.flatMap(({ value }) => [read(historyOf(here, runId), value), read(historyOf(here, runId), value)]),
  )
  expect(opened.map(({ response }) => response.status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  const other = await harness()
  const elsewhere = await waiting(other)
  expect((await read(historyOf(other, elsewhere), other.asKey.token)).response.status).toBe(200)
})

/** Counts every statement and transaction. */
function counted(pool: Pool): { pool: Pool; count(): number } {
  let count = 0
  const noting =
    <Args extends unknown[], Result>(ask: (...args: Args) => Result) =>
    (...args: Args): Result => {
      count += 1
      return ask(...args)
    }
  const counting = <T extends Db>(db: T): T => ({
    ...db,
    rows: noting(db.rows),
    together: noting(db.together),
    raw: noting(db.raw),
  })
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => pool.transaction((tx) => work(counting(tx)))
  return { pool: { ...counting(pool), transaction }, count: () => count }
}

/** A separate server whose statements are counted. */
async function countedNode({ runtime: first }: Harness) {
  const { pool, count } = counted(first.database.pool)
  const services = { ...first.services, workflowSignals: openSignals(first.services.bus, 'workflow-runs') }
  const logger = createLogger('silent')
  const app = createApp({ ...first, services, database: { ...first.database, pool } }, { logger })
  await app.ready()
  onTestFinished(() => app.close())
  return { app, count }
}

test('however many read along, the database is asked once for all of them, and only when there is news', async () => {
  const here = await harness()
  workflows(here)
  const runId = await waiting(here)
  const server = await countedNode(here)
  const read = await readersAt(server)
  /** How many statements it takes to tell every reader that the run was suspended and resumed. */
  async function told(readers: readonly EventSource[]): Promise<number> {
    const before = server.count()
    await here.asKey.post(`/workflow-runs/${runId}/suspend`)
    await Promise.all(readers.map((events) => events.until(SUSPENDED)))
    const statements = server.count() - before
    await here.asKey.post(`/workflow-runs/${runId}/resume`)
    await Promise.all(readers.map((events) => events.until('io.serverlessworkflow.workflow.resumed.v1')))
    return statements
  }
  const first = await read(historyOf(here, runId), here.asKey.token)
  await first.until(STARTED)
  const alone = await told([first])
  const others = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const events = await read(historyOf(here, runId), here.asKey.token)
      await events.until('io.serverlessworkflow.workflow.resumed.v1')
      return events
    }),
  )
  const together = await told([first, ...others])
  expect(alone).toBeGreaterThan(0)
  expect(together).toBeLessThanOrEqual(alone + 2)
  // The embedded database runs in this process, so there are no heartbeats to wait for.
  if (here.runtime.database.kind === 'embedded') return
  // Idle streams cause no queries. The node itself still records key use and checks for lost signals.
  const quietFrom = server.count()
  await beats(here, 3)
  expect(server.count() - quietFrom).toBeLessThanOrEqual(5)
})

/** Waits for this many heartbeats of the bus, which sends one every second. */
async function beats({ runtime: { database } }: Harness, times: number): Promise<void> {
  const seenAt = async () =>
    (await one<{ at: number }>(database.pool, sql`select extract(epoch from max(seen_at))::float8 as at from nodes`))
      ?.at ?? 0
  const from = await seenAt()
  await soon(async () => expect(await seenAt()).toBeGreaterThan(from + times))
}

test('who reads a long history and who joins in the middle of it get every event once, in order, to the end', async () => {
  const here = await harness()
  workflows(here)
  const read = await readersAt(here)
  const document = `do: [ { each: { for: { each: x, in: '[range(120)]' }, do: [ { a: { set: { n: '\${ $x }' } } } ] } } ]`
  const runId = await start(here, await publish(here, document))
  const early = await read(historyOf(here, runId), here.asKey.token)
  const [begun] = await early.until(STARTED)
  const late = await read(historyOf(here, runId), here.asKey.token)
  const ends = await Promise.all([early.until(COMPLETED), late.until(COMPLETED)])
  const numbers = [[begun, ...ends[0]], ends[1]].map((events) => events.map((event) => Number(event?.id)))
  expect(numbers[0]?.length).toBeGreaterThan(200)
  for (const each of numbers) expect(each).toEqual(each.map((_, index) => index + 1))
  expect([await early.next(), await late.next()]).toEqual([undefined, undefined])
})
