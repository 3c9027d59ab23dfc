import { escapePointer, unescapePointer } from '#core/json-pointer.ts'
import type { Task, TaskList, WorkflowDocument } from './document.schema.ts'

/** `for` before `do`: a loop has both. */
export const TASK_KINDS = [
  'call',
  'emit',
  'for',
  'fork',
  'listen',
  'raise',
  'run',
  'set',
  'switch',
  'try',
  'wait',
  'do',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export function kindOf(task: Task): TaskKind | undefined {
  return TASK_KINDS.find((kind) => task[kind] !== undefined)
}

/** A task and where it stands. */
export interface PlacedTask {
  /** `/do/1/notify`: what the standard calls its reference. */
  pointer: string
  name: string
  task: Task
  /** Pointer of the list that it stands in. */
  list: string
  index: number
  /** The task around it; nothing at the top. */
  parent: string | undefined
  /** What its list is within the task around it: `do`, `try`, `catch/do`, `fork/branches`, `foreach/do`. */
  role: string
  /** Names in its list, which alone `then` can go to. */
  siblings: readonly string[]
  /** Variables from around it: of loops, of caught errors, of events. */
  variables: readonly string[]
  depth: number
}

interface ChildList {
  role: string
  list: TaskList
  variables: readonly string[]
}

/** The lists of tasks within a task, with the variables that they alone see. */
export function childLists(task: Task): ChildList[] {
  const lists: ChildList[] = []
  const add = (role: string, list: TaskList | undefined, ...variables: string[]) => {
    if (Array.isArray(list)) lists.push({ role, list, variables })
  }
  if (task.for) add('do', task.do, task.for.each ?? 'item', task.for.at ?? 'index')
  else add('do', task.do)
  add('try', task.try)
  add('catch/do', task.catch?.do, task.catch?.as ?? 'error')
  add('fork/branches', task.fork?.branches)
  if (task.foreach) add('foreach/do', task.foreach.do, task.foreach.item ?? 'item', task.foreach.at ?? 'index')
  return lists
}

/** Every task of a document, each after the one around it. */
export function tasksOf(document: WorkflowDocument): PlacedTask[] {
  const found: PlacedTask[] = []
  const around = { parent: undefined, role: 'do', variables: [], depth: 1 }
  if (Array.isArray(document.do)) placeList(document.do, '/do', around, found)
  for (const [name, task] of Object.entries(document.use?.functions ?? {})) {
    const pointer = `/use/functions/${escapePointer(name)}`
    placeTask({ ...around, pointer, name, task, list: pointer, index: 0, role: 'function', siblings: [] }, found)
  }
  for (const [at, entry] of (document.use?.extensions ?? []).entries()) {
    for (const [name, extension] of Object.entries(entry)) {
      const pointer = `/use/extensions/${at}/${escapePointer(name)}`
      for (const role of ['before', 'after'] as const) {
        if (Array.isArray(extension[role])) placeList(extension[role], `${pointer}/${role}`, { ...around, role }, found)
      }
    }
  }
  return found
}

type Around = Pick<PlacedTask, 'parent' | 'role' | 'variables' | 'depth'>

function placeList(list: TaskList, pointer: string, around: Around, found: PlacedTask[]): void {
  const siblings = list.flatMap((entry) => Object.keys(entry ?? {}))
  for (const [index, entry] of list.entries()) {
    for (const [name, task] of Object.entries(entry ?? {})) {
      const place = `${pointer}/${index}/${escapePointer(name)}`
      placeTask({ ...around, pointer: place, name, task, list: pointer, index, siblings }, found)
    }
  }
}

function placeTask(placed: PlacedTask, found: PlacedTask[]): void {
  found.push(placed)
  for (const { role, list, variables } of childLists(placed.task)) {
    const inner = {
      parent: placed.pointer,
      role,
      variables: [...placed.variables, ...variables],
      depth: placed.depth + 1,
    }
    placeList(list, `${placed.pointer}/${role}`, inner, found)
  }
}

/** What a pointer leads to; nothing where it leads nowhere. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    const name = unescapePointer(part)
    if (!Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

export interface ListEntry {
  name: string
  pointer: string
  task: Task
}

const known = new WeakMap<WorkflowDocument, Map<string, ListEntry[]>>()

/** The tasks of a list by its pointer; a function of the document is a list of one. Asked for at every step. */
export function entriesOf(document: WorkflowDocument, list: string): readonly ListEntry[] {
  const lists = known.get(document) ?? new Map<string, ListEntry[]>()
  known.set(document, lists)
  const entries = lists.get(list) ?? foundEntries(document, list)
  lists.set(list, entries)
  return entries
}

function foundEntries(document: WorkflowDocument, list: string): ListEntry[] {
  const value = valueAt(document, list)
  if (!Array.isArray(value)) {
    return [{ name: unescapePointer(list.split('/').at(-1) ?? ''), pointer: list, task: value as Task }]
  }
  return (value as TaskList).flatMap((entry, index) =>
    Object.entries(entry).map(([name, task]) => ({ name, task, pointer: `${list}/${index}/${escapePointer(name)}` })),
  )
}
