import { expect, test } from 'vitest'
import { isNews, type TaskNews } from './notification.rules.ts'

const RENAMED: TaskNews = { type: 'task.updated', assigned: [], unassigned: [], wasOver: false, isRescheduled: false }

test.each<[Partial<TaskNews>, boolean]>([
  [{}, false],
  [{ type: 'task.created' }, false],
  [{ status: 'IN_PROGRESS' }, false],
  [{ priority: 'HIGH' }, false],
  [{ status: 'COMPLETED' }, true],
  [{ status: 'CLOSED' }, true],
  [{ status: 'REQUEST_REJECTED' }, true],
  [{ wasOver: true, status: 'SCHEDULED' }, true],
  [{ wasOver: true, status: 'FINISHED' }, false],
  [{ priority: 'URGENT' }, true],
  [{ type: 'task.created', priority: 'URGENT' }, true],
  [{ isRescheduled: true }, true],
  [{ assigned: ['somebody'] }, true],
  [{ unassigned: ['somebody'] }, true],
  [{ type: 'task.created', assigned: ['a vendor'] }, true],
  [{ type: 'task.deleted' }, true],
  [{ type: 'task.restored' }, true],
  [{ type: 'task.commented' }, true],
  [{ wasOver: true, type: 'task.deleted' }, false],
  [{ wasOver: true, type: 'task.restored' }, false],
  [{ wasOver: true, status: 'CLOSED' }, false],
  [{ wasOver: true, isRescheduled: true }, false],
  [{ wasOver: true, isRescheduled: true, status: 'SCHEDULED' }, true],
  [{ wasOver: false, isRescheduled: true, status: 'FINISHED' }, false],
])('a change of a task with %j is news: %s', (changed, expected) => {
  expect(isNews({ ...RENAMED, ...changed })).toBe(expected)
})
