import type { Log, WorkspaceCtx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { writeBehind, type WriteBehind } from '#core/write-behind.ts'
import { insertCalls, traceOf, type CallTrace } from './tool-call.queries.ts'

/** Traces of calls that change nothing: one at a time they cost more than many of the reads. */
export interface CallTraces extends Pick<WriteBehind<never>, 'close'> {
  note(ctx: WorkspaceCtx, call: CallTrace): void
}

export function collectCallTraces(pool: Pool, log: Log): CallTraces {
  const what = 'traces of tool calls'
  const { note, close } = writeBehind<object>({
    write: (calls) => insertCalls(pool, calls),
    what,
    waitingMax: 20_000,
    log,
  })
  return { note: (ctx, call) => note(traceOf(ctx, call)), close }
}
