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

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
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
      if (waiting.length === BATCH_MAX) void flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
