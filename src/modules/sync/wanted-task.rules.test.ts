import { expect, test } from 'vitest'
import type { TaskSnapshot } from '#modules/tasks/task-snapshot.schema.ts'
import { departmentOf, isOver, reasonToHoldBack, wantedTask } from './wanted-task.rules.ts'

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const SETTINGS = { defaultDepartment: 'maintenance', departments: [] } as const
const settings = (changes: object = {}) => ({ ...SETTINGS, departments: [], ...changes })

test.for([
  ['Cleaning', 'housekeeping'],
  ['Housekeeping north', 'housekeeping'],
  ['Inspections', 'inspection'],
  ['Fire safety', 'safety'],
  ['Pool and garden', 'maintenance'],
  ['Logística', 'maintenance'],
] as const)('the department %s is %s', ([name, remote]) => {
  expect(departmentOf({ id: ID, name, kind: 'field_ops' }, settings())).toBe(remote)
})

test('a mapping goes before the name, and sends an office department too', () => {
  const mapped = settings({ departments: [{ departmentId: ID.toUpperCase(), remoteDepartment: 'safety' }] })
  expect(departmentOf({ id: ID, name: 'Cleaning', kind: 'office' }, mapped)).toBe('safety')
  expect(departmentOf({ id: ID, name: 'Cleaning', kind: 'office' }, settings())).toBeUndefined()
})

test('what is over and what is held back', () => {
  const over = ['COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED'] as const
  const open = ['OPEN', 'CREATED', 'SCHEDULED', 'IN_PROGRESS', 'REQUEST_APPROVED'] as const
  const held = ['DRAFT', 'DRAFTED', 'PENDING_APPROVAL', 'REQUEST_REJECTED'] as const
  for (const status of over) expect(isOver({ status })).toBe(true)
  for (const status of open) expect([isOver({ status }), reasonToHoldBack({ status })]).toEqual([false, undefined])
  for (const status of held) expect(reasonToHoldBack({ status })).toContain(status)
})

const SNAPSHOT: TaskSnapshot = {
  id: ID,
  shortId: 'TK-7',
  title: 'Tap',
  description: '  Drips.  ',
  status: 'OPEN',
  priority: 'WATCH',
  version: 3,
  scheduledDate: null,
  scheduledTime: null,
  deletedAt: null,
  department: { id: ID, name: 'Repairs', kind: 'field_ops' },
  property: null,
  assigneeEmails: [],
  checklist: [
    { title: 'Shut the water', completedAt: '2026-11-15T09:00:00.000Z' },
    { title: 'Change the seal', completedAt: null },
  ],
  photos: [],
}

test('the description holds our text, the checklist and the link back', () => {
  const around = { department: 'maintenance', assigneeIds: ['4'], link: 'https://app.example/t' } as const
  const wanted = wantedTask(SNAPSHOT, { ...around, assigneeIds: ['4'] })
  expect(wanted.description).toBe(
    'Drips.\n\nChecklist\n[x] Shut the water\n[ ] Change the seal\n\nTK-7: https://app.example/t',
  )
  const bare = wantedTask({ ...SNAPSHOT, description: null, checklist: [] }, { ...around, assigneeIds: [] })
  expect(bare.description).toBe('TK-7: https://app.example/t')
})

test.for([
  ['09:30', '09:30:00'],
  ['09:30:15', '09:30:15'],
  [null, null],
] as const)('the time %s is sent as %s', ([scheduledTime, time]) => {
  const around = { department: 'safety' as const, assigneeIds: [], link: 'l' }
  expect(wantedTask({ ...SNAPSHOT, scheduledTime }, around).time).toBe(time)
})
