import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '#core/bell.ts'
import { reporter } from '#core/report.ts'
import { drive } from './run-drive.ts'
import { LeaseLost, type Engine, type EnginePulse } from './run-job.ts'
import { callThoseBehind, clockOf } from './run-clock.ts'
import { releaseLeases, renewLeases, type Lease, type LeasedRun } from './run-lease.queries.ts'
import { takerOf } from './run-take.ts'

/** How long after its last sign of life a worker is taken for dead, how often it gives one, and how often it looks. */
export interface WorkflowPace {
  leaseSeconds: number
  beatSeconds: number
  pollSeconds: number
  graceSeconds: number
}
const PACE: WorkflowPace = { leaseSeconds: 10, beatSeconds: 3, pollSeconds: 1, graceSeconds: 10 }

/** Runs at a time in one process: more would only wait for the database, and all others behind them. */
const SLOTS = { embedded: 5, server: 20 }
/** What comes within so short a time is taken together. */
const GATHER_MILLIS = 3

export interface WorkflowWorker {
  readonly pulse: EnginePulse
  /** Takes no more runs, lets those under way come to the end of their step, and leaves the rest to others. */
  stop(): Promise<void>
}

interface Taken {
  row: LeasedRun
  done: Promise<void>
  stop: AbortController
}

/** Works on runs of workflows. Each change of a run checks the fence, so a worker that was only asleep spoils nothing. */
export function startWorkflowWorker(engine: Engine, pace: WorkflowPace = PACE): WorkflowWorker {
  const report = reporter(engine.log)
  const slots = engine.isEmbedded ? SLOTS.embedded : SLOTS.server
  const bell = createBell()
  const life = new AbortController()
  const running = new Map<string, Taken>()
  const taker = takerOf(engine, pace, report)
  const off = engine.services.workflowSignals.on('due', () => bell.ring())

  async function takeRuns(): Promise<void> {
    while (!life.signal.aborted) {
      const free = slots - running.size
      const claimed = free > 0 ? await taker.take(free) : []
      for (const row of claimed) begin(row)
      if (claimed.length < free || free === 0) await bell.wait(pace.pollSeconds * 1000)
      await sleep(GATHER_MILLIS)
    }
  }

  function begin(row: LeasedRun): void {
    const stop = new AbortController()
    const done = drive(engine, row, stop.signal)
      .then(ringAt)
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) return
        report(error, 'a run of a workflow was left; it is taken up when its lease is over')
      })
      .finally(() => {
        running.delete(keyOf(row))
        bell.ring()
        callThoseBehind(engine, row, report)
      })
    running.set(keyOf(row), { row, done, stop })
  }

  /** It looks each second anyway; a timer that comes before that is kept to the moment. */
  function ringAt(moment: number | undefined): void {
    const millis = moment === undefined ? Infinity : moment - Date.now()
    if (millis <= pace.pollSeconds * 1000) setTimeout(() => bell.ring(), Math.max(0, millis) + 1).unref()
  }

  async function beat(): Promise<void> {
    const taken = [...running.values()]
    if (taken.length === 0) return
    const kept = await renewLeases(engine.pool, taken.map(leaseOf), pace.leaseSeconds)
    for (const { row, stop } of taken) if (!kept.has(row.id)) stop.abort(new LeaseLost('it was taken over'))
  }
  const heart = setInterval(
    () => void beat().catch((error: unknown) => report(error, 'the leases of workflows cannot be renewed now')),
    pace.beatSeconds * 1000,
  ).unref()

  const clock = setInterval(clockOf(engine, report), pace.pollSeconds * 1000).unref()

  const ended = takeRuns()
  return {
    pulse: engine.pulse,
    async stop() {
      life.abort()
      bell.ring()
      off()
      clearInterval(clock)
      await ended
      await taker.close()
      const taken = [...running.values()]
      for (const { stop } of taken) stop.abort(new LeaseLost('the process stops'))
      const grace = new Promise((resolve) => setTimeout(resolve, pace.graceSeconds * 1000).unref())
      await Promise.race([Promise.allSettled(taken.map(({ done }) => done)), grace])
      clearInterval(heart)
      await releaseLeases(engine.pool, taken.map(leaseOf)).catch((error: unknown) =>
        report(error, 'runs of workflows could not be handed back'),
      )
      engine.services.workflowSignals.send('due')
    },
  }
}

function keyOf({ id, fence }: LeasedRun): string {
  return `${id} ${fence}`
}

function leaseOf({ row: { workspaceId, id, fence } }: Taken): Lease {
  return { workspaceId, id, fence }
}
