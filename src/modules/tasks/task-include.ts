import type { Scope } from '#core/context.ts'
import * as parts from './task-part.queries.ts'
import type { TaskInclude } from './task-part.schema.ts'
import type { Task } from './task.schema.ts'

const LOADERS: Record<TaskInclude, (scope: Scope, taskIds: string[]) => Promise<{ taskId: string }[]>> = {
  costItems: parts.costItemsOf,
  assignees: parts.assigneesOf,
  checklist: parts.checklistOf,
  tags: parts.tagsOf,
}

/** Adds what `include` asks for to each task, with one query for each kind. */
export async function withParts(scope: Scope, tasks: Task[], include: string | undefined): Promise<Task[]> {
  if (include === undefined || tasks.length === 0) return tasks
  const names = [...new Set(include.split(','))] as TaskInclude[]
  const taskIds = tasks.map(({ id }) => id)
  for (const name of names) {
    const found = Map.groupBy(await LOADERS[name](scope, taskIds), ({ taskId }) => taskId)
    for (const task of tasks) {
      const parts = found.get(task.id) ?? []
      Object.assign(task, { [name]: parts.map(({ taskId: _, ...part }) => part) })
    }
  }
  return tasks
}
