import { KEPT, type WantedAssignee } from './task-create.queries.ts'
import type { Assignee } from './task-part.schema.ts'
import type { TaskUpdate } from './task.schema.ts'

type Assignment = Pick<
  TaskUpdate,
  'primaryUserId' | 'primaryVendorOrgId' | 'secondaryAssigneeIds' | 'replacePrimaryUser'
>

/** What says who does the work. */
export const ASSIGNMENT_FIELDS = [
  'primaryUserId',
  'primaryVendorOrgId',
  'secondaryAssigneeIds',
  'useDefaultAssignees',
] as const

/** Whether a change says anything about who does the work. */
export function touchesAssignees(changes: TaskUpdate): boolean {
  return ASSIGNMENT_FIELDS.some((field) => changes[field] !== undefined && changes[field] !== false)
}

/**
 * Who is on the task after a request: the named primary replaces the old one, or joins as SECONDARY when
 * `replacePrimaryUser` is false; a null takes away a primary of its kind; the named secondaries replace the old ones; defaults are added, and a primary among
 * them counts only where there is none.
 */
export function wantedAssignees(before: Assignee[], request: Assignment, defaults: WantedAssignee[]): WantedAssignee[] {
  const old = before.map(asWanted)
  const oldPrimary = old.filter(({ role }) => role === 'PRIMARY')
  const primary = namedPrimary(request)
  const first = primary ? [primary] : oldPrimary.filter((one) => !isTakenAway(one, request))
  const leading = primary && request.replacePrimaryUser === false ? [...oldPrimary, ...first] : first
  const secondaries =
    request.secondaryAssigneeIds?.map((id, index) => secondary(id, `secondaryAssigneeIds/${index}`)) ??
    old.filter(({ role }) => role === 'SECONDARY')
  return merged([...leading, ...secondaries, ...defaults])
}

/** The same assignees, with one person replaced by another. */
export function withInstead(before: Assignee[], fromId: string, toId: string): WantedAssignee[] {
  const lead = before.toSorted((left, right) => Number(right.role === 'PRIMARY') - Number(left.role === 'PRIMARY'))
  return merged(lead.map(asWanted).map((one) => (one.id === fromId ? { ...one, id: toId } : one)))
}

/** Whether the same are on the task as before, in the same roles. */
export function isAsWanted(before: Assignee[], after: WantedAssignee[]): boolean {
  const old = new Map(before.map(asWanted).map(({ id, role }) => [id, role]))
  return old.size === after.length && after.every(({ id, role }) => old.get(id) === role)
}

/** The ids of those who are new to the task. */
export function joining(before: Assignee[], after: WantedAssignee[]): string[] {
  const old = new Set(before.map(({ userId, vendorOrgId }) => userId ?? vendorOrgId))
  return after.map(({ id }) => id).filter((id) => !old.has(id))
}

/** The ids of those who are taken off it. */
export function leaving(before: Assignee[], after: WantedAssignee[]): string[] {
  const stay = new Set(after.map(({ id }) => id))
  return before.map((one) => asWanted(one).id).filter((id) => !stay.has(id))
}

function namedPrimary({ primaryUserId, primaryVendorOrgId }: Assignment): WantedAssignee | undefined {
  if (primaryUserId) return { id: primaryUserId, role: 'PRIMARY', kind: 'USER', field: 'primaryUserId' }
  if (!primaryVendorOrgId) return undefined
  return { id: primaryVendorOrgId, role: 'PRIMARY', kind: 'VENDOR', field: 'primaryVendorOrgId' }
}

/** That there is no person for it says nothing of a vendor, and the other way round. */
function isTakenAway({ kind }: WantedAssignee, { primaryUserId, primaryVendorOrgId }: Assignment): boolean {
  return (kind === 'VENDOR' ? primaryVendorOrgId : primaryUserId) === null
}

function secondary(id: string, field: string): WantedAssignee {
  return { id, role: 'SECONDARY', kind: 'ANY', field }
}

function asWanted({ role, type, userId, vendorOrgId }: Assignee): WantedAssignee {
  return { id: userId ?? vendorOrgId ?? '', role, kind: type, field: KEPT }
}

/** Each once, the first mention counts, and only the first primary is one. */
function merged(all: WantedAssignee[]): WantedAssignee[] {
  const result = new Map<string, WantedAssignee>()
  let hasPrimary = false
  for (const one of all) {
    if (result.has(one.id)) continue
    const role: WantedAssignee['role'] = one.role === 'PRIMARY' && !hasPrimary ? 'PRIMARY' : 'SECONDARY'
    if (role === 'PRIMARY') hasPrimary = true
    result.set(one.id, { ...one, role })
  }
  return [...result.values()]
}
