import { createLogger } from '#core/log.ts'
import { createCaller } from '#modules/ai/gateway-caller.service.ts'
import { updateBudget } from '#modules/ai/budget.service.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'
import type { AiJob, Way } from './ai-load.ts'
import type { Outcome } from './connections.ts'
import { openDatabaseServer } from './database.ts'
import { startLoadProcess } from './load-process.ts'
import { median } from './median.ts'
import { portkeyServer } from './portkey.ts'
import type { Pace } from './rounds.ts'
import { startOurs, startProgram, type Server, type Settings } from './servers.ts'
import { machine, publish, table } from './table.ts'
import { memoryMegabytes, processMillis } from './usage.ts'
import { WORKSPACE } from './work.ts'

const WAYS: readonly Way[] = ['direct', 'bare proxy', 'Portkey', 'ours']
/** Takes 50 ms each time. */
export const STEADY = 'stub-50'
/** Takes 40 to 60 ms. */
const VARYING = 'stub-40-60'
/** In which callers who know nothing of each other begin. */
const SPREAD_MILLIS = 50
const WARM_REQUESTS = 60_000
const WARM_TURNS_MAX = 8
const RATIO_GOAL = 4
const ADDED_MILLIS_GOAL = 2
const CPU_MICROS_GOAL = 200
const NO_LIMIT = 1_000_000_000_000

export interface Round extends Outcome {
  cpuMicros: number
}
type Rounds = Record<Way, Round[]>

/** The same question to a stub model: directly, through the floor, through Portkey, and through our gateway with all it does. */
export async function measureAiGateway(
  pace: Pace,
  cleanup: AsyncDisposableStack,
  profileFolder?: string,
): Promise<void> {
  const database = await openDatabaseServer(cleanup)
  const about = machine(database.version)
  const { settings } = await database.filled(1)
  const caller = await prepare(settings)
  const direct = await startProgram(['bench/ai-upstream.ts'], '/', {})
  cleanup.defer(direct.stop)
  const upstreamUrl = `${direct.url}/v1`
  const bare = await startProgram(['bench/ai-floor.ts'], '/', { UPSTREAM: direct.url })
  cleanup.defer(bare.stop)
  const portkey = await startProgram(
    [portkeyServer(), '--headless'],
    '/',
    {},
    { optionsFor: (port) => [`--port=${port}`] },
  )
  cleanup.defer(portkey.stop)
  const ours = await startOurs({ ...settings, ...modelSettings(upstreamUrl) }, profileFolder)
  cleanup.defer(ours.stop)

  const servers: Record<Way, Server> = { direct, 'bare proxy': bare, Portkey: portkey, ours }
  const load = startLoad()
  cleanup.defer(load.stop)
  const ask = (way: Way, model: string, seconds: number, spreadMillis = 0): Promise<Round> =>
    load.run(servers[way], {
      way,
      url: servers[way].url,
      upstreamUrl,
      model: way === 'ours' ? `compatible:${model}` : model,
      ...caller,
      connections: pace.connections,
      seconds,
      spreadMillis,
    })
  for (const way of WAYS) await warm(pace, (seconds) => ask(way, 'stub', seconds))
  const atOnce = await interleaved(pace, (way, seconds) => ask(way, 'stub', seconds))
  const varying = await interleaved(pace, (way, seconds) => ask(way, VARYING, seconds, SPREAD_MILLIS))
  const steady = await interleaved(pace, (way, seconds) => ask(way, STEADY, seconds, SPREAD_MILLIS))
  const crowded = await interleaved(pace, (way, seconds) => ask(way, STEADY, seconds))
  const memory = WAYS.map((way) => `${way} ${memoryMegabytes(servers[way].pid).toFixed(0)} MB`).join(', ')
  publish(
    'AI gateway',
    `${describe(pace, about)}\n\n${report({ atOnce, varying, steady, crowded })}\n\nMemory afterwards: ${memory}.`,
    {
      isKept: profileFolder === undefined,
      file: 'results-ai.md',
    },
  )
}

export function modelSettings(upstreamUrl: string): Settings {
  return {
    ROLE: 'api',
    AI_COMPATIBLE_URL: upstreamUrl,
    AI_MODEL_DEFAULT: 'compatible:stub',
    AI_MODEL_FAST: `compatible:${STEADY}`,
    AI_MODEL_CLASSIFY: `compatible:${VARYING}`,
    AI_GATEWAY_PER_MINUTE: '10000000',
    AI_PRICES: 'compatible:stub=0.15/0.60',
  }
}

/** A caller, and a budget that is counted although it is never used up. */
export async function prepare(settings: Settings): Promise<{ caller: string; secret: string; workspaceId: string }> {
  const runtime = await openRuntime({ config: readConfig(settings), log: createLogger('warn') })
  try {
    const ctx = systemContext(runtime)
    const rights = { routes: ['*'], workspaces: ['*'], actorKinds: ['service'] } as const
    const { name, secret } = await createCaller(ctx, { name: 'bench', ...structuredClone(rights) } as never)
    await updateBudget({ ...ctx, workspaceId: WORKSPACE }, { dayTokensMax: NO_LIMIT, monthCostMicrosMax: NO_LIMIT })
    return { caller: name, secret, workspaceId: WORKSPACE }
  } finally {
    await runtime.close()
  }
}

export function startLoad() {
  const load = startLoadProcess<AiJob>('ai-load.ts')
  return {
    async run({ pid }: Server, job: AiJob): Promise<Round> {
      const before = processMillis(pid)
      const outcome = await load.run(job, job.way)
      return { ...outcome, cpuMicros: ((processMillis(pid) - before) * 1000) / outcome.requests }
    },
    stop: load.stop,
  }
}

async function interleaved(pace: Pace, run: (way: Way, seconds: number) => Promise<Round>): Promise<Rounds> {
  for (const way of WAYS) await run(way, pace.warmSeconds)
  const rounds: Rounds = { direct: [], 'bare proxy': [], Portkey: [], ours: [] }
  for (let round = 0; round < pace.rounds; round++) {
    for (const way of WAYS) rounds[way].push(await run(way, pace.seconds))
  }
  return rounds
}

/** Until the engine has compiled what it is going to compile: after 15,000 requests it was still at it, for ours and Portkey. */
async function warm(pace: Pace, run: (seconds: number) => Promise<Round>): Promise<void> {
  let requests = 0
  for (let turn = 0; turn < WARM_TURNS_MAX && requests < WARM_REQUESTS; turn++) {
    requests += (await run(pace.warmSeconds)).requests
  }
}

function describe(pace: Pace, about: string): string {
  return `${pace.connections} connections, ${pace.rounds} interleaved rounds of ${pace.seconds} s after up to ${WARM_REQUESTS} requests to warm up, a local stub on bare sockets as the model. Ours checks a signature and a nonce of its own for each request, counts a budget and meters on PostgreSQL; Portkey 1.15.2 as it comes; the bare proxy passes bytes on and checks, counts and keeps nothing. Models that take their time are asked by callers who begin one after the other. Where a model takes exactly as long each time, whoever was held up once comes together with the next ever after, so that more and more come at the same moment; a model that takes 40 to 60 ms parts them again. Callers "in step" begin in the same moment. ${about}`
}

export const perSecond = ({ requests, seconds }: Round): number => requests / seconds

interface Measured {
  /** A model that answers at once. */
  atOnce: Rounds
  /** One that takes its time, now this long and now that. */
  varying: Rounds
  /** One that takes exactly as long each time. */
  steady: Rounds
  /** The same for callers who all begin in the same moment. */
  crowded: Rounds
}

/** What a way adds to the time of the model, round by round. */
function added(way: Way, rounds: Rounds): number[] {
  return rounds[way].map(({ p50Millis }, index) => p50Millis - (rounds.direct[index]?.p50Millis ?? 0))
}

function range(values: number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} [${least.toFixed(digits)} - ${most.toFixed(digits)}]`
}

function report(measured: Measured): string {
  const { atOnce, varying, steady, crowded } = measured
  const rows = WAYS.map((way) => {
    const quick = atOnce[way]
    return [
      way,
      Math.round(median(quick.map(perSecond))).toLocaleString('en'),
      `${median(quick.map(({ p50Millis }) => p50Millis)).toFixed(1)} / ${median(quick.map(({ p99Millis }) => p99Millis)).toFixed(1)}`,
      median(quick.map(({ cpuMicros }) => cpuMicros)).toFixed(0),
      ...[varying, steady, crowded].map((rounds) => (way === 'direct' ? '-' : range(added(way, rounds), 1))),
    ]
  })
  const added50 = 'with one of exactly 50 ms'
  const addedTo = ['added p50 ms with a model of 40 to 60 ms', added50, `${added50}, callers in step`]
  const head = ['', 'req/s', 'p50 / p99 ms', 'CPU us a request', ...addedTo]
  return `${table(head, rows)}\n\n${goals(measured)}`
}

function goals({ atOnce, varying, steady }: Measured): string {
  const ratios = atOnce.ours.map((ours, index) => perSecond(ours) / perSecond(atOnce.Portkey[index] ?? ours))
  const cpu = atOnce.ours.map(({ cpuMicros }) => cpuMicros)
  const met = (isMet: boolean): string => (isMet ? 'met' : 'missed')
  const addedRow = (model: string, millis: number[]): string[] => [
    `at most ${ADDED_MILLIS_GOAL} ms added p50, with a model of ${model} ms`,
    range(millis, 1),
    met(median(millis) <= ADDED_MILLIS_GOAL),
  ]
  return table(
    ['goal', 'measured, median [range]', ''],
    [
      [`at least ${RATIO_GOAL} times Portkey's requests a second`, range(ratios, 1), met(median(ratios) >= RATIO_GOAL)],
      addedRow('40 to 60', added('ours', varying)),
      addedRow('exactly 50', added('ours', steady)),
      [`at most ${CPU_MICROS_GOAL} us of CPU a request`, range(cpu, 0), met(median(cpu) <= CPU_MICROS_GOAL)],
    ],
  )
}
