import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import type { Face } from './task-face.ts'

/** Whom a task is given to first of all; undefined for nobody. */
export function primaryOf({ assignees }: Pick<Task, 'assignees'>): string | undefined {
  const primary = assignees?.find(({ role }) => role === 'PRIMARY') ?? assignees?.[0]
  return primary?.userId ?? primary?.vendorOrgId ?? undefined
}

/** Who else is on it. */
export function othersOn({ assignees }: Pick<Task, 'assignees'>): string[] {
  const others = (assignees ?? []).filter(({ role }) => role !== 'PRIMARY')
  return others.flatMap(({ userId, vendorOrgId }) => userId ?? vendorOrgId ?? [])
}

/** What gives a task to somebody, or to nobody, and what it looks like then. The others on it stay, unless nobody has it. */
export function givenTo(person: Person | undefined, task?: Task): { changes: TaskUpdate; face: Face } {
  if (!person) {
    const changes = { primaryUserId: null, primaryVendorOrgId: null, secondaryAssigneeIds: [] }
    return { changes, face: { assignees: [] } }
  }
  const others = (task?.assignees ?? []).filter(
    ({ role, userId, vendorOrgId }) => role !== 'PRIMARY' && (userId ?? vendorOrgId) !== person.id,
  )
  const userId = person.kind === 'user' ? person.id : null
  const vendorOrgId = person.kind === 'vendor' ? person.id : null
  const type = vendorOrgId === null ? ('USER' as const) : ('VENDOR' as const)
  const first = { id: person.id, role: 'PRIMARY' as const, type, userId, vendorOrgId, name: person.name }
  return {
    changes: { primaryUserId: userId, primaryVendorOrgId: vendorOrgId },
    face: { assignees: [first, ...others] },
  }
}
