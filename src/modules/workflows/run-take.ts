import type { Report } from '#core/report.ts'
import { havingAtLeast, rhythmOf } from '#core/shares.ts'
import type { Engine } from './run-job.ts'
import { claimRuns, type ClaimedRun, type LeasedRun } from './run-lease.queries.ts'
import { upkeepOf } from './run-upkeep.ts'

/** Takes runs for a worker, so many at most. */
export interface Taker {
  take(count: number, running: readonly LeasedRun[]): Promise<LeasedRun[]>
  /** Whatever it still does is over. */
  close(): Promise<unknown>
}

interface TakerPace {
  leaseSeconds: number
  pollSeconds: number
  share: number
  /** The most runs a workspace may have in this process, including those that wait aside. */
  slots: number
}

/**
 * Runs are taken oldest first, of whatever workspace: one that is alone has all slots. But a run keeps its slot while it
 * waits for an answer. So who has its share or more is passed over now and then, and so many slots are kept for those
 * behind it: a workspace whose servers hang, or that has very many runs, holds up only itself.
 */
export function takerOf({ pool }: Engine, pace: TakerPace, report: Report): Taker {
  const { leaseSeconds, pollSeconds, share, slots } = pace
  const horizon = horizonOf(pollSeconds * 1000)
  const isTime = rhythmOf({ leastMillis: pollSeconds * 1000 })
  const upkeep = upkeepOf(pool)
  const reportUpkeep = (error: unknown): void => report(error, 'the tables of workflows could not be looked over now')
  let upkept: Promise<unknown> = Promise.resolve()

  /** Adds to `taken` one by one, so that what is taken is known whatever becomes of the rest. */
  async function takeOthers(taken: ClaimedRun[], count: number, full: readonly string[]): Promise<void> {
    if (count > share) {
      taken.push(...(await claimRuns(pool, share, leaseSeconds, { except: full })))
      return
    }
    // What is kept goes to who has nothing here, one for each, or the next that hangs would have all of it.
    while (taken.length < count) {
      const except = [...full, ...taken.map(({ workspaceId }) => workspaceId)]
      const found = await claimRuns(pool, 1, leaseSeconds, { except })
      if (found.length === 0) return
      taken.push(...found)
    }
  }

  async function takeAll(taken: ClaimedRun[], count: number, running: readonly LeasedRun[]): Promise<void> {
    const full = havingAtLeast(count <= share ? 1 : share, running)
    if (full.length > 0) await isTime(() => takeOthers(taken, count, full))
    const rest = count - share - taken.length
    if (rest <= 0) return
    const crowded = havingAtLeast(slots, running)
    const except = crowded.length > 0 ? { except: crowded } : {}
    const claimed = await claimRuns(pool, rest, leaseSeconds, { since: horizon.since(), ...except })
    horizon.seen(claimed)
    taken.push(...claimed)
  }

  return {
    async take(count, running) {
      const taken: ClaimedRun[] = []
      try {
        await takeAll(taken, count, running)
      } catch (error) {
        // What is taken already is worked on; the next look finds out by itself.
        if (taken.length === 0) throw error
      }
      // Without what they answer: that would hold on to all before it.
      upkept = Promise.all([upkept, upkeep.taken(taken.length).catch(reportUpkeep)]).then(() => undefined)
      return taken
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
