import type { Json } from './document.schema.ts'
import type { BranchEnd } from './flow-fork.rules.ts'
import type { FlowState, Signal } from './flow-state.rules.ts'
import { restoredState, storedState, valuesAfter, type LargeValues } from './flow-store.rules.ts'
import type { ChildRow, FrameChanges, FrameRow, ValueRow } from './run-frame.queries.ts'

/** What a frame waits for; nothing when it can go on. */
type Awaits =
  /** Something outside that is asked in this process. After a crash it is asked again, with the same key. */
  | { kind: 'call' }
  | { kind: 'wait'; until: number }
  | { kind: 'listen' }
  | { kind: 'fork'; isRace: boolean }
  | { kind: 'run'; runId: string }
  /** `until`: when it is overdue, or people are reminded. */
  | { kind: 'approval'; approvalId: string; until?: number }

/** A line of a run in the hands of a worker. */
export interface Frame {
  readonly id: number
  readonly parentId: number | null
  readonly position: number
  /** Undefined until it has begun. */
  state: FlowState | undefined
  pending: Signal | undefined
  awaits: Awaits | undefined
  ended: BranchEnd
  /** When a limit on time runs out. */
  due: number | undefined
  /** Types of events that it listens for, also while it works on an earlier one. */
  types: string[]
  values: LargeValues
  isChanged: boolean
  isListeningChanged: boolean
}

export function newFrame(id: number, parentId: number | null, position: number, state?: FlowState): Frame {
  const nothing = { pending: undefined, awaits: undefined, ended: undefined, due: undefined }
  const kept = { types: [], values: new Map(), isChanged: true, isListeningChanged: false }
  return { id, parentId, position, state, ...nothing, ...kept }
}

export function restoredFrame(row: FrameRow, values: readonly ValueRow[]): Frame {
  const own = new Map(values.filter(({ frameId }) => frameId === row.id).map(({ id, value }) => [id, value]))
  const { types = [], ...awaits } = (row.awaits ?? {}) as { types?: string[]; kind?: string }
  return {
    ...newFrame(row.id, row.parentId, row.position),
    state: row.state ? restoredState(row.state, own) : undefined,
    pending: (row.pending ?? undefined) as Signal | undefined,
    awaits: awaits.kind === undefined ? undefined : (awaits as Awaits),
    ended: (row.ended ?? undefined) as BranchEnd,
    due: row.dueAt === null ? undefined : Date.parse(row.dueAt),
    types,
    values: own,
    isChanged: false,
  }
}

/** What has to be written of the frames that have changed. */
export function changesOf(frames: readonly Frame[], removed: readonly number[]): FrameChanges {
  const changes: FrameChanges = { frames: [], removed: [...removed], added: [], gone: [], listening: [], waits: [] }
  for (const frame of frames) {
    if (!frame.isChanged) continue
    const stored = frame.state ? storedState(frame.state, frame.values) : undefined
    const { id, parentId, position, pending, awaits, ended, due, types } = frame
    changes.frames.push({
      id,
      parent_id: parentId,
      position,
      state: stored?.state ?? null,
      pending: pending ?? null,
      awaits: awaits || types.length > 0 ? { ...awaits, ...(types.length > 0 ? { types } : {}) } : null,
      ended: ended ?? null,
      due_at: due === undefined ? null : new Date(due).toISOString(),
    })
    changes.added.push(...(stored?.added ?? []).map((each) => ({ frame_id: id, ...each })))
    changes.gone.push(...(stored?.gone ?? []).map((gone) => ({ frame_id: id, id: gone })))
    if (frame.isListeningChanged) {
      changes.listening.push(id)
      changes.waits.push(...types.map((type) => ({ frame_id: id, type })))
    }
  }
  return changes
}

/** After the commit: large values are there from now on. */
export function markWritten(frames: readonly Frame[]): void {
  for (const frame of frames) {
    if (frame.isChanged && frame.state) {
      frame.values = valuesAfter(frame.values, storedState(frame.state, frame.values))
    }
    frame.isChanged = false
    frame.isListeningChanged = false
  }
}

/** What the run that was waited for has come to. */
export function signalOf({ state, output, error }: ChildRow): Signal {
  if (state === 'completed') return { kind: 'result', output }
  if (error) return { kind: 'error', error: plainError(error) }
  const type = 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime'
  return { kind: 'error', error: { type, status: 500, title: 'Runtime error', detail: 'The run was cancelled.' } }
}

/** Its place is one in the other document. */
function plainError({
  type,
  status,
  title,
  detail,
}: Record<string, Json>): Extract<Signal, { kind: 'error' }>['error'] {
  return {
    type: String(type),
    status: Number(status),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}
