import { expect, test } from 'vitest'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { conflictsIn } from './conflict.ts'

const task = (fields: object = {}): Task =>
  ({
    title: 'Tap',
    status: 'OPEN',
    priority: 'NORMAL',
    scheduledTime: '09:00',
    assignees: [],
    ...fields,
  }) as unknown as Task
const by = (userId: string) => ({ assignees: [{ role: 'PRIMARY', userId, vendorOrgId: null }] })

test('what others changed elsewhere is no conflict, nor what they changed to the same', () => {
  expect(conflictsIn(task(), task({ title: 'Taps', status: 'SCHEDULED' }), { priority: 'HIGH' })).toEqual([])
  expect(conflictsIn(task(), task({ priority: 'HIGH' }), { priority: 'HIGH' })).toEqual([])
  expect(conflictsIn(task(), task({ scheduledTime: '09:00:00' }), { scheduledTime: '10:00' })).toEqual([])
})

test('the same field with another value is one, and who is on it is one thing', () => {
  expect(conflictsIn(task(), task({ priority: 'LOW' }), { priority: 'HIGH', title: 'Taps' })).toEqual(['priority'])
  const given = { primaryUserId: 'ana', primaryVendorOrgId: null }
  expect(conflictsIn(task(), task(by('bo')), given)).toEqual(['assign'])
  expect(conflictsIn(task(), task(by('ana')), given)).toEqual([])
  const none = { primaryUserId: null, primaryVendorOrgId: null, secondaryAssigneeIds: [] }
  const helped = { assignees: [...by('ana').assignees, { role: 'SECONDARY', userId: 'bo', vendorOrgId: null }] }
  expect(conflictsIn(task(by('ana')), task(helped), none)).toEqual(['assign'])
  expect(conflictsIn(task(helped), task(helped), none)).toEqual([])
})
