import { startLeasedWorker, WORK_PACE, type LeasedWorker, type WorkPace } from '#core/leased-worker.ts'
import { reporter } from '#core/report.ts'
import { callThoseBehind, clockOf } from './run-clock.ts'
import { drive } from './run-drive.ts'
import type { Engine, EnginePulse } from './run-job.ts'
import { releaseLeases, renewLeases, type Lease, type LeasedRun } from './run-lease.queries.ts'
import { openSuspects } from './run-suspect.ts'
import { takerOf } from './run-take.ts'

/** Runs at a time in one process: more would only wait for the database, and all others behind them. */
const SLOTS = { embedded: 5, server: 20 }
/** What a workspace may have while others wait, and as many slots more for those others: see `takerOf`. */
const SHARE = { embedded: 1, server: 5 }
const GATHER_MILLIS = 3

export interface WorkflowWorker extends Pick<LeasedWorker, 'stop'> {
  readonly pulse: EnginePulse
}

/** Works on runs of workflows. Each change of a run checks the fence, so a worker that was only asleep spoils nothing. */
export function startWorkflowWorker(engine: Engine, pace: WorkPace = WORK_PACE): WorkflowWorker {
  const { pool } = engine
  const { workflowSignals } = engine.services
  const report = reporter(engine.log)
  const size = engine.isEmbedded ? 'embedded' : 'server'
  const slots = SLOTS[size] + SHARE[size]
  const alone = openSuspects(pool)
  const taker = takerOf(engine, { ...pace, share: SHARE[size], slots }, report)
  const worker = startLeasedWorker<LeasedRun>({
    name: 'runs of workflows',
    slots,
    pace,
    gatherMillis: GATHER_MILLIS,
    // They come to the end of their step, and go on elsewhere.
    patienceSeconds: 0,
    report,
    claim: (count, running) => taker.take(count, running),
    async renew(rows) {
      const kept = await renewLeases(pool, rows.map(leaseOf), pace.leaseSeconds)
      return rows.filter(({ id }) => kept.has(id))
    },
    release: (rows) => releaseLeases(pool, rows.map(leaseOf)),
    work: (row, signal, aside) =>
      alone(row, signal, () => drive(engine, row, signal, aside))
        .then(ringAt)
        .finally(() => callThoseBehind(engine, row, report)),
  })
  const off = workflowSignals.on('due', worker.ring)
  const clock = setInterval(clockOf(engine, report), pace.pollSeconds * 1000).unref()

  /** It looks each second anyway; a timer that comes before that is kept to the moment. */
  function ringAt(moment: number | undefined): void {
    const millis = moment === undefined ? Infinity : moment - Date.now()
    if (millis <= pace.pollSeconds * 1000) setTimeout(worker.ring, Math.max(0, millis) + 1).unref()
  }

  return {
    pulse: engine.pulse,
    async stop() {
      off()
      clearInterval(clock)
      await worker.stop()
      await taker.close()
      workflowSignals.send('due')
    },
  }
}

function leaseOf({ workspaceId, id, fence }: LeasedRun): Lease {
  return { workspaceId, id, fence }
}
