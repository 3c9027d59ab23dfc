import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import type { Api } from '../shell/request.ts'
import { Problem } from '../shell/problem.ts'
import { Conflict, conflictsIn } from './conflict.ts'

const TRIES_MAX = 4
const PARTS = 'assignees,tags'

/**
 * Changes a task on the basis of what was seen of it. Whoever else has changed other fields meanwhile keeps theirs and
 * we ours; where it is the same field nothing is overwritten, and it is asked.
 */
export async function sendChange(
  { api, open }: { api: Api; open: string },
  { task, changes }: { task: Task; changes: TaskUpdate },
  key: string,
): Promise<Task> {
  const path = `${open}/tasks/${task.id}`
  let { version } = task
  for (let tries = 1; ; tries++) {
    try {
      // Another basis is another request.
      const own = tries === 1 ? key : `${key}.${tries}`
      return await api.send<Task>(`${path}?include=${PARTS}`, {
        method: 'PATCH',
        body: changes,
        key: own,
        // The number is what counts; what follows it in an ETag tells two ways of writing the same apart.
        match: `"${version}.console"`,
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412 || tries === TRIES_MAX) throw error
      const current = await api.read<Task>(path, { include: PARTS })
      const fields = conflictsIn(task, current, changes)
      if (fields.length > 0) throw new Conflict(error, current, fields)
      version = current.version
    }
  }
}
