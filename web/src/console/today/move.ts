import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { givenTo, primaryOf } from '../tasks/assignment.ts'
import type { Face } from '../tasks/task-face.ts'

/** Where a task is put: what is left out stays. */
export interface Place {
  /** null for nobody. */
  personId?: string | null
  /** null for any time. */
  time?: string | null
  date?: string
}

/** The change that puts a task there; undefined when it is there already. */
export function moved(
  task: Task,
  { personId, time, date }: Place,
  people: readonly Person[],
): { changes: TaskUpdate; face: Face } | undefined {
  const when: Pick<TaskUpdate & Face, 'scheduledTime' | 'scheduledDate'> = {
    ...(time !== undefined && time !== timeOf(task) ? { scheduledTime: time } : {}),
    ...(date !== undefined && date !== task.scheduledDate ? { scheduledDate: date } : {}),
  }
  const isGiven = personId !== undefined && (personId ?? undefined) !== primaryOf(task)
  const who = isGiven
    ? givenTo(
        people.find(({ id }) => id === personId),
        task,
      )
    : undefined
  if (!who && Object.keys(when).length === 0) return undefined
  return { changes: { ...who?.changes, ...when }, face: { ...who?.face, ...when } }
}

export function timeOf({ scheduledTime }: Pick<Task, 'scheduledTime'>): string | null {
  return scheduledTime?.slice(0, 5) ?? null
}
