import type { Task, WorkflowDocument } from './document.schema.ts'
import { entriesOf, kindOf, tasksOf, valueAt, type PlacedTask } from './document-task.rules.ts'
import type { FlowState, OpenTask } from './flow-state.rules.ts'

/** Where each task of the older version stands in the newer one, by pointer. */
export type Mapping = ReadonlyMap<string, string>

/** Why a run cannot move, and at which task. */
export interface Obstacle {
  code: 'unmapped' | 'kind_differs' | 'scope_differs' | 'race_in_flight' | 'call_in_flight'
  pointer: string
}

/** A line of a run as it is kept. */
export interface KeptFrame {
  id: number
  state: FlowState | null
  awaits: { kind?: string; isRace?: boolean; approvalId?: string } | null
}

interface Versions {
  before: WorkflowDocument
  after: WorkflowDocument
  mapping: Mapping
}

/** What is said goes first; else tasks are the same by their name, in the same list of the same task. */
export function mappingOf(
  before: WorkflowDocument,
  after: WorkflowDocument,
  said: readonly { from: string; to: string }[],
): Mapping {
  const newer = tasksOf(after)
  const explicit = new Map(said.map(({ from, to }) => [from, to]))
  const found = new Map<string, string>()
  // Each task comes after the one around it, so that its parent is already known.
  for (const old of tasksOf(before)) {
    const to = explicit.get(old.pointer) ?? namesake(old, newer, found)?.pointer
    if (to !== undefined) found.set(old.pointer, to)
  }
  return found
}

function namesake(old: PlacedTask, newer: readonly PlacedTask[], found: Mapping): PlacedTask | undefined {
  const parent = old.parent === undefined ? undefined : found.get(old.parent)
  if (old.parent !== undefined && parent === undefined) return undefined
  return newer.find(({ name, parent: around, role }) => name === old.name && around === parent && role === old.role)
}

/** The lines of a run as they go on in the newer version, or what is in the way. */
export function movedFrames(frames: readonly KeptFrame[], versions: Versions): KeptFrame[] | Obstacle {
  const moved: KeptFrame[] = []
  for (const frame of frames) {
    const next = movedFrame(frame, versions)
    if ('code' in next) return next
    moved.push(next)
  }
  return moved
}

function movedFrame(frame: KeptFrame, versions: Versions): KeptFrame | Obstacle {
  const { state, awaits } = frame
  const at = state?.open.at(-1)?.pointer ?? ''
  if (awaits?.isRace === true) return { code: 'race_in_flight', pointer: at }
  if (!state) return frame
  const moved = movedState(state, versions)
  if ('code' in moved) return moved
  const inner = moved.open.at(-1)
  // What was asked outside is known there by the place of its task.
  if (awaits?.kind === 'call' && inner?.pointer !== at) return { code: 'call_in_flight', pointer: at }
  if (awaits?.approvalId === undefined || !inner) return { ...frame, state: moved }
  // What people were asked stays the same question, wherever its task stands now.
  if (callAt(versions.after, inner.pointer) !== callAt(versions.before, at))
    return { code: 'kind_differs', pointer: at }
  const asking = { ...inner, approvalId: awaits.approvalId }
  return { ...frame, state: { ...moved, open: [...moved.open.slice(0, -1), asking] } }
}

function callAt(document: WorkflowDocument, pointer: string): string | undefined {
  return (valueAt(document, pointer) as Task | undefined)?.call
}

function movedState(state: FlowState, versions: Versions): FlowState | Obstacle {
  const open: OpenTask[] = []
  for (const [at, task] of state.open.entries()) {
    const moved = at === 0 ? movedRoot(task, versions) : movedTask(task, open[at - 1], versions)
    if ('code' in moved) return moved
    const listed = withList(task, moved, versions)
    if ('code' in listed) return listed
    open.push(listed)
  }
  return { ...state, open }
}

/** Of the run, or of a branch: the fork around it has the same branches in the same order in both versions. */
function movedRoot(task: OpenTask, { before, after, mapping }: Versions): OpenTask | Obstacle {
  if (task.pointer === '') return task
  const fork = task.pointer.slice(0, -'/fork/branches'.length)
  const to = mapping.get(fork)
  if (to === undefined) return { code: 'unmapped', pointer: fork }
  const pointer = `${to}/fork/branches`
  if (valueAt(after, pointer) === undefined) return { code: 'scope_differs', pointer: fork }
  const [older, newer] = [entriesOf(before, task.pointer), entriesOf(after, pointer)]
  const isWhole =
    newer.length === older.length && older.every((entry, at) => mapping.get(entry.pointer) === newer[at]?.pointer)
  return isWhole ? { ...task, pointer } : { code: 'scope_differs', pointer: fork }
}

function movedTask(
  task: OpenTask,
  around: OpenTask | undefined,
  { before, after, mapping }: Versions,
): OpenTask | Obstacle {
  const { pointer } = task
  const to = mapping.get(pointer)
  if (to === undefined) return { code: 'unmapped', pointer }
  const [older, newer] = [valueAt(before, pointer), valueAt(after, to)]
  if (typeof newer !== 'object' || newer === null) return { code: 'unmapped', pointer }
  if (kindOf(older as object) !== kindOf(newer)) return { code: 'kind_differs', pointer }
  const entry = entriesOf(after, around?.list?.pointer ?? '').find((each) => each.pointer === to)
  return entry ? { ...task, pointer: to, name: entry.name } : { code: 'scope_differs', pointer }
}

/** The list within a task goes on at the same task. */
function withList(task: OpenTask, moved: OpenTask, { before, after, mapping }: Versions): OpenTask | Obstacle {
  const { list } = task
  if (!list) return moved
  const pointer = list.pointer.startsWith(task.pointer)
    ? `${moved.pointer}${list.pointer.slice(task.pointer.length)}`
    : list.pointer
  if (valueAt(after, pointer) === undefined) return { code: 'scope_differs', pointer: task.pointer }
  const [older, newer] = [entriesOf(before, list.pointer), entriesOf(after, pointer)]
  const next = older[list.index]
  // At the end of its list it goes on behind what came last, and so with what was added there.
  const last = older.at(-1)
  const anchor = next ?? last
  if (!anchor) return { ...moved, list: { ...list, pointer, index: 0 } }
  const to = mapping.get(anchor.pointer)
  const index = newer.findIndex((each) => each.pointer === to)
  if (index < 0) return { code: to === undefined ? 'unmapped' : 'scope_differs', pointer: anchor.pointer }
  return { ...moved, list: { ...list, pointer, index: next ? index : index + 1 } }
}
