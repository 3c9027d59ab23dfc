import { createBell } from '#core/bell.ts'
import { reporter } from '#core/report.ts'
import { LeaseLost, RunCancelled, type Workshop } from './run-job.ts'
import { work } from './run-loop.ts'
import { claimRuns, releaseLeases, renewLeases, type Claimed } from './run.queries.ts'

/** How long after its last sign of life a worker is taken for dead, how often it gives one, and how often it looks. */
export interface RunPace {
  leaseSeconds: number
  beatSeconds: number
  pollSeconds: number
  graceSeconds: number
}
const PACE: RunPace = { leaseSeconds: 10, beatSeconds: 3, pollSeconds: 1, graceSeconds: 10 }

/** Runs at a time in one process: they wait for models most of the time. */
const SLOTS = 50

export interface RunWorker {
  /** Takes no more runs, lets those under way come to a stop, and leaves the rest to others. */
  stop(): Promise<void>
}

/**
 * Works on runs with a lease of their own rather than as jobs: a person sits waiting, and a run must begin within
 * milliseconds and be taken over within seconds, while a job may take its time with both. Each change of a run checks
 * the lease in its transaction, so that a worker that was only asleep cannot spoil what its successor does.
 */
export function startRunWorker(shop: Workshop, pace: RunPace = PACE): RunWorker {
  const report = reporter(shop.log)
  const bell = createBell()
  const life = new AbortController()
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>()
  const off = shop.services.runSignals.on('queued', () => bell.ring())

  async function takeRuns(): Promise<void> {
    while (!life.signal.aborted) {
      const free = SLOTS - running.size
      const claimed = free > 0 ? await takeSome(free) : []
      for (const run of claimed) begin(run)
      if (claimed.length < free || free === 0) await bell.wait(pace.pollSeconds * 1000)
    }
  }

  async function takeSome(count: number): Promise<Claimed[]> {
    try {
      return await claimRuns(shop.pool, count, pace.leaseSeconds)
    } catch (error) {
      report(error, 'runs of agents cannot be taken now; trying again')
      return []
    }
  }

  function begin(run: Claimed): void {
    const stop = new AbortController()
    const offCancel = shop.services.runSignals.on(`cancel:${run.id}`, () =>
      stop.abort(new RunCancelled('asked to stop')),
    )
    const done = work({ shop, run, signal: stop.signal })
      .catch((error: unknown) => report(error, 'a run of an agent was left; it is taken up when its lease is over'))
      .finally(() => {
        offCancel()
        running.delete(run.leaseToken)
        bell.ring()
      })
    running.set(run.leaseToken, { done, stop })
  }

  async function beat(): Promise<void> {
    const tokens = [...running.keys()]
    if (tokens.length === 0) return
    const kept = await renewLeases(shop.pool, tokens, pace.leaseSeconds)
    // One that has just ended has no lease either, and is past caring.
    for (const token of tokens) if (!kept.has(token)) running.get(token)?.stop.abort(new LeaseLost('it was taken over'))
  }
  const heart = setInterval(
    () => void beat().catch((error: unknown) => report(error, 'the leases of runs cannot be renewed now')),
    pace.beatSeconds * 1000,
  ).unref()

  const ended = takeRuns()
  return {
    async stop() {
      life.abort()
      bell.ring()
      off()
      await ended
      const tokens = [...running.keys()]
      const all = Promise.allSettled([...running.values()].map(({ done }) => done))
      const late = setTimeout(() => {
        for (const { stop } of running.values()) stop.abort(new LeaseLost('the process stops'))
      }, pace.graceSeconds * 1000)
      await all
      clearTimeout(late)
      clearInterval(heart)
      await releaseLeases(shop.pool, tokens).catch((error: unknown) => report(error, 'runs could not be handed back'))
      shop.services.runSignals.send('queued')
    },
  }
}
