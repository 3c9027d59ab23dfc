import { openDatabaseServer } from './database.ts'
import { median } from './median.ts'
import { interleaved, startLoad, type Pace, type Target } from './rounds.ts'
import { startFloor, startOurs, type Settings } from './servers.ts'
import { comparison, machine, publish, table, type Compared } from './table.ts'
import { memoryMegabytes } from './usage.ts'
import { works } from './work.ts'

const TASKS = 100_000
const STARTS = 3
const START_SECONDS_MAX = 1.5
const MEMORY_MEGABYTES_MAX = 180

/** Our server and the floor in turns, on the same tables. */
export async function compare(
  pace: Pace,
  cleanup: AsyncDisposableStack,
  { names, profileFolder }: { names?: string[]; profileFolder?: string },
): Promise<void> {
  const chosen = works.filter(({ name }) => names === undefined || names.includes(name))
  const database = await openDatabaseServer(cleanup)
  const about = machine(database.version)
  const { settings, key, tasks, settle } = await database.filled(TASKS)
  const start = names === undefined ? await measureStart(settings) : ''

  const floor: Target = { server: await startFloor(settings), key, tasks, lane: 0 }
  cleanup.defer(() => floor.server.stop())
  const ours: Target = { server: await startOurs(settings, profileFolder), key, tasks, lane: 1 }
  cleanup.defer(() => ours.server.stop())
  const load = startLoad({ pace, postgresMillis: database.postgresMillis, settle })
  cleanup.defer(async () => load.stop())

  const results: Compared[] = []
  for (const work of chosen) {
    console.log(`measuring ${work.name}`)
    results.push({ work, ...(await interleaved(load.run, work, { floor, ours }, pace)) })
  }
  const memory = `Memory after the load: ${memoryMegabytes(ours.server.pid).toFixed(0)} MB.`
  const how = `${tasks.toLocaleString('en')} tasks, ${pace.connections} connections, ${pace.rounds} rounds of ${pace.seconds} s. ${about}`
  const isKept = names === undefined
  publish('Against the floor', `${how}\n\n${comparison(results)}`, { isKept })
  if (start !== '') publish('Start and memory', `${start}\n\n${memory}`, { isKept })
}

/** The first start lays down the tables of the jobs, and is not counted. */
async function measureStart(settings: Settings): Promise<string> {
  await (await startOurs(settings)).stop()
  const starts: { millis: number; megabytes: number }[] = []
  for (let n = 0; n < STARTS; n++) {
    const server = await startOurs(settings)
    starts.push({ millis: server.startMillis, megabytes: memoryMegabytes(server.pid) })
    await server.stop()
  }
  const seconds = median(starts.map(({ millis }) => millis)) / 1000
  const megabytes = median(starts.map(({ megabytes }) => megabytes))
  return table(
    ['', `median of ${STARTS} starts`, 'goal'],
    [
      ['start to ready', `${seconds.toFixed(2)} s`, `${START_SECONDS_MAX} s ${verdict(seconds <= START_SECONDS_MAX)}`],
      [
        'memory after start',
        `${megabytes.toFixed(0)} MB`,
        `${MEMORY_MEGABYTES_MAX} MB ${verdict(megabytes <= MEMORY_MEGABYTES_MAX)}`,
      ],
    ],
  )
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed'
}
