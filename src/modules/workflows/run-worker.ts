import { setTimeout as sleep } from 'node:timers/promises'
import { createBell } from '#core/bell.ts'
import { reporter } from '#core/report.ts'
import { drive } from './run-drive.ts'
import { LeaseLost, type Engine, type EnginePulse } from './run-job.ts'
import { upkeepOf } from './run-upkeep.ts'
import { callThoseBehind, keepTime } from './run-clock.ts'
import {
  claimRuns,
  releaseLeases,
  renewLeases,
  type ClaimedRun,
  type Lease,
  type LeasedRun,
} from './run-lease.queries.ts'

/** How long after its last sign of life a worker is taken for dead, how often it gives one, and how often it looks. */
export interface WorkflowPace {
  leaseSeconds: number
  beatSeconds: number
  pollSeconds: number
  graceSeconds: number
}
const PACE: WorkflowPace = { leaseSeconds: 10, beatSeconds: 3, pollSeconds: 1, graceSeconds: 10 }

/** Runs at a time in one process: more would only wait for the database. */
const SLOTS = 20
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
  const bell = createBell()
  const life = new AbortController()
  const running = new Map<string, Taken>()
  const upkeep = upkeepOf(engine.pool, engine.isEmbedded)
  const reportUpkeep = (error: unknown): void => report(error, 'the tables of workflows could not be looked over now')
  let upkept: Promise<unknown> = Promise.resolve()
  const off = engine.services.workflowSignals.on('due', () => bell.ring())

  async function takeRuns(): Promise<void> {
    while (!life.signal.aborted) {
      const free = SLOTS - running.size
      const claimed = free > 0 ? await takeSome(free) : []
      for (const row of claimed) begin(row)
      upkept = Promise.all([upkept, upkeep.taken(claimed.length).catch(reportUpkeep)])
      if (claimed.length < free || free === 0) await bell.wait(pace.pollSeconds * 1000)
      await sleep(GATHER_MILLIS)
    }
  }

  const horizon = horizonOf(pace.pollSeconds * 1000)

  async function takeSome(count: number): Promise<LeasedRun[]> {
    try {
      const claimed = await claimRuns(engine.pool, count, pace.leaseSeconds, horizon.since())
      horizon.seen(claimed)
      return claimed
    } catch (error) {
      report(error, 'runs of workflows cannot be taken now; trying again')
      return []
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

  const clock = setInterval(() => keepTime(engine, report), pace.pollSeconds * 1000).unref()

  const ended = takeRuns()
  return {
    pulse: engine.pulse,
    async stop() {
      life.abort()
      bell.ring()
      off()
      clearInterval(clock)
      await ended
      await upkept
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

/** Longer than nearly all that starts a run takes from its moment to its commit. */
const BEHIND_MILLIS = 250

/**
 * From when on to look for what is due. What was taken leaves its place in the index behind, and to go over all those
 * places each time would cost more than the work: so a look begins a little before the last that was taken, and only
 * each so often at the beginning.
 */
function horizonOf(everyMillis: number) {
  let since: Date | undefined
  let allAt = 0
  return {
    since(): Date | undefined {
      if (Date.now() < allAt) return since
      allAt = Date.now() + everyMillis
      return undefined
    },
    seen(claimed: readonly ClaimedRun[]): void {
      const moments = claimed.map(({ wasDueAt }) => Date.parse(wasDueAt))
      if (moments.length > 0) since = new Date(Math.max(...moments) - BEHIND_MILLIS)
    },
  }
}

function keyOf({ id, fence }: LeasedRun): string {
  return `${id} ${fence}`
}

function leaseOf({ row: { workspaceId, id, fence } }: Taken): Lease {
  return { workspaceId, id, fence }
}
