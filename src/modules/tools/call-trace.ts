import type { Log, WorkspaceCtx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { insertCalls, traceOf, type CallTrace } from './tool-call.queries.ts'
import type { ToolCall } from './tool-call.schema.ts'

const WRITE_MILLIS = 1000
const BATCH_MAX = 500
/** While the database is away. What comes after that is lost, and the log says so. */
const WAITING_MAX = 20_000

/** Traces of calls that change nothing, written in batches: one at a time they cost more than many of the reads. */
export interface CallTraces {
  note(ctx: WorkspaceCtx, call: CallTrace): void
  close(): Promise<void>
}

export function collectCallTraces(pool: Pool, log: Log): CallTraces {
  let waiting: (CallTrace & Pick<ToolCall, 'id'>)[] = []
  let lost = 0
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      await insertCalls(pool, batch)
      waiting = waiting.slice(batch.length)
    }
    if (lost > 0) log.error({ lost }, 'traces of tool calls were lost while the database was away')
    lost = 0
  }

  /** One at a time, or a batch would be written twice. */
  function flush(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) => log.warn({ err: error }, 'could not write traces of tool calls; they wait'))
      .finally(() => (writing = undefined))
    return writing
  }

  const timer = setInterval(() => void flush(), WRITE_MILLIS).unref()
  return {
    note(ctx, call) {
      if (waiting.length >= WAITING_MAX) lost += 1
      else waiting.push(traceOf(ctx, call))
      if (waiting.length === BATCH_MAX) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
      // What was noted while that was under way.
      await flush()
    },
  }
}
