import { afterCommit, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { findDefinition } from './definition.queries.ts'
import { tasksOf } from './document-task.rules.ts'
import { failures as draftFailures } from './draft.service.ts'
import { lockMoving, saveMove } from './run-move.queries.ts'
import { mappingOf, movedFrames, type KeptFrame, type Obstacle } from './run-move.rules.ts'
import type { RunMoveWrite } from './run-move.schema.ts'
import { openRunsOf } from './run.queries.ts'
import { failures as runFailures, ring } from './run.service.ts'
import { documentOf } from './version.service.ts'
import type { Outcome } from './work.queries.ts'
import type { WorkRow } from './work.schema.ts'
import { askForWork, type Accepted } from './work.service.ts'

export const failures = defineFailures({
  workflow_version_unknown_here: { status: 422, text: 'The workflow has no such version.' },
  workflow_mapping_unknown: { status: 422, text: 'There is no such task in that version.' },
})

/** Open runs go on in another version, each if it can: first only as a trial. */
export function moveRuns(ctx: WorkspaceCtx, workflowId: string, asked: RunMoveWrite): Promise<Accepted> {
  const { dryRun = true, filter = {}, ...request } = asked
  return inTransaction(ctx, async (ctx) => {
    if (!(await findDefinition(ctx, workflowId))) fail(draftFailures.workflow_not_found)
    await assertMapping(ctx, workflowId, asked)
    const subjects = openRunsOf(ctx, { ...filter, workflowId, version: asked.fromVersion })
    return askForWork(ctx, { kind: 'run-migration', definitionId: workflowId, isDryRun: dryRun, request }, subjects)
  })
}

async function assertMapping(ctx: WorkspaceCtx, workflowId: string, asked: RunMoveWrite): Promise<void> {
  for (const [field, side] of [
    ['fromVersion', 'from'],
    ['toVersion', 'to'],
  ] as const) {
    const document = await documentOf(ctx, workflowId, asked[field])
    if (!document) failAt(failures.workflow_version_unknown_here, field)
    const known = new Set(tasksOf(document).map(({ pointer }) => pointer))
    const at = (asked.mapping ?? []).findIndex((pair) => !known.has(pair[side]))
    if (at >= 0) failAt(failures.workflow_mapping_unknown, `mapping/${at}/${side}`)
  }
}

/** One run of a migration: at rest, or at the end of the step that it is in. */
export async function moveRun(ctx: WorkspaceCtx, work: WorkRow, runId: string): Promise<Outcome> {
  const { fromVersion, toVersion, mapping: said = [], onUnmappable = 'skip' } = work.request as RunMoveWrite
  if (onUnmappable === 'fail' && work.failed > 0) {
    return { status: 'skipped', code: 'stopped', message: 'A run before it could not move.' }
  }
  return inTransaction(ctx, async (ctx) => {
    const found = (await lockMoving(ctx, runId)) ?? fail(runFailures.workflow_run_not_found)
    const { run, frames } = found
    if (run.status === 'completed' || run.status === 'cancelled') fail(runFailures.workflow_run_over)
    if (run.workflowVersion !== fromVersion) {
      return { status: 'skipped', code: 'version_differs', message: `It follows version ${run.workflowVersion}.` }
    }
    const before = await documentOf(ctx, work.workflowId ?? '', fromVersion)
    const after = await documentOf(ctx, work.workflowId ?? '', toVersion)
    if (!before || !after) fail(failures.workflow_version_unknown_here)
    const versions = { before, after, mapping: mappingOf(before, after, said) }
    const moved = movedFrames(frames, versions)
    if ('code' in moved) return refusal(moved, onUnmappable)
    const cursor = moved.find(({ id }) => id === 0)?.state?.open.at(-1)?.pointer || null
    const hears = moved.some(({ awaits }) => awaits?.kind === 'listen')
    const isDue = run.status === 'running' || (run.status === 'waiting' && hears)
    const places = { open: openPairs(frames, moved), approvals: askedBy(moved) }
    const move = { runId, from: fromVersion, to: toVersion, cursor, isDue, frames: moved.map(heardAnew), ...places }
    if (!work.isDryRun) await saveMove(ctx, move)
    if (isDue) ring(ctx)
    else if (!work.isDryRun) afterCommit(ctx, () => ctx.services.workflowSignals.send(runId))
    return { status: 'done', details: { status: run.status, from: run.cursor, to: cursor } }
  })
}

function refusal({ code, pointer }: Obstacle, onUnmappable: 'skip' | 'fail'): Outcome {
  const status = onUnmappable === 'fail' ? 'failed' : 'skipped'
  return { status, code, message: OBSTACLES[code], details: { pointer } }
}

const OBSTACLES: Record<Obstacle['code'], string> = {
  unmapped: 'The task that it stands at is not in the other version. Say where it goes on.',
  kind_differs: 'The task that it stands at is of another kind in the other version.',
  scope_differs: 'A loop, a fork or a try around it is not the same in the other version.',
  race_in_flight: 'Its branches race. Wait until one has won.',
  call_in_flight: 'It has asked somebody outside, under the place of the task. Wait for the answer.',
}

/** What it listens for may be something else by now: it is asked again. */
function heardAnew(frame: KeptFrame): KeptFrame {
  return frame.awaits?.kind === 'listen' ? { ...frame, awaits: null } : frame
}

function askedBy(frames: readonly KeptFrame[]): { id: string; pointer: string }[] {
  return frames.flatMap(({ awaits, state }) => {
    const pointer = state?.open.at(-1)?.pointer
    return awaits?.approvalId === undefined || pointer === undefined ? [] : [{ id: awaits.approvalId, pointer }]
  })
}

function openPairs(
  before: readonly KeptFrame[],
  after: readonly KeptFrame[],
): { from: string; to: string; name: string }[] {
  return before.flatMap(({ state }, at) =>
    (state?.open ?? []).flatMap(({ pointer }, depth) => {
      const to = after[at]?.state?.open[depth]
      return to ? [{ from: pointer, to: to.pointer, name: to.name }] : []
    }),
  )
}
