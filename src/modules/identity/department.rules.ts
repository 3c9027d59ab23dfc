import type { DefaultAssignee } from './department.schema.ts'

/** Where the second PRIMARY stands; -1 when there is at most one. */
export function secondPrimary(assignees: readonly DefaultAssignee[]): number {
  const first = assignees.findIndex(({ role }) => role === 'PRIMARY')
  return assignees.findIndex(({ role }, index) => role === 'PRIMARY' && index > first)
}

/** Where a person stands for the second time; -1 when everybody is named once. */
export function repeatedAssignee(assignees: readonly DefaultAssignee[]): number {
  const ids = assignees.map(({ membershipId }) => membershipId)
  return ids.findIndex((id, index) => ids.indexOf(id) < index)
}
