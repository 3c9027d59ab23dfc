import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import type { Face } from './task-face.ts'

/** Whom a task is given to first of all; undefined for nobody. */
export function primaryOf({ assignees }: Pick<Task, 'assignees'>): string | undefined {
  const primary = assignees?.find(({ role }) => role === 'PRIMARY') ?? assignees?.[0]
  return primary?.userId ?? primary?.vendorOrgId ?? undefined
}

/** What gives a task to somebody, or to nobody, and what it looks like then. The others on it stay. */
export function givenTo(person: Person | undefined, task?: Task): { changes: TaskUpdate; face: Face } {
  const others = (task?.assignees ?? []).filter(
    ({ role, userId, vendorOrgId }) => role !== 'PRIMARY' && (userId ?? vendorOrgId) !== person?.id,
  )
  const userId = person?.kind === 'user' ? person.id : null
  const vendorOrgId = person?.kind === 'vendor' ? person.id : null
  const type = vendorOrgId === null ? ('USER' as const) : ('VENDOR' as const)
  const first = person && [{ id: person.id, role: 'PRIMARY' as const, type, userId, vendorOrgId, name: person.name }]
  return {
    changes: { primaryUserId: userId, primaryVendorOrgId: vendorOrgId },
    face: { assignees: [...(first ?? []), ...others] },
  }
}
