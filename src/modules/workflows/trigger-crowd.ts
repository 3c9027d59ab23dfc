import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#core/database.ts'

/** Which database the answers wait for. */
export type Crowded = Database['kind']

const STEP_MILLIS = 25
const BYTES_PER_MILLI = 2048
/** What it takes at most when several write at once: the embedded database does one thing at a time, and the runs too. */
const CROWD_MILLIS: Record<Crowded, { all: number; each: number }> = {
  embedded: { all: 60, each: 5 },
  postgres: { all: 0, each: 2 },
}

/** More do not make it later still: who waits is one of those under way, and a steady stream would wait without end. */
const CROWD_MAX = 50

interface Visit {
  /** How many were there at once while it was. */
  most: number
}

/**
 * Answers leave at steps after the request, so that what was done for one does not show in how long it took. The first
 * step is later the more was sent, since to check and keep a large body takes longer than to read it; and the more are
 * under way at once, since each waits for what is written for the others, if anything is.
 */
export function openCrowd(database: Crowded) {
  const { all, each } = CROWD_MILLIS[database]
  const visits = new Set<Visit>()

  function enter(): Visit {
    const visit = { most: 0 }
    visits.add(visit)
    for (const other of visits) other.most = Math.max(other.most, visits.size)
    return visit
  }

  function firstStep({ most }: Visit, sizeBytes: number): number {
    return STEP_MILLIS + sizeBytes / BYTES_PER_MILLI + (most > 1 ? all + each * Math.min(most, CROWD_MAX) : 0)
  }

  return {
    /** Does the work and answers when it is time. A refusal leaves at once: it tells what it tells. */
    async among<T>(sizeBytes: number, work: () => Promise<T>): Promise<T> {
      const began = performance.now()
      const visit = enter()
      try {
        const answer = await work()
        const took = performance.now() - began
        // More may have come meanwhile.
        for (let left = Infinity; left > 0;) {
          const first = firstStep(visit, sizeBytes)
          const steps = Math.max(0, Math.ceil((took - first) / STEP_MILLIS))
          left = began + first + steps * STEP_MILLIS - performance.now()
          if (left > 0) await sleep(left)
        }
        return answer
      } finally {
        visits.delete(visit)
      }
    },
  }
}
