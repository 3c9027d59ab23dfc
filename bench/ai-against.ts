import { resolve } from 'node:path'
import { modelSettings, perSecond, prepare, startLoad, STEADY, type Round } from './ai-gateway.ts'
import type { Way } from './ai-load.ts'
import { openDatabaseServer } from './database.ts'
import { startOurs, startProgram, type Server } from './servers.ts'
import { machine, publish, table } from './table.ts'

const PROCESSES = 4
const WARM_TURNS = 6
const TURNS = 8
const TURN_SECONDS = 1.5
const STEADY_TURNS = 4
const STEADY_SECONDS = 3
const CONNECTIONS = 32

/**
 * The gateway of this code and of another state of it, in short turns. On a machine that others use too the same code
 * takes twice as long from one minute to the next; what two neighbours in time take can be compared. And not in one
 * process of each: what the compiler makes of the same code differs by some per cent from one process to the next.
 */
export async function measureAgainst(cleanup: AsyncDisposableStack, folder: string): Promise<void> {
  const database = await openDatabaseServer(cleanup)
  const about = machine(database.version)
  const { settings } = await database.filled(1)
  const caller = await prepare(settings)
  const upstream = await startProgram(['bench/ai-upstream.ts'], '/', {})
  cleanup.defer(upstream.stop)
  const upstreamUrl = `${upstream.url}/v1`
  const started = (where?: string): Promise<Server> =>
    startOurs({ ...settings, ...modelSettings(upstreamUrl) }, undefined, where)
  const load = startLoad()
  cleanup.defer(load.stop)
  const job = { way: 'ours', upstreamUrl, model: 'compatible:stub', ...caller, connections: CONNECTIONS } as const
  const run = (server: Server): Promise<Round> =>
    load.run(server, { ...job, url: server.url, seconds: TURN_SECONDS, spreadMillis: 0 })
  const steady = (server: Server, way: Way = 'ours'): Promise<Round> => {
    const model = way === 'ours' ? `compatible:${STEADY}` : STEADY
    return load.run(server, { ...job, way, model, url: server.url, seconds: STEADY_SECONDS, spreadMillis: 0 })
  }

  const slow: { direct: Round; other: Round; ours: Round }[] = []
  const rounds: { other: Round; ours: Round }[] = []
  for (let round = 0; round < PROCESSES; round++) {
    await using both = new AsyncDisposableStack()
    const other = await started(resolve(folder))
    both.defer(other.stop)
    const ours = await started()
    both.defer(ours.stop)
    for (let turn = 0; turn < WARM_TURNS + TURNS; turn++) {
      const pair = { other: await run(other), ours: await run(ours) }
      if (turn >= WARM_TURNS) rounds.push(pair)
    }
    for (let turn = 0; turn < STEADY_TURNS; turn++) {
      slow.push({ direct: await steady(upstream, 'direct'), other: await steady(other), ours: await steady(ours) })
    }
  }
  const cpu = rounds.map((pair) => pair.ours.cpuMicros / pair.other.cpuMicros)
  const rate = rounds.map((pair) => perSecond(pair.ours) / perSecond(pair.other))
  const side = (which: 'other' | 'ours'): string[] => [
    quartiles(
      rounds.map((pair) => pair[which].cpuMicros),
      0,
    ),
    quartiles(
      rounds.map((pair) => perSecond(pair[which])),
      0,
    ),
    quartiles(
      slow.map((three) => three[which].p50Millis - three.direct.p50Millis),
      1,
    ),
    quartiles(
      slow.map((three) => three[which].cpuMicros),
      0,
    ),
  ]
  const rows = [
    ['the other', ...side('other')],
    ['this', ...side('ours')],
    ['this to the other', quartiles(cpu, 2), quartiles(rate, 2), '', ''],
  ]
  const head = ['median [quartiles]', 'CPU us a request', 'req/s', 'added p50 ms, 50 ms in step', 'CPU us there']
  publish(
    'AI gateway, two states of it',
    `${PROCESSES} processes of each, ${TURNS} turns of ${TURN_SECONDS} s in each. ${about}\n\n${table(head, rows)}`,
    {
      isKept: false,
    },
  )
}

function quartiles(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((left, right) => left - right)
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
    (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(digits),
  )
  return `${middle} [${low} - ${high}]`
}
