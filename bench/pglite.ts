import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeData } from './data.ts'
import { startLoad, type Pace, type Round } from './rounds.ts'
import { startOurs } from './servers.ts'
import { alone, machine, publish } from './table.ts'
import { memoryMegabytes } from './usage.ts'
import { works } from './work.ts'

const TASKS = 100_000

/** Our server on its embedded database: server and database are one process and one session. */
export async function measurePglite(pace: Pace, cleanup: AsyncDisposableStack): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-bench-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const about = machine('the embedded database (PGlite)')
  console.log(`making ${TASKS.toLocaleString('en')} tasks`)
  const settings = { DATA_DIR: folder }
  const key = await makeData(settings, TASKS)
  const server = await startOurs(settings)
  cleanup.defer(() => server.stop())
  const load = startLoad({ pace, postgresMillis: () => Number.NaN, settle: async () => {} })
  cleanup.defer(async () => load.stop())

  const target = { server, key, tasks: TASKS, lane: 1 } as const
  const results: { title: string; rounds: Round[] }[] = []
  for (const work of works) {
    console.log(`measuring ${work.name}`)
    await load.run(target, work, pace.warmSeconds)
    const rounds: Round[] = []
    for (let round = 0; round < pace.rounds; round++) rounds.push(await load.run(target, work, pace.seconds))
    results.push({ title: work.title, rounds })
  }
  const notes = `Start to ready: ${(server.startMillis / 1000).toFixed(2)} s. Memory after the load: ${memoryMegabytes(server.pid).toFixed(0)} MB.`
  publish('Embedded database', `${pace.connections} connections. ${about}\n\n${alone(results)}\n\n${notes}`, {
    isKept: true,
  })
}
