import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { isOfOne } from '#core/gathering.ts'
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

  /** Answers those to try again. One that can never be written does not keep the others. */
  async function noted(batch: MeteredCall[]): Promise<MeteredCall[]> {
    try {
      await insertCalls(pool, batch)
      return []
    } catch (error) {
      if (!isOfOne(error)) {
        log.warn({ err: error, waiting: waiting.length + batch.length }, 'could not note calls of models; trying again')
        return batch
      }
      if (batch.length === 1) log.error({ err: error, call: batch[0] }, 'a call of a model cannot be noted')
      const unwritten = []
      if (batch.length > 1) for (const each of batch) unwritten.push(...(await noted([each])))
      return unwritten
    }
  }

  /** What waits now. What comes in the meantime waits for its own turn, or batches would shrink to a handful. */
  async function write(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= BATCH_MAX) {
      const batch = waiting.slice(0, Math.min(left, BATCH_MAX))
      waiting = waiting.slice(batch.length)
      const unwritten = await noted(batch)
      if (unwritten.length > 0) return void (waiting = [...unwritten, ...waiting].slice(-WAITING_MAX))
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
