import type { WorkspaceCtx } from '#core/context.ts'
import { attachmentsOf } from './attachment-view.ts'
import * as parts from './task-part.queries.ts'
import type { TaskInclude } from './task-part.schema.ts'
import type { Task } from './task.schema.ts'

const LOADERS: Record<TaskInclude, (ctx: WorkspaceCtx, taskIds: string[]) => Promise<{ taskId: string }[]>> = {
  costItems: parts.costItemsOf,
  assignees: parts.assigneesOf,
  checklist: parts.checklistOf,
  tags: parts.tagsOf,
  attachments: attachmentsOf,
}

/** Adds what `include` asks for to each task, with one query for each kind. */
export async function withParts(ctx: WorkspaceCtx, tasks: Task[], include: string | undefined): Promise<Task[]> {
  if (include === undefined || tasks.length === 0) return tasks
  const names = [...new Set(include.split(','))] as TaskInclude[]
  const taskIds = tasks.map(({ id }) => id)
  for (const name of names) {
    const found = Map.groupBy(await LOADERS[name](ctx, taskIds), ({ taskId }) => taskId)
    for (const task of tasks) {
      const parts = found.get(task.id) ?? []
      Object.assign(task, { [name]: parts.map(withoutTask) })
    }
  }
  return tasks
}

/** The part by itself: which task it is of shows in where it stands. */
export function withoutTask<Part extends { taskId: string }>(part: Part): Omit<Part, 'taskId'> {
  const { taskId: _, ...rest } = part
  return rest
}
