import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { insertCalls, type MeteredCall } from './metering.queries.ts'

const WRITE_MILLIS = 1000
const BATCH_MAX = 500
/** With the database away for long, the oldest go first: memory is not the place to keep a record. */
const WAITING_MAX = 50_000

/** Notes calls and writes them in batches: a write per call would cost as much as the call. */
export interface Meter {
  note(call: MeteredCall): void
  /** All that was noted is written. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function openMeter(pool: Pool, log: Log): Meter {
  let waiting: MeteredCall[] = []
  let writing: Promise<void> = Promise.resolve()

  /** What waits now. What comes in the meantime waits for its own turn, or batches would shrink to a handful. */
  async function write(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= BATCH_MAX) {
      const batch = waiting.slice(0, Math.min(left, BATCH_MAX))
      waiting = waiting.slice(batch.length)
      try {
        await insertCalls(pool, batch)
      } catch (error) {
        waiting = [...batch, ...waiting].slice(-WAITING_MAX)
        log.warn({ err: error, waiting: waiting.length }, 'could not note calls of models; trying again')
        return
      }
    }
  }
  const flush = (): Promise<void> => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), WRITE_MILLIS).unref()

  return {
    note(call) {
      waiting.push(call)
      if (waiting.length % BATCH_MAX === 0) void flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
