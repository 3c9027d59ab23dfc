import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { Live } from '#core/operation.ts'
import { findRun } from './run.queries.ts'
import { FINAL_STATES } from './run.schema.ts'
import { failures, listHistory } from './run.service.ts'

const BATCH = 100
/** Steps that follow each other closely are told without a sign; so often somebody looks. */
const LOOK_MILLIS = 1000

/**
 * The history of a run as it comes into being, each event with its number as its id. It ends when the run does. Nothing
 * for a reader that has all of a run that is over.
 */
export async function streamHistory(
  ctx: WorkspaceCtx,
  runId: string,
  afterSeq: number,
  live: Live,
): Promise<AsyncIterable<string> | undefined> {
  const run = (await findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  const last = Number(live.lastEventId ?? afterSeq)
  const from = Number.isSafeInteger(last) && last >= 0 ? Math.min(last, 2_147_483_647) : afterSeq
  if (FINAL_STATES.includes(run.status) && from >= run.lastSeq) return undefined
  return eventsFrom(ctx, runId, from, live)
}

async function* eventsFrom(ctx: WorkspaceCtx, runId: string, from: number, live: Live): AsyncIterable<string> {
  let last = from
  while (!live.signal.aborted) {
    const changed = ctx.services.workflowSignals.wait(runId, LOOK_MILLIS)
    // Before the events, so that none of a run that ends meanwhile is left out.
    const isOver = FINAL_STATES.includes((await findRun(ctx, runId))?.status ?? 'cancelled')
    if (!(await live.isAdmitted())) return
    const { items, pagination } = await listHistory(ctx, runId, { afterSeq: last, limit: BATCH })
    for (const event of items) {
      last = event.seq
      yield `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    }
    if (pagination.hasMore) continue
    if (isOver) return
    await changed
  }
}
