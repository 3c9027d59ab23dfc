import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { completionState } from './task-update.queries.ts'
import { updateTask } from './task-update.service.ts'
import { lockTask } from './task.queries.ts'
import { completionBlockers, type CompletionState } from './task.rules.ts'
import type { Blocker } from './task-part.schema.ts'
import type { Task, TaskUpdate } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  already_completed: { status: 409, text: 'The task is completed already.' },
})

/** Completes a task once: of several at once, one does it and the others hear that it is done. */
export async function completeTask(
  ctx: WorkspaceCtx,
  taskId: string,
  result: Pick<TaskUpdate, 'summary' | 'completionFields'>,
): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    const { status } = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    if (status === 'COMPLETED') fail(failures.already_completed)
    return updateTask(ctx, taskId, { ...result, status: 'COMPLETED' })
  })
}

/** What would refuse a completion now. */
export async function blockersOf(ctx: WorkspaceCtx, task: Pick<Task, 'id' | 'summary' | 'cost'>): Promise<Blocker[]> {
  const state = await one<CompletionState>(ctx.db, completionState(ctx.workspaceId, task.id, undefined))
  return state ? completionBlockers(state, task) : fail(taskFailures.task_not_found)
}
