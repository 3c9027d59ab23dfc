import type { Json, WorkflowDocument } from './document.schema.ts'
import { kindOf, tasksOf, type PlacedTask } from './document-task.rules.ts'
import type { FlowState, OpenTask } from './flow-state.rules.ts'

/** The step that failed is left as it was before it began, with another input or left out. */
export function resetStep(state: FlowState, { input, skip }: { input?: Json; skip: boolean }): FlowState {
  if (input === undefined && !skip) return state
  const { waiting, ...rest } = state
  const last = state.open.at(-1)
  // One that has begun stands open, and its list still points to it.
  const isOpen = last !== undefined && last.list === undefined && state.open.length > 1
  const open = isOpen || (waiting && state.open.length > 1) ? state.open.slice(0, -1) : [...state.open]
  const data = input ?? (isOpen || waiting ? (last?.rawInput ?? null) : state.data)
  const parent = open.at(-1)
  if (skip && parent?.list) open[open.length - 1] = { ...parent, list: nextIn(parent.list) }
  return { ...rest, open, data }
}

function nextIn(list: NonNullable<OpenTask['list']>): NonNullable<OpenTask['list']> {
  // A branch has one task, whatever stands beside it.
  return { ...list, index: list.isSingle ? Number.MAX_SAFE_INTEGER : list.index + 1 }
}

/** A step and the plain lists around it, from the outside in; nothing when something else stands around it. */
export function wayTo(document: WorkflowDocument, pointer: string): PlacedTask[] | undefined {
  const all = tasksOf(document)
  const found = all.find((task) => task.pointer === pointer)
  if (found?.role !== 'do') return undefined
  if (found.parent === undefined) return [found]
  const parent = all.find((task) => task.pointer === found.parent)
  if (!parent || kindOf(parent.task) !== 'do') return undefined
  const around = wayTo(document, parent.pointer)
  return around && [...around, found]
}

/** The state in which the last of these steps is the next, as if the flow had gone back there. */
export function rewound(
  { open, context }: FlowState,
  way: readonly PlacedTask[],
  { inputs, data, now }: { inputs: ReadonlyMap<string, Json>; data: Json; now: number },
): FlowState | undefined {
  const [root] = open
  const [first, ...inner] = way
  if (!root || !first) return undefined
  const laps = (root.list?.laps ?? 0) + 1
  const lists: OpenTask[] = [{ ...root, startedAt: now, list: { pointer: first.list, index: first.index, laps } }]
  for (const [at, { list, index }] of inner.entries()) {
    const around = way[at]
    const input = around && inputs.get(around.pointer)
    if (!around || input === undefined) return undefined
    const { pointer, name } = around
    lists.push({ pointer, name, rawInput: input, input, startedAt: now, list: { pointer: list, index, laps: 0 } })
  }
  return { open: lists, context, data }
}
