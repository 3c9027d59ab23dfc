import { expect, test } from 'vitest'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { dueChanges } from './due.ts'

const task = { scheduledTime: '10:00:00' } as Task

test('several tasks keep their times, unless one is written for all', () => {
  expect(dueChanges({ date: '2027-03-01', time: '', task: undefined })).toEqual({ scheduledDate: '2027-03-01' })
  expect(dueChanges({ date: '2027-03-01', time: '09:00', task: undefined })).toEqual({
    scheduledDate: '2027-03-01',
    scheduledTime: '09:00',
  })
})

test('one task has the time that is written, or none; without a date there is no time', () => {
  expect(dueChanges({ date: '2027-03-01', time: '', task })).toEqual({
    scheduledDate: '2027-03-01',
    scheduledTime: null,
  })
  for (const about of [task, undefined])
    expect(dueChanges({ date: null, time: '09:00', task: about })).toEqual({ scheduledDate: null, scheduledTime: null })
})
