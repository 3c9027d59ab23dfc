import type { WorkspaceCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import type { Sql } from '#core/sql.ts'
import { attachmentOf } from './attachment-view.ts'
import { attachmentsOf, type AttachmentRow } from './attachment.queries.ts'
import { commentCounts, commentsAmong, newestComments } from './comment.queries.ts'
import * as parts from './task-part.queries.ts'
import { TASK_INCLUDES, type TaskInclude } from './task-part.schema.ts'
import type { Task, TaskUpdate } from './task.schema.ts'

const QUERIES: Record<TaskInclude | 'commentCount', (workspaceId: string, taskIds: string[]) => Sql> = {
  costItems: parts.costItems,
  assignees: parts.assignees,
  checklist: parts.checklist,
  tags: parts.tags,
  attachments: attachmentsOf,
  comments: newestComments,
  commentCount: commentCounts,
}

/** What `include` asks for: a statement for each kind of part, to be sent in one trip. */
export interface Wanted {
  readonly queries: Sql[]
  /** Puts what the statements answered into the tasks. */
  into(ctx: WorkspaceCtx, tasks: Task[], answers: unknown[][]): Task[]
}

export function wantedParts(workspaceId: string, taskIds: string[], include: string | undefined): Wanted {
  const names = include === undefined ? [] : (include.split(',') as (keyof typeof QUERIES)[])
  const all = [...new Set(names.includes('comments') ? [...names, 'commentCount' as const] : names)]
  return {
    queries: all.map((name) => QUERIES[name](workspaceId, taskIds)),
    into(ctx, tasks, answers) {
      for (const [index, name] of all.entries()) {
        const found = Map.groupBy(answers[index] as { taskId: string }[], ({ taskId }) => taskId)
        for (const task of tasks) Object.assign(task, { [name]: shown(ctx, name, found.get(task.id) ?? []) })
      }
      return tasks
    },
  }
}

function shown(ctx: WorkspaceCtx, name: keyof typeof QUERIES, rows: { taskId: string }[]): unknown {
  if (name === 'commentCount') return (rows as { taskId: string; count: number }[])[0]?.count ?? 0
  const own = rows.map(withoutTask)
  return name === 'attachments' ? (own as AttachmentRow[]).map((row) => attachmentOf(ctx, row)) : own
}

/** Adds what `include` asks for to each task. */
export async function withParts(ctx: WorkspaceCtx, tasks: Task[], include: string | undefined): Promise<Task[]> {
  if (include === undefined || tasks.length === 0) return tasks
  const taskIds = tasks.map(({ id }) => id)
  const wanted = wantedParts(ctx.workspaceId, taskIds, include)
  return wanted.into(ctx, tasks, await ctx.db.together(wanted.queries))
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
    const now = await one<{ count: number }>(ctx.db, commentCounts(ctx.workspaceId, [task.id]))
    current.commentCount = Math.min(sent.commentCount, now?.count ?? 0)
  }
  return current
}

/** The part by itself: which task it is of shows in where it stands. */
export function withoutTask<Part extends { taskId: string }>(part: Part): Omit<Part, 'taskId'> {
  const { taskId: _, ...rest } = part
  return rest
}
