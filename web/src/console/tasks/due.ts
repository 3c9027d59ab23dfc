import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'

interface Due {
  date: string | null
  /** Empty where none was written. */
  time: string
  /** undefined: several, each with a time of its own. */
  task: Task | undefined
}

/** What makes it due then. Several tasks keep their times unless one is written for all of them. */
export function dueChanges({ date, time, task }: Due): Pick<TaskUpdate, 'scheduledDate' | 'scheduledTime'> {
  if (date === null) return { scheduledDate: null, scheduledTime: null }
  if (time === '' && !task) return { scheduledDate: date }
  return { scheduledDate: date, scheduledTime: time === '' ? null : time }
}
