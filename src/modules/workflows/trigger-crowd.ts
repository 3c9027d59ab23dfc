import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#core/database.ts'
import type { Hush } from '#core/hush.ts'
import { turns } from '#core/turns.ts'

/** Which database the answers wait for. */
export type Crowded = Database['kind']

interface Pace {
  /** How many are worked on at a time, in the order in which they came: an early answer waits for no later one. */
  atOnce: number
  /** From one answer to the next where many came: more than it takes to write all that a known token asks for. */
  eachMillis: number
  /** So long before its answer leaves a request is worked on. */
  aheadMillis: number
  /** With so many under way no run takes a step: what is started would show in the answers still to come. */
  hushedFrom: number
}

/**
 * Measured on two cores, in bursts of up to 200. Work begins just after an answer has left, some before its own, so that
 * it is done when the next one leaves: work that all began at once kept a slow processor from letting answers go in
 * time, by a millisecond or two. The embedded database took 3 ms for a known token, 4 at worst of 20, while nothing else
 * in the process went on; a server does most of it elsewhere, and several at once.
 */
const PACE: Record<Crowded, Pace> = {
  embedded: { atOnce: 1, eachMillis: 8, aheadMillis: 23, hushedFrom: 1 },
  postgres: { atOnce: 8, eachMillis: 4, aheadMillis: 23, hushedFrom: 9 },
}

interface Time {
  now(): number
  until(moment: number): Promise<void>
}

const PASSING: Time = {
  now: () => performance.now(),
  async until(moment) {
    const millis = moment - performance.now()
    if (millis > 0) await sleep(millis)
  },
}

const STEP_MILLIS = 25
const BYTES_PER_MILLI = 2048
/** A stream that is faster than this goes does not wait without end. */
const WAIT_MILLIS_MAX = 5000

/**
 * Answers leave when everything that a known token asks for would be done, whether there was anything to do or not:
 * a step after the request, later if more was sent, and one after the other if many came. Who is late nevertheless
 * leaves some steps later.
 */
export function openCrowd(database: Crowded, hush: Hush, { now, until }: Time = PASSING) {
  const { atOnce, eachMillis, aheadMillis, hushedFrom } = PACE[database]
  const inTurn = turns(atOnce)
  let underWay = 0
  let lastLeavesAt = 0

  /** When it leaves. To check and keep a large body takes longer than to read it. */
  function placed(takesMillis: number): number {
    const came = now()
    const behind = Math.min(lastLeavesAt + eachMillis + takesMillis, came + WAIT_MILLIS_MAX)
    lastLeavesAt = Math.max(came + STEP_MILLIS + takesMillis, behind)
    return lastLeavesAt
  }

  return {
    /** Does the work and answers when it is time. A refusal leaves at once: it tells what it tells. */
    async among<T>(sizeBytes: number, work: () => Promise<T>): Promise<T> {
      underWay += 1
      const unhush = underWay >= hushedFrom ? hush.begin() : undefined
      try {
        const takesMillis = sizeBytes / BYTES_PER_MILLI
        const leavesAt = placed(takesMillis)
        await until(leavesAt - aheadMillis - takesMillis)
        const answer = await inTurn(work)
        const stepsLate = Math.max(0, Math.ceil((now() - leavesAt) / STEP_MILLIS))
        await until(leavesAt + stepsLate * STEP_MILLIS)
        return answer
      } finally {
        underWay -= 1
        unhush?.()
      }
    },
  }
}
