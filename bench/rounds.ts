import type { Job } from './load.ts'
import { startLoadProcess } from './load-process.ts'
import type { Server } from './servers.ts'
import { processMillis } from './usage.ts'
import type { Work } from './work.ts'

/** A server under load. */
export interface Target {
  server: Server
  key: string
  tasks: number
  lane: 0 | 1
}

export interface Round {
  perSecond: number
  p50Millis: number
  p99Millis: number
  /** Processor time for each request, in the server and in PostgreSQL. */
  serverMillis: number
  postgresMillis: number
}

export interface Pace {
  rounds: number
  seconds: number
  warmSeconds: number
  connections: number
}

export interface Bench {
  pace: Pace
  postgresMillis(): number
  /** Waits until the events of the last round have been worked off: they must not burden the next one. */
  settle(): Promise<void>
}

export type Loader = (target: Target, work: Work, seconds: number) => Promise<Round>

/** Starts the process that makes the load. */
export function startLoad({ pace, postgresMillis, settle }: Bench): { run: Loader; stop(): void } {
  const load = startLoadProcess<Job>('load.ts')
  const positions = new Map<string, number>()

  async function run({ server, key, tasks, lane }: Target, work: Work, seconds: number): Promise<Round> {
    const place = `${work.name} ${lane} ${server.url}`
    const { connections } = pace
    const job: Job = {
      work: work.name,
      url: server.url,
      key,
      connections,
      seconds,
      lane,
      tasks,
      first: positions.get(place) ?? 0,
    }
    const before = { server: processMillis(server.pid), postgres: postgresMillis() }
    const outcome = await load.run(job, `${work.name} at ${server.url}`)
    positions.set(place, outcome.next)
    await settle()
    return {
      perSecond: outcome.requests / outcome.seconds,
      p50Millis: outcome.p50Millis,
      p99Millis: outcome.p99Millis,
      serverMillis: (processMillis(server.pid) - before.server) / outcome.requests,
      postgresMillis: (postgresMillis() - before.postgres) / outcome.requests,
    }
  }
  return { run, stop: load.stop }
}

/** The floor before and after each round of ours, so that what the machine does besides hits both. */
export async function interleaved(
  run: Loader,
  work: Work,
  { floor, ours }: { floor: Target; ours: Target },
  pace: Pace,
): Promise<{ floor: Round[]; ours: Round[] }> {
  await run(floor, work, pace.warmSeconds)
  await run(ours, work, pace.warmSeconds)
  const rounds = { floor: [await run(floor, work, pace.seconds)], ours: [] as Round[] }
  for (let round = 0; round < pace.rounds; round++) {
    rounds.ours.push(await run(ours, work, pace.seconds))
    rounds.floor.push(await run(floor, work, pace.seconds))
  }
  return rounds
}
