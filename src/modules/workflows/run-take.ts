import type { Report } from '#core/report.ts'
import type { Engine } from './run-job.ts'
import { claimRuns, type ClaimedRun, type LeasedRun } from './run-lease.queries.ts'
import { upkeepOf } from './run-upkeep.ts'

/** Takes runs for a worker, so many at most. */
export interface Taker {
  take(count: number): Promise<LeasedRun[]>
  /** Whatever it still does is over. */
  close(): Promise<unknown>
}

interface TakerPace {
  leaseSeconds: number
  pollSeconds: number
}

export function takerOf({ pool }: Engine, { leaseSeconds, pollSeconds }: TakerPace, report: Report): Taker {
  const horizon = horizonOf(pollSeconds * 1000)
  const upkeep = upkeepOf(pool)
  const reportUpkeep = (error: unknown): void => report(error, 'the tables of workflows could not be looked over now')
  let upkept: Promise<unknown> = Promise.resolve()
  return {
    async take(count) {
      const claimed = await claimRuns(pool, count, leaseSeconds, horizon.since())
      horizon.seen(claimed)
      // Without what they answer: that would hold on to all before it.
      upkept = Promise.all([upkept, upkeep.taken(claimed.length).catch(reportUpkeep)]).then(() => undefined)
      return claimed
    },
    close: () => upkept,
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
