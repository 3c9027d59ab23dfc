import { canonicalJson } from '#core/canonical-json.ts'
import type { WorkflowDocument } from './document.schema.ts'
import { childLists, kindOf, tasksOf, type PlacedTask } from './document-task.rules.ts'

interface TaskChange {
  change: 'added' | 'removed' | 'changed' | 'moved'
  /** In the older version. */
  from?: string
  /** In the newer version. */
  to?: string
  /** Which fields of the task are not the same; tasks within it are changes of their own. */
  fields?: string[]
}

export interface DocumentDiff {
  changes: TaskChange[]
  /** Fields of the document outside of its tasks that are not the same. */
  fields: string[]
  /** Where a run that stands at a task of the older version would stand in the newer. */
  mapping: { from: string; to: string }[]
  /** Tasks of the older version from which an open run could not move, and why. */
  blocked: { from: string; reason: 'removed' | 'kind_differs' }[]
}

/** What is not the same in two versions. Tasks are the same by their name, in the same list of the same task. */
export function diffOf(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff {
  const [older, newer] = [tasksOf(before), tasksOf(after)]
  const pairs = pairsOf(older, newer)
  const changes: TaskChange[] = []
  const blocked: DocumentDiff['blocked'] = []
  for (const old of older) {
    const now = pairs.get(old)
    if (!now) {
      changes.push({ change: 'removed', from: old.pointer })
      blocked.push({ from: old.pointer, reason: 'removed' })
      continue
    }
    const fields = differing(ownFields(old), ownFields(now))
    if (fields.length > 0) changes.push({ change: 'changed', from: old.pointer, to: now.pointer, fields })
    else if (old.pointer !== now.pointer) changes.push({ change: 'moved', from: old.pointer, to: now.pointer })
    if (kindOf(old.task) !== kindOf(now.task)) blocked.push({ from: old.pointer, reason: 'kind_differs' })
  }
  const found = new Set(pairs.values())
  for (const now of newer) if (!found.has(now)) changes.push({ change: 'added', to: now.pointer })
  const mapping = [...pairs].map(([from, to]) => ({ from: from.pointer, to: to.pointer }))
  return { changes, fields: differing(withoutTasks(before), withoutTasks(after)), mapping, blocked }
}

function pairsOf(older: readonly PlacedTask[], newer: readonly PlacedTask[]): Map<PlacedTask, PlacedTask> {
  const pairs = new Map<PlacedTask, PlacedTask>()
  const parents = new Map<string | undefined, string | undefined>([[undefined, undefined]])
  // Each task comes after the one around it, so that its parent is already known.
  for (const old of older) {
    if (!parents.has(old.parent)) continue
    const parent = parents.get(old.parent)
    const now = newer.find((each) => each.name === old.name && each.parent === parent && each.role === old.role)
    if (!now) continue
    pairs.set(old, now)
    parents.set(old.pointer, now.pointer)
  }
  return pairs
}

type Fields = Record<string, unknown>

/** Of a task without the tasks in it. */
function ownFields({ task }: PlacedTask): Fields {
  const own = structuredClone(task) as Fields
  for (const { role } of childLists(task)) {
    const path = role.split('/')
    let holder: Fields | undefined = own
    for (const name of path.slice(0, -1)) holder = holder?.[name] as Fields | undefined
    if (holder) holder[path.at(-1) ?? ''] = null
  }
  return own
}

function withoutTasks(document: WorkflowDocument): Fields {
  const { do: _, ...rest } = document
  return rest
}

function differing(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
}
