import type { WorkspaceCtx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import type { Live } from '#core/operation.ts'
import type { Signals } from '#core/signals.ts'
import { openRunFollower, type RunFollower } from './run-follow.ts'
import { findRun, type HistoryRow } from './run.queries.ts'
import { FINAL_STATES } from './run.schema.ts'
import { failures, historyEvent } from './run.service.ts'

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
  const after = Number.isSafeInteger(last) && last >= 0 ? Math.min(last, 2_147_483_647) : afterSeq
  if (FINAL_STATES.includes(run.status) && after >= run.lastSeq) return undefined
  return textsFrom(ctx, runId, after, live)
}

/** One per process, since each hears its own process's signals. */
const followers = new WeakMap<Signals, RunFollower>()

function followerOf({ db, services: { workflowSignals: signals, bus }, log }: WorkspaceCtx): RunFollower {
  const follower = followers.get(signals) ?? openRunFollower({ pool: db as Pool, bus, signals, log })
  followers.set(signals, follower)
  return follower
}

async function* textsFrom(ctx: WorkspaceCtx, runId: string, after: number, live: Live): AsyncIterable<string> {
  const place = { workspaceId: ctx.workspaceId, runId, after }
  for await (const events of followerOf(ctx).follow(place, live.signal)) {
    if (!(await live.isAdmitted())) return
    for (const event of events) yield textOf(ctx, runId, event)
  }
}

/** Serialized once for everyone who receives the same event. */
const texts = new WeakMap<HistoryRow, string>()

function textOf(ctx: WorkspaceCtx, runId: string, row: HistoryRow): string {
  const made =
    texts.get(row) ?? `id: ${row.seq}\nevent: ${row.type}\ndata: ${JSON.stringify(historyEvent(ctx, runId, row))}\n\n`
  texts.set(row, made)
  return made
}
