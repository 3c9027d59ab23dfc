import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { plain } from '../parts/send-versioned.ts'
import { primaryOf } from './assignment.ts'

/** Who is on it is one thing, by whichever name it is changed. */
const WHO = new Set(['primaryUserId', 'primaryVendorOrgId'])

/** The fields of the change that are neither as they were seen nor as they shall be. */
export function conflictsIn(seen: Task, current: Task, changes: TaskUpdate): string[] {
  const taken = Object.keys(changes).filter((field) => {
    const now = valueOf(current, field)
    return now !== valueOf(seen, field) && now !== wantedOf(changes, field)
  })
  return [...new Set(taken.map((field) => (WHO.has(field) ? 'assign' : field)))]
}

function valueOf(task: Task, field: string): string {
  if (WHO.has(field)) return primaryOf(task) ?? ''
  return plain(task[field as keyof Task])
}

function wantedOf(changes: TaskUpdate, field: string): string {
  if (WHO.has(field)) return changes.primaryUserId ?? changes.primaryVendorOrgId ?? ''
  return plain(changes[field as keyof TaskUpdate])
}
