import type { DeskQuery } from '../../../../src/modules/tasks/desk-list.schema.ts'
import { areTurned } from '../parts/turned-days.ts'

/** The filters of the list, as they stand in the address; what the list itself adds (pages, parts) is not among them. */
export type Filters = Omit<DeskQuery, 'limit' | 'offset' | 'include'>

/** All of them in this order: one that the API has and this has not does not compile. */
function namesOf<Name extends string>(all: Record<Name, true>): readonly Name[] {
  return Object.keys(all) as Name[]
}

export const STATUSES = namesOf<NonNullable<Filters['status']>>({
  OPEN: true,
  CREATED: true,
  DRAFT: true,
  DRAFTED: true,
  SCHEDULED: true,
  IN_PROGRESS: true,
  FINISHED: true,
  CLOSED: true,
  PENDING_APPROVAL: true,
  REQUEST_APPROVED: true,
  REQUEST_REJECTED: true,
  COMPLETED: true,
})
export const PRIORITIES = namesOf<NonNullable<Filters['priority']>>({
  URGENT: true,
  HIGH: true,
  NORMAL: true,
  LOW: true,
  LOWEST: true,
  WATCH: true,
})
export const SORTS = namesOf<NonNullable<Filters['sort']>>({
  '-createdAt': true,
  createdAt: true,
  '-updatedAt': true,
  updatedAt: true,
  scheduledDate: true,
  '-scheduledDate': true,
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

type Reader = (value: unknown) => unknown
const oneOf =
  (values: readonly string[]): Reader =>
  (value) =>
    typeof value === 'string' && values.includes(value) ? value : undefined
const fitting =
  (pattern: RegExp): Reader =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined
const truth: Reader = (value) => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
const text: Reader = (value) => {
  const plain = typeof value === 'number' ? String(value) : value
  return typeof plain === 'string' && plain.trim() !== '' ? plain.slice(0, 200) : undefined
}

const READERS: Record<keyof Filters, Reader> = {
  q: text,
  isOpen: truth,
  status: oneOf(STATUSES),
  priority: oneOf(PRIORITIES),
  assigneeId: fitting(UUID),
  isUnassigned: truth,
  isBlocked: truth,
  isLate: truth,
  parentTaskId: fitting(UUID),
  propertyId: fitting(UUID),
  departmentId: fitting(UUID),
  departmentKind: oneOf(['field_ops']),
  scheduledDate: fitting(DAY),
  scheduledFrom: fitting(DAY),
  scheduledTo: fitting(DAY),
  updatedSince: fitting(MOMENT),
  sort: oneOf(SORTS),
}

/** What the list cannot use is left out: an address that was cut short still shows tasks. */
export function parseFilters(search: Record<string, unknown>): Filters {
  const entries = Object.entries(READERS).flatMap(([name, read]) => {
    const value = read(search[name])
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries) as Filters
}

/** The filters in the form in which a view keeps them. */
export function writeFilters(filters: Filters): string {
  const pairs = Object.entries(parseFilters(filters)).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

export function readFilters(written: string): Filters {
  return parseFilters(Object.fromEntries(new URLSearchParams(written)))
}

/** Whether no day can be within them; a single day stands in place of the span. */
export function haveTurnedDays({ scheduledDate, scheduledFrom, scheduledTo }: Filters): boolean {
  return scheduledDate === undefined && areTurned(scheduledFrom, scheduledTo)
}

/** How many of them narrow the list. */
export function countFilters({ sort: _sort, ...rest }: Filters): number {
  return Object.keys(rest).length
}
