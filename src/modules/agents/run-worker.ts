import { startLeasedWorker, WORK_PACE, type LeasedWorker, type WorkPace } from '#core/leased-worker.ts'
import { reporter } from '#core/report.ts'
import { RunCancelled, type Workshop } from './run-job.ts'
import { work } from './run-loop.ts'
import { sharing } from './run-shares.ts'
import { claimRuns, releaseLeases, renewLeases, type Claimed } from './run-lease.queries.ts'

/** Runs at a time in one process: they wait for models most of the time. */
const SLOTS = 50

/**
 * Works on runs with a lease of their own rather than as jobs: a person sits waiting, and a run must begin within
 * milliseconds and be taken over within seconds, while a job may take its time with both. Each change of a run checks
 * the lease in its transaction, so that a worker that was only asleep cannot spoil what its successor does.
 */
export function startRunWorker(shop: Workshop, pace: WorkPace = WORK_PACE): Pick<LeasedWorker, 'stop'> {
  const { pool } = shop
  const { runSignals } = shop.services
  const worker = startLeasedWorker<Claimed>({
    name: 'runs of agents',
    slots: SLOTS,
    pace,
    patienceSeconds: pace.graceSeconds,
    report: reporter(shop.log),
    claim: sharing(
      SLOTS,
      (count, without) => claimRuns(pool, count, pace.leaseSeconds, without),
      () => worker.ring(),
    ),
    async renew(runs) {
      const kept = await renewLeases(pool, tokensOf(runs), pace.leaseSeconds)
      return runs.filter(({ leaseToken }) => kept.has(leaseToken))
    },
    release: (runs) => releaseLeases(pool, tokensOf(runs)),
    async work(run, leased) {
      const cancel = new AbortController()
      const off = runSignals.on(`cancel:${run.id}`, () => cancel.abort(new RunCancelled('asked to stop')))
      await work({ shop, run, signal: AbortSignal.any([leased, cancel.signal]) }).finally(off)
    },
  })
  const off = runSignals.on('queued', worker.ring)
  return {
    async stop() {
      off()
      await worker.stop()
      runSignals.send('queued')
    },
  }
}

function tokensOf(runs: readonly Claimed[]): string[] {
  return runs.map(({ leaseToken }) => leaseToken)
}
