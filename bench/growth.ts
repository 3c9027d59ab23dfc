import { openDatabaseServer } from './database.ts'
import { startLoad, type Pace, type Round, type Target } from './rounds.ts'
import { startOurs } from './servers.ts'
import { machine, meanOf, publish, table } from './table.ts'
import { works } from './work.ts'

const FEW = 10_000
const MANY = 1_000_000
/** Latency is asked for here, and not how much fits on the machine. */
const CONNECTIONS = 4
const LIMITS = { read: 1.3, list: 2 }

/** How much longer the same answers take when the table is a hundred times as long. */
export async function measureGrowth(pace: Pace, cleanup: AsyncDisposableStack): Promise<void> {
  const database = await openDatabaseServer(cleanup)
  const about = machine(database.version)
  const targets: Target[] = []
  for (const tasks of [FEW, MANY]) {
    const { settings, key } = await database.filled(tasks)
    const server = await startOurs(settings)
    cleanup.defer(() => server.stop())
    targets.push({ server, key, tasks, lane: 1 })
  }
  const load = startLoad({
    pace: { ...pace, connections: CONNECTIONS },
    postgresMillis: database.postgresMillis,
    settle: async () => {},
  })
  cleanup.defer(async () => load.stop())

  const rows: string[][] = []
  for (const [name, limit] of Object.entries(LIMITS)) {
    const work = works.find((work) => work.name === name)
    if (!work) continue
    const rounds = targets.map((): Round[] => [])
    for (let round = -1; round < pace.rounds; round++) {
      for (const [index, target] of targets.entries()) {
        const measured = await load.run(target, work, round === -1 ? pace.warmSeconds : pace.seconds)
        if (round >= 0) rounds[index]?.push(measured)
      }
    }
    const [few = Number.NaN, many = Number.NaN] = rounds.map((rounds) => meanOf(rounds, ({ p50Millis }) => p50Millis))
    const growth = many / few
    rows.push([
      work.title,
      few.toFixed(2),
      many.toFixed(2),
      `**${growth.toFixed(2)}**`,
      `${limit} ${growth <= limit ? 'met' : 'missed'}`,
    ])
  }
  const counts = [FEW, MANY].map((tasks) => `p50 ms at ${tasks.toLocaleString('en')} tasks`)
  publish('Growth', `${CONNECTIONS} connections. ${about}\n\n${table(['', ...counts, 'growth', 'at most'], rows)}`, {
    isKept: true,
  })
}
