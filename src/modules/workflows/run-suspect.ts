import { setTimeout as sleep } from 'node:timers/promises'
import { LeaseLost } from '#core/leased-worker.ts'
import type { Pool } from '#core/db.ts'
import { turns } from '#core/turns.ts'
import { acquitRun, suspectRun, type LeasedRun } from './run-lease.queries.ts'

/** A run that takes a process down usually does so soon after it starts; an innocent one continues right away. */
const PROOF_MILLIS = 2000

/** Its worker was lost, and then so was another that ran it as its only suspect. */
export function isPutAside({ wasLost, lostAlone }: LeasedRun): boolean {
  return wasLost && lostAlone > 0
}

/**
 * When a process is lost, any of its runs may be the cause. So they are resumed one at a time, each until it rests or
 * the process has survived for a while: if that process is lost too, the cause is known. All other runs continue
 * alongside.
 */
export function openSuspects(pool: Pool) {
  const inTurn = turns(1)

  /** Holds the turn until the process has proven to survive. */
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
