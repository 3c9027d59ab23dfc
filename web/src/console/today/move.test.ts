import { expect, test } from 'vitest'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { wayBack } from '../tasks/task-changes.ts'
import { moved } from './move.ts'

const ana = { id: 'ana', kind: 'user', name: 'Ana' } as Person
const pool = { id: 'pool', kind: 'vendor', name: 'Pool & Co' } as Person
const people = [ana, pool]
const task = {
  scheduledDate: '2026-11-15',
  scheduledTime: '09:00:00',
  assignees: [
    { id: 'x', role: 'SECONDARY', userId: 'bo', vendorOrgId: null, name: 'Bo' },
    { id: 'ana', role: 'PRIMARY', userId: 'ana', vendorOrgId: null, name: 'Ana' },
  ],
} as unknown as Task

test('what is where it is put already is not changed', () => {
  expect(moved(task, { personId: 'ana', time: '09:00', date: '2026-11-15' }, people)).toBeUndefined()
  expect(moved(task, {}, people)).toBeUndefined()
})

test('to a vendor at another hour: who and when in one change, and whoever helps stays', () => {
  const change = moved(task, { personId: 'pool', time: '10:15' }, people)
  expect(change?.changes).toEqual({ primaryUserId: null, primaryVendorOrgId: 'pool', scheduledTime: '10:15' })
  expect(change?.face.assignees?.map(({ name, role, type }) => [name, role, type])).toEqual([
    ['Pool & Co', 'PRIMARY', 'VENDOR'],
    ['Bo', 'SECONDARY', undefined],
  ])
})

test('to nobody, to any time, to another day', () => {
  const nobody = moved(task, { personId: null }, people)
  // Whoever helps would be the one who has it.
  expect(nobody).toEqual({
    changes: { primaryUserId: null, primaryVendorOrgId: null, secondaryAssigneeIds: [] },
    face: { assignees: [] },
  })
  expect(wayBack(task, nobody?.changes ?? {})).toEqual({
    primaryUserId: 'ana',
    primaryVendorOrgId: null,
    secondaryAssigneeIds: ['bo'],
  })
  expect(moved(task, { time: null }, people)?.changes).toEqual({ scheduledTime: null })
  expect(moved(task, { date: '2026-11-16' }, people)?.changes).toEqual({ scheduledDate: '2026-11-16' })
})
