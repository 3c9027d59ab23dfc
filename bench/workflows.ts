import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeData } from './data.ts'
import { median } from './median.ts'
import { startOurs } from './servers.ts'
import { machine, publish, table } from './table.ts'
import { openBenchDatabase, type BenchDatabase } from './workflow-database.ts'
import { Client } from './workflow-client.ts'

const RUNS = 1000
const RATE = 230
const RATE_SECONDS = 20
const AGES = [1000, 100_000] as const
const BURSTS = 7
const CALL_MILLIS = 300
const set = (name: string, what: object) => ({ [name]: { set: what } })
const THREE = [set('first', { n: 1 }), set('second', { n: '${ .n + 1 }' }), set('third', { n: '${ .n + 1 }' })]
const loopOf = (count: number) => [
  { each: { for: { in: `\${ [range(${count})] }` }, do: [set('add', { n: '${ (.n // 0) + 1 }' })] } },
]

/** Runs of workflows: how many a second, how soon, and how that grows. On a quiet machine it takes about four minutes. */
export async function measureWorkflows(cleanup: AsyncDisposableStack): Promise<void> {
  const database = await openBenchDatabase(cleanup)
  const about = machine(database.version)
  const parts: string[] = [about]
  const key = await makeData(database.settings, 1000)
  const server = await startOurs(database.settings)
  const client = new Client(server.url, key)
  const watch = (): number => database.millis() + client.serverMillis(server.pid)
  const add = (part: string): void => {
    parts.push(part)
    publish('Workflows', parts.join('\n\n'), { isKept: true, file: 'results-workflows.md' })
  }
  add(await measureRates(client, database, watch))
  add(await measureSteps(client, database, watch))
  await server.stop()
  add(await measureAge())
  add(await measureWorkers(key, database, cleanup))
  add(await measureEffects(key, database))
  add(await measureEmbedded(cleanup))
}

type Watch = () => number

/** Starts so many as quickly as they are taken, and waits for the last one to be over. */
async function burst(client: Client, workflowId: string, runs: number, watch: Watch) {
  const [startedAt, cpu] = [performance.now(), watch()]
  const accepted = await client.startMany(workflowId, runs)
  const acceptedSeconds = (performance.now() - startedAt) / 1000
  await client.untilOver()
  const seconds = (performance.now() - startedAt) / 1000
  const cpuMillis = (watch() - cpu) / runs
  console.log(
    `${runs} runs in ${seconds.toFixed(1)} s, accepted in ${acceptedSeconds.toFixed(1)} s, CPU ${cpuMillis.toFixed(2)} ms a run`,
  )
  return { ...accepted, perSecond: runs / seconds, seconds, cpuMillis }
}

async function measureRates(client: Client, database: BenchDatabase, watch: Watch): Promise<string> {
  const three = await client.publish('three', THREE)
  await burst(client, three, 500, watch)
  const quick = await burst(client, three, RUNS, watch)
  const paced = await client.publish('paced', THREE)
  const starts = await client.startAtRate(paced, RATE, RATE_SECONDS)
  await client.untilOver()
  const first = await database.firstStepMillis(paced)
  const rows = [['three steps that set values', quick.perSecond.toFixed(0), quick.cpuMillis.toFixed(2)]]
  const rates = table(
    ['as quickly as possible, one process that serves and works', 'runs/s', 'CPU ms a run, server + PostgreSQL'],
    rows,
  )
  const paceRows = [
    ['start accepted', starts.p50.toFixed(1), starts.p99.toFixed(1), '< 50 (p99)'],
    ['from the start to the first step', first.p50.toFixed(1), first.p99.toFixed(1), '< 20 (p50)'],
  ]
  const pace = table(
    [`at ${starts.perSecond.toFixed(0)} starts a second for ${RATE_SECONDS} s`, 'p50 ms', 'p99 ms', 'goal'],
    paceRows,
  )
  return `${rates}\n\n${pace}`
}

/** Behind the others: the events of so many tasks are worked on long after. */
async function measureEffects(key: string, database: BenchDatabase): Promise<string> {
  const server = await startOurs(database.settings)
  const client = new Client(server.url, key)
  const watch = (): number => database.millis() + client.serverMillis(server.pid)
  const make = (title: string) => ({
    [title]: { call: 'task-create:1.0.0@default', with: { title, departmentId: database.departmentId } },
  })
  const acting = await client.publish('acting', ['one', 'two', 'three'].map(make))
  const effects = await burst(client, acting, RUNS / 2, watch)
  await server.stop()
  const row = [effects.perSecond.toFixed(0), effects.cpuMillis.toFixed(2)]
  return table(['each step an effect', 'runs/s', 'CPU ms a run'], [['three steps that each make a task', ...row]])
}

async function measureSteps(client: Client, database: BenchDatabase, watch: Watch): Promise<string> {
  const rows: string[][] = []
  for (const [steps, runs] of [
    [10, 600],
    [100, 60],
    [1000, 6],
  ] as const) {
    const workflowId = await client.publish(`loop-${steps}`, loopOf(steps))
    await burst(client, workflowId, 3, watch)
    const { seconds, cpuMillis } = await burst(client, workflowId, runs, watch)
    rows.push([String(steps), ((runs * steps) / seconds).toFixed(0), (cpuMillis / steps).toFixed(3)])
  }
  await database.settle()
  return table(['steps a run', 'steps/s', 'CPU ms a step, server + PostgreSQL'], rows)
}

/** Two installations by turns, one with few runs that are over and one with many: what the machine does besides hits both. */
async function measureAge(): Promise<string> {
  await using open = new AsyncDisposableStack()
  const installations = await Promise.all(AGES.map((over) => installationWith(over, open)))
  const measured = AGES.map((): Awaited<ReturnType<typeof burst>>[] => [])
  for (let round = -1; round < BURSTS; round++) {
    for (const [index, { client, workflowId, watch }] of installations.entries()) {
      const result = await burst(client, workflowId, RUNS / 2, watch)
      if (round >= 0) measured[index]?.push(result)
    }
  }
  const rows = AGES.map((over, index) => {
    const of = (what: 'perSecond' | 'cpuMillis'): number => median(measured[index]?.map((each) => each[what]) ?? [])
    return [over.toLocaleString('en'), of('perSecond').toFixed(0), of('cpuMillis').toFixed(2)]
  })
  return table([`runs that are over, the middle of ${BURSTS} bursts by turns`, 'runs/s', 'CPU ms a run'], rows)
}

async function installationWith(over: number, cleanup: AsyncDisposableStack) {
  const database = await openBenchDatabase(cleanup)
  const key = await makeData(database.settings, 1000)
  const server = await startOurs(database.settings)
  cleanup.defer(server.stop)
  const client = new Client(server.url, key)
  const workflowId = await client.publish('age', THREE)
  await database.addOldRuns(workflowId, over)
  return { client, workflowId, watch: (): number => database.millis() + client.serverMillis(server.pid) }
}

/** Runs that mostly wait for somebody outside: how many are under way at a time is the limit, and neither database nor processor. */
async function measureWorkers(
  key: string,
  { settings, millis }: BenchDatabase,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const slow = createServer((_, response) => void setTimeout(() => response.end('{}'), CALL_MILLIS)).listen(
    0,
    '127.0.0.1',
  )
  cleanup.defer(() => void slow.close())
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  const allowed = { ...settings, OUTBOUND_ALLOW: `localhost:${port}` }
  const api = await startOurs({ ...allowed, ROLE: 'api' })
  cleanup.defer(() => api.stop())
  const client = new Client(api.url, key)
  const call = { call: 'http', with: { method: 'post', endpoint: `http://localhost:${port}/` } }
  const workflowId = await client.publish('calling', [{ ask: call }, ...THREE])
  const rates: number[] = []
  for (const workers of [1, 2]) {
    await client.startMany(workflowId, 1200 * workers)
    const startedAt = performance.now()
    const cpu = millis()
    const processes = await Promise.all(
      Array.from({ length: workers }, () => startOurs({ ...allowed, ROLE: 'worker' })),
    )
    const from = performance.now()
    const before = await client.countOver()
    await client.untilOver()
    const runs = (await client.countOver()) - before
    rates.push(runs / ((performance.now() - from) / 1000))
    console.log(
      `${workers} workers: ${runs} runs, database ${(millis() - cpu).toFixed(0)} ms of ${(performance.now() - startedAt).toFixed(0)}`,
    )
    await Promise.all(processes.map((each) => each.stop()))
  }
  const [one = 1, two = 0] = rates
  const rows = [
    ['1', one.toFixed(0), ''],
    ['2', two.toFixed(0), (two / one).toFixed(2)],
  ]
  const head = [`worker processes, runs with a call that takes ${CALL_MILLIS} ms`, 'runs/s', 'times one']
  const limit =
    'The limit here is how many runs a process has under way at a time (20), and neither database nor processor: those that only set values are limited by the processors, which the load, the server and the database share.'
  return `${table(head, rows)}\n\n${limit}`
}

async function measureEmbedded(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-bench-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const key = await makeData({ DATA_DIR: folder }, 1000)
  const server = await startOurs({ DATA_DIR: folder })
  cleanup.defer(() => server.stop())
  const client = new Client(server.url, key)
  const workflowId = await client.publish('embedded', THREE)
  const watch = (): number => client.serverMillis(server.pid)
  await burst(client, workflowId, 200, watch)
  const { perSecond, cpuMillis } = await burst(client, workflowId, 1000, watch)
  return table(
    ['embedded database (PGlite)', 'runs/s', 'CPU ms a run'],
    [['three steps that set values', perSecond.toFixed(0), cpuMillis.toFixed(2)]],
  )
}
