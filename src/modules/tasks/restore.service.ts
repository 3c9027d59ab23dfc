import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAtParameter } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { lockDeletedTask, undelete } from './restore.queries.ts'
import { noteActivity, visitOf } from './task-update.queries.ts'
import { assertNotNeeded, failures as neededFailures } from './task-needed.ts'
import { lockTask } from './task.queries.ts'
import { overBefore } from './task.rules.ts'
import { CLOSED_STATUSES, type Task } from './task.schema.ts'
import { failures as taskFailures, getTask } from './task.service.ts'

export const failures = {
  parent_closed: taskFailures.parent_closed,
  ...neededFailures,
  ...defineFailures({ deleted_task_not_found: { status: 404, text: 'No such deleted task in this workspace.' } }),
}

/** Brings a deleted task back. An open one cannot come back into a parent that was closed without it. */
export function restoreTask(ctx: WorkspaceCtx, taskId: string): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = (await lockDeletedTask(ctx, taskId)) ?? fail(failures.deleted_task_not_found)
    const { id, status, parentTaskId, propertyId, scheduledDate } = deleted
    const parent = parentTaskId === null ? undefined : await lockTask(ctx, parentTaskId)
    if (parent && CLOSED_STATUSES.includes(parent.status) && !CLOSED_STATUSES.includes(status)) {
      failAtParameter(failures.parent_closed, 'deletedTaskId')
    }
    if (!CLOSED_STATUSES.includes(status)) await assertNotNeeded(ctx, deleted, { parameter: 'deletedTaskId' })
    const visitId = propertyId && scheduledDate ? await visitOf(ctx, propertyId, scheduledDate) : undefined
    await undelete(ctx, id, visitId ?? null)
    await noteActivity(ctx, id, 'task.restored', {})
    await emit(ctx, { type: 'task.restored', taskId: id, ...overBefore(status) })
    return getTask(ctx, id)
  })
}
