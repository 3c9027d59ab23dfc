import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { listActivity as list } from './activity.queries.ts'
import type { Activity, ActivityQuery } from './activity.schema.ts'
import { findTask } from './task.queries.ts'
import { failures } from './task.service.ts'

export async function listActivity(ctx: WorkspaceCtx, taskId: string, query: ActivityQuery): Promise<Listed<Activity>> {
  if (!(await findTask(ctx, taskId))) fail(failures.task_not_found)
  return list(ctx, taskId, query)
}
