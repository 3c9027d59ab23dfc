import { expect, test } from 'vitest'
import { haveTurnedDays, parseFilters, readFilters, writeFilters, type Filters } from './filters.ts'

const ALL: Required<Filters> = {
  q: 'tap & <b>',
  isOpen: true,
  status: 'SCHEDULED',
  priority: 'URGENT',
  assigneeId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  isUnassigned: false,
  isBlocked: true,
  isLate: true,
  parentTaskId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91',
  propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  departmentKind: 'field_ops',
  scheduledDate: '2026-11-15',
  scheduledFrom: '2026-11-15',
  scheduledTo: '2026-11-16',
  updatedSince: '2026-11-15T00:00:00.000Z',
  sort: '-updatedAt',
}

test('every filter goes into a view and comes back', () => {
  expect(readFilters(writeFilters(ALL))).toEqual(ALL)
  expect(parseFilters(ALL)).toEqual(ALL)
})

test.for([
  { status: 'NONSENSE' },
  { priority: 4 },
  { propertyId: '1; drop table' },
  { scheduledDate: 'tomorrow' },
  { isOpen: 'perhaps' },
  { q: '   ' },
  { limit: 5, offset: 1, other: 'x' },
  { sort: ['createdAt'] },
])('what the list cannot use is left out: %o', (search) => {
  expect(parseFilters(search)).toEqual({})
})

test('a search for a number is a search', () => {
  expect(parseFilters({ q: 1042 })).toEqual({ q: '1042' })
})

test('days that end before they begin are told from those that a single day stands for', () => {
  const turned = { scheduledFrom: '2026-11-16', scheduledTo: '2026-11-15' }
  expect(haveTurnedDays(turned)).toBe(true)
  expect(haveTurnedDays({ ...turned, scheduledTo: '0002-11-17' })).toBe(true)
  expect(haveTurnedDays({ ...turned, scheduledTo: '2026-11-16' })).toBe(false)
  expect(haveTurnedDays({ ...turned, scheduledDate: '2026-11-15' })).toBe(false)
  expect(haveTurnedDays({ scheduledFrom: '2026-11-16' })).toBe(false)
})
