import type { Log } from './context.ts'
import { isOfOne } from './batching.ts'

const WRITE_MILLIS = 1000
const BATCH_MAX = 500

/** Rows that need not be there with the answer: a write for each would cost as much as what it tells of. */
export interface WriteBehind<Row> {
  note(row: Row): void
  /** All that was noted is written, unless the database is away. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Behind<Row> {
  write(rows: Row[]): Promise<unknown>
  /** Of what, for the log. */
  what: string
  /** With the database away for long, the oldest go first: memory is not the place to keep a record. */
  waitingMax: number
  log: Log
}

export function writeBehind<Row>({ write, what, waitingMax, log }: Behind<Row>): WriteBehind<Row> {
  let waiting: Row[] = []
  let writing: Promise<void> = Promise.resolve()

  /** Answers those to try again. One that can never be written does not keep the others. */
  async function written(batch: Row[]): Promise<Row[]> {
    try {
      await write(batch)
      return []
    } catch (error) {
      if (!isOfOne(error)) {
        log.warn({ err: error, waiting: waiting.length + batch.length }, `could not write ${what}; trying again`)
        return batch
      }
      if (batch.length === 1) log.error({ err: error, row: batch[0] }, `one of the ${what} cannot be written`)
      const unwritten = []
      if (batch.length > 1) for (const each of batch) unwritten.push(...(await written([each])))
      return unwritten
    }
  }

  /** What waits now. What comes in the meantime waits for its own turn, or batches would shrink to a handful. */
  async function writeAll(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= BATCH_MAX) {
      const batch = waiting.slice(0, Math.min(left, BATCH_MAX))
      waiting = waiting.slice(batch.length)
      const unwritten = await written(batch)
      if (unwritten.length > 0) return keep([...unwritten, ...waiting])
    }
  }

  function keep(rows: Row[]): void {
    waiting = rows.slice(-waitingMax)
    const lost = rows.length - waiting.length
    if (lost > 0) log.error({ lost }, `some of the ${what} are lost: the database is away for too long`)
  }

  let next: Promise<void> | undefined
  /** One under way and one behind it, however long a database hangs. */
  function flush(): Promise<void> {
    next ??= writing.then(() => {
      next = undefined
      return (writing = writeAll())
    })
    return next
  }
  const timer = setInterval(() => void flush(), WRITE_MILLIS).unref()
  return {
    note(row) {
      waiting.push(row)
      if (waiting.length % BATCH_MAX === 0) void flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
      // What was noted while that was under way.
      await flush()
    },
  }
}
