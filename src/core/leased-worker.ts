import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from './bell.ts'
import type { Report } from './report.ts'

/** How long after its last sign of life a worker is taken for dead, how often it gives one, and how often it looks. */
export interface WorkPace {
  leaseSeconds: number
  beatSeconds: number
  pollSeconds: number
  graceSeconds: number
}
export const WORK_PACE: WorkPace = { leaseSeconds: 10, beatSeconds: 3, pollSeconds: 1, graceSeconds: 10 }

/** Somebody else has it by now, or the process stops: whoever gets this changes nothing more. */
export class LeaseLost extends Error {}

/** Awaits a promise. If that takes long, the job lends its slot to others meanwhile. */
export type Aside = <T>(waiting: Promise<T>) => Promise<T>

/** What is taken under a lease, and what is done with it. */
export interface LeasedWork<Job> {
  /** As the log calls it. */
  name: string
  /** How many jobs run at once in one process, not counting those waiting aside. */
  slots: number
  pace: WorkPace
  /** What comes within so short a time is taken together. */
  gatherMillis?: number
  /** When the process stops: how long those under way may go on before they are told to leave. */
  patienceSeconds: number
  claim(count: number, running: readonly Job[]): Promise<Job[]>
  /** Those whose lease still holds. */
  renew(jobs: readonly Job[]): Promise<Job[]>
  /** Lets others take them up at once. */
  release(jobs: readonly Job[]): Promise<unknown>
  work(job: Job, signal: AbortSignal, aside: Aside): Promise<unknown>
  report: Report
}

export interface LeasedWorker {
  /** There may be something to take. */
  ring(): void
  /** Takes no more, lets what is under way come to a stop, and leaves the rest to others. */
  stop(): Promise<void>
}

/** Longer than a typical wait. */
const ASIDE_MILLIS = 25
/** At most this many jobs per slot may wait aside: they hold memory too. */
const ASIDE_TIMES = 4

/**
 * Takes work as it comes, gives a sign of life for it, and hands back what it could not end. A lease that is lost tells
 * the work to stop; that it spoils nothing until it does is for the work itself to see to.
 */
export function startLeasedWorker<Job>(leased: LeasedWork<Job>): LeasedWorker {
  const { name, slots, pace, gatherMillis, report } = leased
  const bell = createBell()
  const life = new AbortController()
  const running = new Map<Job, { done: Promise<unknown>; stop: AbortController }>()
  const lending = new Set<Job>()

  async function takeAll(): Promise<void> {
    while (!life.signal.aborted) {
      const free = Math.min(slots - running.size + lending.size, slots * (1 + ASIDE_TIMES) - running.size)
      const claimed = free > 0 ? await leased.claim(free, [...running.keys()]).catch(noneTaken) : []
      for (const job of claimed) begin(job)
      if (claimed.length < free || free <= 0) await bell.wait(pace.pollSeconds * 1000)
      if (gatherMillis !== undefined) await sleep(gatherMillis)
    }
  }

  function noneTaken(error: unknown): Job[] {
    report(error, `${name} cannot be taken now; trying again`)
    return []
  }

  async function aside<T>(job: Job, waiting: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      lending.add(job)
      bell.ring()
    }, ASIDE_MILLIS)
    try {
      return await waiting
    } finally {
      clearTimeout(timer)
      lending.delete(job)
    }
  }

  function begin(job: Job): void {
    const stop = new AbortController()
    const done = leased
      .work(job, stop.signal, (waiting) => aside(job, waiting))
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost))
          report(error, `one of the ${name} was left; its lease runs out, then it is taken up`)
      })
      .finally(() => {
        running.delete(job)
        bell.ring()
      })
    running.set(job, { done, stop })
  }

  async function beat(): Promise<void> {
    const jobs = [...running.keys()]
    if (jobs.length === 0) return
    const kept = new Set(await leased.renew(jobs))
    // One that has just ended has no lease either, and is past caring.
    for (const job of jobs) if (!kept.has(job)) running.get(job)?.stop.abort(new LeaseLost('it was taken over'))
  }
  const heart = setInterval(
    () => void beat().catch((error: unknown) => report(error, `the leases of ${name} cannot be renewed now`)),
    pace.beatSeconds * 1000,
  ).unref()

  const ended = takeAll()
  return {
    ring: () => bell.ring(),
    async stop() {
      life.abort()
      bell.ring()
      await ended
      const jobs = [...running.keys()]
      const over = Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([over, sleep(leased.patienceSeconds * 1000, undefined, { ref: false })])
      for (const { stop } of running.values()) stop.abort(new LeaseLost('the process stops'))
      await Promise.race([over, sleep(pace.graceSeconds * 1000, undefined, { ref: false })])
      clearInterval(heart)
      await leased.release(jobs).catch((error: unknown) => report(error, `${name} could not be handed back`))
    },
  }
}
