import type { TxCtx } from '#core/context.ts'
import type { Json } from './document.schema.ts'
import type { FlowState } from './flow-state.rules.ts'
import { standingOf } from './flow-close.rules.ts'
import { renewed } from './flow.rules.ts'
import { changesOf, restoredFrame, type Frame } from './run-frame.ts'
import { frameStatements, loadFrames } from './run-frame.queries.ts'
import { placeOf } from './run-journal.ts'
import { tellOfRuns } from './run-news.queries.ts'
import { sealerOf } from './run-seal.queries.ts'
import { resetStep } from './retry.rules.ts'
import { reopening, takeUpSteps } from './retry.queries.ts'

export interface Redrive {
  /** In place of what the step that failed had got. */
  input?: Json
  skip: boolean
}

/** All lines of a run that has failed, as they were before. */
export async function framesOf(ctx: TxCtx, runId: string): Promise<Frame[]> {
  const { frames, values } = await loadFrames(ctx, runId, ctx.services.signer)
  return frames.map((row) => restoredFrame(row, values))
}

/** Tries a failed run again from the step that failed; branches and steps that are finished stay so. */
export async function redrive(ctx: TxCtx, runId: string, how: Redrive): Promise<void> {
  const frames = await framesOf(ctx, runId)
  const root = frames.find(({ id }) => id === 0)
  if (!root?.state || !hasBegun(root.state)) {
    const removed = frames.map(({ id }) => id)
    return reopen(ctx, runId, [], removed, how.input)
  }
  for (const frame of frames) {
    const isForked = frames.some(({ parentId }) => parentId === frame.id)
    if (frame.ended?.kind !== 'done') revive(frame, isForked, ctx.now.getTime(), how)
  }
  await reopen(ctx, runId, frames, [])
  const open = frames.flatMap(({ ended, state }) =>
    ended || !state ? [] : state.open.map((each) => standingOf(state, each)),
  )
  await takeUpSteps(ctx, runId, open.map(placeOf))
}

/** Whose own step failed takes it again; one that had forked waits for its branches again. */
function revive(frame: Frame, isForked: boolean, now: number, how: Redrive): void {
  if (!frame.state) return
  const isReset = (how.input !== undefined || how.skip) && !isForked && (frame.ended ?? frame.parentId === null)
  const state = renewed(frame.state, now)
  frame.state = isReset ? resetStep(state, how) : state
  if (isReset || isForked) frame.pending = undefined
  frame.ended = undefined
  frame.due = undefined
}

/** Its input was taken: before that there is nothing to keep. */
function hasBegun({ open, context, waiting }: FlowState): boolean {
  const list = open[0]?.list
  return context !== null || waiting !== undefined || open.length > 1 || list?.index !== 0 || list.laps !== 0
}

/** Writes the lines and opens the run; what they listen for is heard again. */
export async function reopen(
  ctx: TxCtx,
  runId: string,
  frames: readonly Frame[],
  removed: readonly number[],
  input?: Json,
): Promise<void> {
  for (const frame of frames) Object.assign(frame, { isChanged: true, isListeningChanged: true })
  // Whether its workflow knows secrets is not looked up: sealed it can be read either way.
  const { sealed } = sealerOf(ctx.services.signer, ctx.workspaceId, runId)
  const changes = frameStatements(ctx, runId, changesOf(frames, removed), sealed)
  tellOfRuns(ctx)
  await ctx.db.together([reopening(ctx, runId, input), ...changes])
}
