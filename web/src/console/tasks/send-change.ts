import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { sendVersioned, tagOf } from '../parts/send-versioned.ts'
import type { Api, Tagged } from '../shell/request.ts'
import { conflictsIn } from './conflict.ts'

/** Changes a task on the basis of what was seen of it. */
export async function sendChange(
  { api, open }: { api: Api; open: string },
  { task, changes }: { task: Task; changes: TaskUpdate },
  key: string,
): Promise<Task> {
  const path = `${open}/tasks/${task.id}?include=assignees,tags`
  const { value } = await sendVersioned<Task, Tagged<Task>>(
    {
      api,
      path,
      seen: { value: task, tag: tagOf(task) },
      conflictsIn: (current) => conflictsIn(task, current, changes),
      send: (match, own) => api.sendTagged(path, { method: 'PATCH', body: changes, key: own, match }),
    },
    key,
  )
  return value
}

const FIELDS = [
  'title',
  'description',
  'status',
  'priority',
  'departmentId',
  'propertyId',
  'scheduledDate',
  'scheduledTime',
  'summary',
  'primaryUserId',
  'secondaryAssigneeIds',
] as const satisfies readonly (keyof TaskUpdate)[]
/** What is left of a task that is deleted. */
const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, null]))

/** Deletes a task, unless somebody has changed it since it was seen. */
export function sendDrop({ api, open }: { api: Api; open: string }, task: Task, key: string): Promise<unknown> {
  return sendVersioned<Task, unknown>(
    {
      api,
      path: `${open}/tasks/${task.id}?include=assignees,tags`,
      seen: { value: task, tag: tagOf(task) },
      conflictsIn: (current) => conflictsIn(task, current, NOTHING),
      send: (match, own) => api.send(`${open}/tasks/${task.id}`, { method: 'DELETE', key: own, match }),
    },
    key,
  )
}
