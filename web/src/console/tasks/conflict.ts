import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { plain } from '../parts/send-versioned.ts'
import { othersOn, primaryOf } from './assignment.ts'

/** Who is on it is one thing, by whichever name it is changed. */
const FIRST = new Set(['primaryUserId', 'primaryVendorOrgId'])
const OTHERS = 'secondaryAssigneeIds'

/** The fields of the change that are neither as they were seen nor as they shall be. */
export function conflictsIn(seen: Task, current: Task, changes: TaskUpdate): string[] {
  const taken = Object.keys(changes).filter((field) => {
    const now = valueOf(current, field)
    return now !== valueOf(seen, field) && now !== wantedOf(changes, field)
  })
  return [...new Set(taken.map((field) => (FIRST.has(field) || field === OTHERS ? 'assign' : field)))]
}

function valueOf(task: Task, field: string): string {
  if (FIRST.has(field)) return primaryOf(task) ?? ''
  if (field === OTHERS) return plain(othersOn(task).toSorted())
  return plain(task[field as keyof Task])
}

function wantedOf(changes: TaskUpdate, field: string): string {
  if (FIRST.has(field)) return changes.primaryUserId ?? changes.primaryVendorOrgId ?? ''
  if (field === OTHERS) return plain(changes.secondaryAssigneeIds?.toSorted())
  return plain(changes[field as keyof TaskUpdate])
}
