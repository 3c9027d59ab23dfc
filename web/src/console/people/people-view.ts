import type { WorkloadQuery } from '../../../../src/modules/tasks/workload.schema.ts'

/** Whose work of which week is shown, as it stands in the address. */
export interface PeopleView extends Pick<WorkloadQuery, 'kind' | 'departmentId' | 'q'> {
  /** A day of the week; this week unless said. */
  week?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY_MILLIS = 86_400_000

export function parsePeopleView({ week, kind, departmentId, q }: Record<string, unknown>): PeopleView {
  const text = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof week === 'string' && DAY.test(week) && !Number.isNaN(Date.parse(week)) ? { week } : {}),
    ...(kind === 'user' || kind === 'vendor' ? { kind } : {}),
    ...(typeof departmentId === 'string' && UUID.test(departmentId) ? { departmentId } : {}),
    ...(typeof text === 'string' && text.trim() !== '' ? { q: text.slice(0, 200) } : {}),
  }
}

/** The seven days from the Monday on. */
export function weekOf(day: string): string[] {
  const at = Date.parse(day)
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MILLIS
  return Array.from({ length: 7 }, (_, index) => new Date(monday + index * DAY_MILLIS).toISOString().slice(0, 10))
}
