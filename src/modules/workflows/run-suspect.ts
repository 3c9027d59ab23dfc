import { setTimeout as sleep } from 'node:timers/promises'
import { LeaseLost } from '#core/leased-worker.ts'
import type { Pool } from '#core/db.ts'
import { turns } from '#core/turns.ts'
import { acquitRun, suspectRun, type LeasedRun } from './run-lease.queries.ts'

/** What takes a process down does so soon after it is taken up; most that was merely there goes on at once. */
const PROOF_MILLIS = 2000

/** A worker was lost with it, and then another that had it for itself. */
export function isPutAside({ wasLost, lostAlone }: LeasedRun): boolean {
  return wasLost && lostAlone > 0
}

/**
 * When a process is lost, any of its runs may be why. So they are taken up one at a time, each until it has come to rest
 * or the process has lived for a while: if that is lost too, it is known with which run. All others go on beside them.
 */
export function openSuspects(pool: Pool) {
  const inTurn = turns(1)

  /** Holds the turn until it is known that the process lives. */
  async function watched<T>(row: LeasedRun, signal: AbortSignal, work: () => Promise<T>, told: Told<T>): Promise<void> {
    if (signal.aborted || !(await suspectRun(pool, row))) throw new LeaseLost('somebody else has the run')
    const done = work()
    done.then(told.resolve, told.reject)
    await Promise.race([done.catch(() => undefined), sleep(PROOF_MILLIS, undefined, { ref: false })])
    await acquitRun(pool, row)
  }

  return async <T>(row: LeasedRun, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (!row.wasLost || isPutAside(row)) return work()
    const told = Promise.withResolvers<T>()
    await Promise.race([told.promise, inTurn(() => watched(row, signal, work, told)).then(() => told.promise)])
    return told.promise
  }
}

type Told<T> = Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'>
