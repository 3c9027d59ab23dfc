import type { TxCtx } from '#core/context.ts'
import { withdrawApprovals } from './approval.queries.ts'
import { isDatabaseAway } from '#core/db-failures.ts'
import { Refusal } from '#core/errors.ts'
import { LeaseLost } from '#core/leased-worker.ts'
import { sql, type Sql } from '#core/sql.ts'
import { compareRun } from './comparison.service.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { cutOff } from './flow-close.rules.ts'
import { redacted } from './flow-secret.rules.ts'
import { changesOf, markWritten, type Frame } from './run-frame.ts'
import { frameStatements } from './run-frame.queries.ts'
import { refusedSignal } from './run-function.ts'
import { contextOf, nowOf, type OpenRun } from './run-job.ts'
import { journalStatements, runStatement, type RunWrite } from './run-journal.queries.ts'
import { holdLease, wakeRun } from './run-lease.queries.ts'
import { sealerOf, UNSEALED, type Sealer } from './run-seal.queries.ts'
import { tellOfRuns } from './run-news.queries.ts'
import { cancelRuns } from './run-start.queries.ts'
import type { Effect } from './run-step.ts'

type Noted = ReturnType<OpenRun['journal']['taken']>

/** Whether a frame can go on at this moment; one of a run that is suspended only to the end of the step under way. */
export function isReady(run: OpenRun, frame: Frame, now: number): boolean {
  if (frame.ended) return false
  const isLate = frame.due !== undefined && frame.due <= now
  if (run.isSuspended) return frame.pending !== undefined || (isLate && run.calls.has(frame.id))
  if (frame.pending || !frame.awaits) return true
  if (isLate) return true
  if ('until' in frame.awaits) return (frame.awaits.until ?? Infinity) <= now
  return frame.awaits.kind === 'call' && !run.calls.has(frame.id)
}

/** The next moment at which something happens by itself. */
export function nextMoment(run: OpenRun): number | undefined {
  const moments = [...run.frames.values()].flatMap(({ id, awaits, due, ended }) => {
    if (run.isSuspended) return run.calls.has(id) ? [due] : []
    return ended ? [] : [due, awaits && 'until' in awaits ? awaits.until : undefined]
  })
  const known = moments.filter((moment) => moment !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** What anybody can read later: without what is secret. */
function shownEnd({ facts }: OpenRun, end: NonNullable<OpenRun['end']>): NonNullable<OpenRun['end']> {
  return redacted(end as unknown as JsonObject, facts.secrets ?? {}) as unknown as typeof end
}

class SuspendedMeanwhile extends Error {}

/** One that is suspended is not over before it goes on: till then its first line keeps what it has come to. */
function keepEnd(run: OpenRun): void {
  const { end } = run
  const line = run.frames.get(0)
  if (!end || !line) return
  const done = { kind: 'done', context: null, hasEnded: true } as const
  line.ended = end.state === 'faulted' ? { kind: 'fault', error: end.error } : { ...done, output: end.output as Json }
  line.isChanged = true
  run.end = undefined
  for (const call of run.calls.values()) call.abort()
  run.calls.clear()
}

/** What a run that goes on again had come to; false when it had not come to its end. */
export function endAsKept(run: OpenRun): boolean {
  const { ended } = run.frames.get(0) ?? {}
  if (!ended || run.isSuspended) return false
  run.end =
    ended.kind === 'fault' ? { state: 'faulted', error: ended.error } : { state: 'completed', output: ended.output }
  return true
}

/** The branches that nobody waits for any more keep their lines, for whoever tries the run again. */
function noteEnd({ frames, facts, journal }: OpenRun, end: NonNullable<OpenRun['end']>, now: number): void {
  if (end.state !== 'faulted') return journal.note(end.state, {}, now)
  for (const { parentId, ended, state } of frames.values()) {
    if (parentId !== null && !ended && state) journal.tasks(cutOff(facts, state), now)
  }
  journal.note(end.state, { error: end.error }, now)
}

/** State, journal and effect in one transaction; all of it or nothing. */
export async function commit(run: OpenRun, effect?: Effect): Promise<void> {
  const now = nowOf(run)
  if (run.end) run.end = shownEnd(run, run.end)
  if (run.isSuspended) keepEnd(run)
  const unended = run.journal.noted()
  if (run.end) noteEnd(run, run.end, now)
  let noted = run.journal.taken()
  try {
    await write(run, noted, effect)
  } catch (error) {
    if (error instanceof SuspendedMeanwhile) {
      keepEnd(run)
      noted = unended
    } else {
      if (!effect || !(error instanceof Refusal) || isDatabaseAway(error)) throw error
      // What it had written before it refused is undone; that it did is told to the workflow.
      effect.frame.pending = refusedSignal(error)
      effect.frame.awaits = undefined
    }
    await write(run, noted)
  }
  markWritten([...run.frames.values()])
  Object.assign(run, { removed: [], offered: [], abandoned: [], withdrawn: [], isKept: true })
  tellOthers(run)
}

/** After a deadlock all of it is done once more: what an attempt changes here, the next one begins without. */
async function write(run: OpenRun, noted: Noted, effect?: Effect): Promise<void> {
  const { pending, awaits } = effect?.frame ?? {}
  const written = await run.engine.pool.transaction(async (tx) => {
    run.journal.backTo(noted.lastSeq)
    if (effect) Object.assign(effect.frame, { pending, awaits })
    return writeOn(run, contextOf(run, tx), noted, effect)
  })
  run.journal.lastSeq = written.lastSeq
  run.isSuspended = written.isSuspended
}

interface Written {
  lastSeq: number
  isSuspended: boolean
}

async function writeOn(run: OpenRun, ctx: TxCtx, noted: Noted, effect?: Effect): Promise<Written> {
  const added = effect ? await perform(run, ctx, effect) : []
  const all = { ...noted, events: [...noted.events, ...added], lastSeq: run.journal.lastSeq }
  const [rows] = await ctx.db.together(statementsOf(run, ctx, { noted: all, isHeld: effect !== undefined }))
  const [changed] = (rows ?? []) as Written[]
  if (!changed && run.end && (await holdLease(ctx, run.row))?.isSuspended) throw new SuspendedMeanwhile()
  if (!changed) throw new LeaseLost('somebody else has the run')
  if (run.end && run.row.mode === 'shadow' && run.row.triggerKind !== 'workflow') {
    const versionNumber = run.row.versionNumber ?? 0
    await compareRun(ctx, {
      ...run.row,
      versionNumber,
      ...(run.end.state === 'faulted' ? { fault: run.end.error.type } : {}),
    })
  }
  if (run.abandoned.length > 0) await cancelRuns(ctx, run.abandoned, 'Nobody waits for it any more.')
  if (run.withdrawn.length > 0) await withdrawApprovals(ctx, { ids: run.withdrawn })
  // One that has failed asks nobody until it is tried again.
  if (run.end?.state === 'faulted') await withdrawApprovals(ctx, { runIds: [run.row.id] })
  if (run.end && run.row.parentRunId !== null) await wakeRun(ctx, run.row.parentRunId)
  return changed
}

/** Of a run that was suspended meanwhile nothing new begins: it asks again when it goes on. Answers what it has noted. */
async function perform(run: OpenRun, ctx: TxCtx, effect: Effect): Promise<Noted['events']> {
  const held = await holdLease(ctx, run.row)
  if (!held) throw new LeaseLost('somebody else has the run')
  run.isSuspended = held.isSuspended
  if (held.isSuspended) effect.frame.awaits = undefined
  else effect.frame.pending = await effect.perform(ctx)
  return run.journal.taken().events
}

function statementsOf(run: OpenRun, ctx: TxCtx, { noted, isHeld }: { noted: Noted; isHeld: boolean }): Sql[] {
  const { row } = run
  const here = sql`workspace_id = ${row.workspaceId} and run_id = ${row.id}`
  const isOver = run.end?.state === 'completed'
  return [
    runStatement(ctx, row, { ...runWriteOf(run, ctx.now), isHeld, noted: noted.events.length }, ctx.now),
    ...journalStatements(ctx, row.id, noted),
    ...(isOver
      ? run.isKept
        ? [sql`delete from wf_frame where ${here}`, sql`delete from wf_signal where ${here}`]
        : []
      : frameStatements(ctx, row.id, changesOf([...run.frames.values()], run.removed), sealingOf(run, ctx))),
    // One that has failed listens no more until it is tried again.
    ...(run.end?.state === 'faulted' ? [sql`delete from wf_wait where ${here}`] : []),
    ...(run.offered.length > 0 && !isOver
      ? // That it came is known for as long as it can come again; what it said is in the state.
        [sql`update wf_signal set is_done = true, event = '{}' where ${here} and event_id = any (${run.offered})`]
      : []),
  ]
}

function sealingOf({ facts, row }: OpenRun, { services }: TxCtx): Sealer['sealed'] {
  const knowsSecrets = (facts.document.use?.secrets?.length ?? 0) > 0
  return knowsSecrets ? sealerOf(services.signer, row.workspaceId, row.id).sealed : UNSEALED
}

function runWriteOf(run: OpenRun, now: Date): Omit<RunWrite, 'noted' | 'isHeld'> {
  const { row, end } = run
  const line = run.frames.get(0)
  // For a test no time passes: it never waits.
  const isOpen = !run.isSuspended && (run.test !== undefined || run.events.length > 0 || run.hasMoreEvents)
  const isIdle = !end && !isOpen && run.calls.size === 0 && noneReady(run, now.getTime())
  run.isResting = isIdle
  const due = nextMoment(run)
  return {
    state: end?.state ?? (isIdle ? 'waiting' : 'running'),
    steps: run.steps,
    journalBytes: run.journal.bytes,
    cursor: line ? line.state?.open.at(-1)?.pointer || null : row.cursor,
    startedAt: new Date(run.facts.startedAt),
    wakes: row.wakes,
    ...(end?.state === 'completed' ? { output: end.output } : {}),
    ...(end?.state === 'faulted' ? { error: end.error } : {}),
    isOver: end !== undefined,
    ...(isIdle ? { rest: { dueAt: due === undefined ? null : new Date(due) } } : {}),
  }
}

function stateOf({ end, isResting, isSuspended }: OpenRun): string {
  if (isSuspended) return 'suspended'
  return end?.state ?? (isResting ? 'waiting' : 'running')
}

function noneReady(run: OpenRun, now: number): boolean {
  return ![...run.frames.values()].some((frame) => isReady(run, frame, now))
}

/** After the commit, so that whoever looks finds it. */
function tellOthers(run: OpenRun): void {
  const { workflowSignals, workflowsEnded } = run.engine.services
  if (run.end) workflowsEnded[run.end.state] += 1
  if (stateOf(run) !== run.shownState) tellOfRuns(contextOf(run, run.engine.pool))
  run.shownState = stateOf(run)
  // Steps follow each other closely, so readers hear about several at once.
  if (!run.end && !run.isResting) return workflowSignals.sendSoon(run.row.id)
  workflowSignals.send(run.row.id)
  if (run.end && run.row.parentRunId !== null) workflowSignals.send('due')
}
