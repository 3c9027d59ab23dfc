import type { WorkspaceCtx } from '#core/context.ts'
import { attachmentsOf } from './attachment-view.ts'
import { commentCountsOf, commentsAmong, commentsOf } from './comment.queries.ts'
import * as parts from './task-part.queries.ts'
import { TASK_INCLUDES, type TaskInclude } from './task-part.schema.ts'
import type { Task, TaskUpdate } from './task.schema.ts'

const LOADERS: Record<TaskInclude, (ctx: WorkspaceCtx, taskIds: string[]) => Promise<{ taskId: string }[]>> = {
  costItems: parts.costItemsOf,
  assignees: parts.assigneesOf,
  checklist: parts.checklistOf,
  tags: parts.tagsOf,
  attachments: attachmentsOf,
  comments: commentsOf,
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
  if (names.includes('comments')) await addCommentCounts(ctx, tasks)
  return tasks
}

async function addCommentCounts(ctx: WorkspaceCtx, tasks: Task[]): Promise<void> {
  const counts = await commentCountsOf(
    ctx,
    tasks.map(({ id }) => id),
  )
  const byTask = new Map(counts.map(({ taskId, count }) => [taskId, count]))
  for (const task of tasks) task.commentCount = byTask.get(task.id) ?? 0
}

/** The parts that a request repeats, as they are now: what it repeats must be the same. */
export async function repeatedParts(ctx: WorkspaceCtx, task: Task, sent: TaskUpdate): Promise<Task> {
  const names = TASK_INCLUDES.filter((name) => name in sent && name !== 'comments')
  const [current = task] = await withParts(ctx, [task], names.length > 0 ? names.join(',') : undefined)
  // Somebody may have commented since it was read, which is nobody's conflict: so those that were read are compared.
  if (sent.comments) {
    const ids = sent.comments.map(({ id }) => id)
    current.comments = await commentsAmong(ctx, task.id, ids)
  }
  if (sent.commentCount !== undefined) {
    const [now] = await commentCountsOf(ctx, [task.id])
    current.commentCount = Math.min(sent.commentCount, now?.count ?? 0)
  }
  return current
}

/** The part by itself: which task it is of shows in where it stands. */
export function withoutTask<Part extends { taskId: string }>(part: Part): Omit<Part, 'taskId'> {
  const { taskId: _, ...rest } = part
  return rest
}
