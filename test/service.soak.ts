import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sweepFiles } from '#core/file-drafts.ts'
import { createLogger } from '#core/log.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'
import { openCallers, type Callers } from './busy-caller.ts'
import { runLane, type Lane, type Surroundings } from './busy-lanes.ts'
import { noteOf, PREFIX, wrongIn, type Ledger } from './busy-ledger.ts'
import { tableOf, talliesTable } from './busy-table.ts'
import { backend } from './database.ts'
import { demoKeyOf, newInstallation, PUBLIC, signIn } from './installation.ts'
import { servePhoto } from './photos.ts'
import { startOwnPostgres } from './postgres.ts'
import { killAll, launch, startServer, untilWritten, type ServerProcess, type Settings } from './process.ts'
import { startOutside } from './witness-outside.ts'
import { seenBy, watchEvents } from './witness.ts'

const SECONDS = Number(process.env.SOAK_SECONDS ?? 120)
const CONNECTIONS = 64
const KILL_PAUSE_SECONDS = 4
const AWAY_SECONDS = 3
/** After the database is back: connections that were lost are noticed one by one. */
const AFTERMATH_SECONDS = 10
/** The work of a killed worker is taken up when its heartbeat and its leases are old, and somebody looks. */
const DRAIN_SECONDS_MAX = 420
const HOT_TASKS = 3

afterAll(killAll)

test.runIf(backend === 'postgres')(
  `${SECONDS} seconds of all operations at ${CONNECTIONS} connections, workers killed, PostgreSQL restarted`,
  async () => {
    const database = await startOwnPostgres()
    const installation = await newInstallation()
    const outside = await startOutside()
    const settings = {
      ...installation.settings,
      ...outside.settings,
      DATABASE_URL: database.url,
      OUTBOUND_ALLOW: 'localhost',
    }
    const first = await startServer({ ...settings, ROLE: 'api' })
    const servers = [first, await startServer({ ...settings, ROLE: 'api' })]
    const [key, session] = [await demoKeyOf(first), await signIn(first)]
    const watcher = await connected(database.url)
    await watchEvents(watcher)
    await watcher.end()
    const around = await surroundings(first, key)
    await outside.connect(first, session, around.propertyIds)

    let isAway = false
    const callers = openCallers({
      urls: servers.map(({ url }) => url),
      connections: CONNECTIONS,
      key,
      session,
      isAway: () => isAway,
    })
    const ledger: Ledger = { tasks: [], doubtful: [] }
    const hot = await hotTasks(callers, around, ledger)
    const lanes = Array.from({ length: CONNECTIONS }, (_, number): Lane => {
      return { callers, around, ledger, number, own: [], hot, turns: 0 }
    })
    const until = performance.now() + SECONDS * 1000
    const isOver = (): boolean => performance.now() >= until

    async function restartInTheMiddle(): Promise<number> {
      await sleep(SECONDS * 500)
      isAway = true
      const awayAt = performance.now()
      await database.restart(AWAY_SECONDS)
      const millis = performance.now() - awayAt
      await sleep(AFTERMATH_SECONDS * 1000)
      isAway = false
      return millis
    }

    const [kills, awayMillis, memory] = await Promise.all([
      killWorkers(settings, isOver),
      restartInTheMiddle(),
      watchMemory(servers, isOver),
      ...lanes.map((lane) => runLane(lane, isOver)),
    ])
    await callers.close()

    const client = await connected(database.url)
    const drainSeconds = await drained(client)
    const seen = await seenBy(client)
    const drafts = await sweptFiles(settings, client)
    const wrong = [
      ...(await wrongIn(client, ledger)),
      ...(await wrongFiles(client, installation.dataDir)),
      ...(await outside.wrong(client)),
    ]
    await client.end()
    process.stdout.write(
      [
        talliesTable(callers.tallies),
        tableOf(
          ['what', 'number'],
          [
            ['tasks acknowledged', ledger.tasks.length],
            ['creates in doubt (no key)', ledger.doubtful.length],
            ['changes acknowledged', ledger.tasks.reduce((sum, { changes }) => sum + changes, 0)],
            ['workers killed', kills],
            ['PostgreSQL away, ms', Math.round(awayMillis)],
            ['events', seen.events],
            ['times the witness acted', seen.acts],
            ...Object.entries(seen.effects).map(([effect, count]) => [`effect ${effect}`, count]),
            ...outside.counts(),
            ['seconds until all was delivered', drainSeconds],
            ['files of interrupted uploads, swept', drafts],
            ...memory.map(({ what, early, late }) => [`${what}: after warm-up, at the end, MB`, `${early}, ${late}`]),
          ],
        ),
        '',
      ].join('\n\n'),
    )
    const unforeseen = servers.flatMap((server) => server.output().match(/^.*"internal_error".*$/gm) ?? [])
    for (const server of servers) expect((await server.stop()).code).toBe(0)
    await killAll()
    await outside.close()
    await database.stop()
    await installation.remove()

    expect(
      callers.faults.slice(0, 20),
      [`${callers.faults.length} answers that are never right`, ...unforeseen].join('\n'),
    ).toEqual([])
    expect(wrong.slice(0, 20), `${wrong.length} things are not as acknowledged`).toEqual([])
    expect(seen.wrong.slice(0, 20)).toEqual([])
    expect(kills).toBeGreaterThan(SECONDS / 20)
    for (const { what, early, late } of memory) expect(late, what).toBeLessThan(early * 1.3 + 30)
  },
)

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

async function surroundings(server: ServerProcess, key: string): Promise<Surroundings> {
  const asKey = server.as(key)
  const ids = async (path: string, name = 'id'): Promise<string[]> =>
    (await asKey.get(PUBLIC + path)).body.items.map((item: Record<string, string>) => item[name])
  return {
    userIds: await ids('/users', 'userId'),
    departmentIds: await ids('/departments'),
    propertyIds: await ids('/properties'),
    tagIds: await ids('/task-tags'),
    photoUrl: await servePhoto(),
  }
}

async function hotTasks(callers: Callers, { departmentIds }: Surroundings, ledger: Ledger): Promise<Lane['hot']> {
  const hot = []
  for (let number = 0; number < HOT_TASKS; number++) {
    const title = `${PREFIX}hot ${number}`
    const body = { title, departmentId: departmentIds[0] }
    const { body: made } = await callers.ask('create', { method: 'POST', path: '/tasks', body })
    hot.push(noteOf(made.id, title, []))
  }
  ledger.tasks.push(...hot)
  return hot
}

/** Two workers, of which one is killed every few seconds and started again. At the end both are left running. */
async function killWorkers(settings: Settings, isOver: () => boolean): Promise<number> {
  const start = () => launch(['test/witness-worker.ts'], { ...settings, ROLE: 'worker' })
  const workers = [start(), start()]
  await Promise.all(workers.map((worker) => untilWritten(worker, /(working)/)))
  for (let kills = 0; ; kills++) {
    await sleep(KILL_PAUSE_SECONDS * 1000)
    if (isOver()) return kills
    const victim = workers.shift()
    victim?.signal('SIGKILL')
    await victim?.ended
    workers.push(start())
  }
}

interface Memory {
  what: string
  /** In the second quarter of the time, MB. */
  early: number
  /** In the last quarter. */
  late: number
}

const GAUGES = {
  'resident memory': { pattern: /^innkeeper_process_resident_memory_bytes (\S+)/m, choose: median },
  // The lowest that is seen is what a collection has left over: only a leak makes that rise.
  'heap after collection': { pattern: /^innkeeper_nodejs_heap_size_used_bytes (\S+)/m, choose: lowest },
}

async function watchMemory(servers: ServerProcess[], isOver: () => boolean): Promise<Memory[]> {
  const samples = new Map<string, number[]>()
  while (!isOver()) {
    for (const [index, server] of servers.entries()) {
      const { body } = await server.as().get('/metrics')
      for (const [name, { pattern }] of Object.entries(GAUGES)) {
        const what = `${name} of API ${index + 1}`
        const megabytes = Math.round(Number(pattern.exec(body)?.[1]) / 1_048_576)
        samples.set(what, [...(samples.get(what) ?? []), megabytes])
      }
    }
    await sleep(500)
  }
  return [...samples].map(([what, all]) => {
    const { choose } = what.startsWith('heap') ? GAUGES['heap after collection'] : GAUGES['resident memory']
    const quarter = Math.ceil(all.length / 4)
    return { what, early: choose(all.slice(quarter, 2 * quarter)), late: choose(all.slice(-quarter)) }
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function lowest(numbers: number[]): number {
  return Math.min(...numbers)
}

/** Waits until every event is delivered; answers how long that took. */
async function drained(client: pg.Client): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await client.query(`
      select (select count(*) from outbox)
        + (select count(*) from pgboss.job where name <> 'routines' and state in ('created', 'retry', 'active')) as waiting`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (Number(rows[0].waiting) === 0) return seconds
    if (seconds > DRAIN_SECONDS_MAX) throw new Error(`${rows[0].waiting} deliveries still wait after ${seconds} s`)
    await sleep(500)
  }
}

/** Does what the hourly routine will do about uploads that the restart has cut off; answers how many there were. */
async function sweptFiles(settings: Settings, client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from file_drafts')
  const runtime = await openRuntime({ config: readConfig(settings), log: createLogger('silent') })
  await sweepFiles.run({ ...systemContext(runtime), now: new Date(Date.now() + 2 * 3600 * 1000) })
  await runtime.close()
  return rows[0].count
}

/** Each photo that a record names is a file, and each file is named by a record. */
async function wrongFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const { rows } = await client.query('select storage_key as key from task_attachments where storage_key is not null')
  const folder = join('seaside-homes', 'attachments')
  const files = await readdir(join(dataDir, 'files', folder)).catch(() => [])
  const recorded = new Set(rows.map(({ key }) => String(key)))
  const stored = new Set(files.map((file) => join(folder, file)))
  return [
    ...[...recorded.difference(stored)].map((file) => `${file} is recorded and not stored`),
    ...[...stored.difference(recorded)].map((file) => `${file} is stored and not recorded`),
  ]
}
