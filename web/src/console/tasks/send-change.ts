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
