import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { saveAndTell } from './task-update.queries.ts'
import { lockTask, taskOf, type TaskRow } from './task.queries.ts'
import type { Task } from './task.schema.ts'
import { failures } from './task.service.ts'

/** Shows a task to vendors, or no longer. What is so already stays as it is: no new version, nothing to tell. */
export function setPublished(ctx: WorkspaceCtx, taskId: string, isPublished: boolean): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await lockTask(ctx, taskId)) ?? fail(failures.task_not_found)
    assertVersion(ctx, before.version)
    if (before.isPublished === isPublished) return taskOf(before)
    const save = saveAndTell(ctx, taskId, { isPublished }, { changed: ['isPublished'] })
    const [saved] = await ctx.db.last<TaskRow>(save)
    ctx.services.wakeRelay()
    return taskOf(saved ?? fail(failures.task_not_found))
  })
}
