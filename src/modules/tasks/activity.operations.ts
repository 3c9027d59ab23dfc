import { operation } from '#core/operation.ts'
import * as schema from './activity.schema.ts'
import { listActivity } from './activity.service.ts'
import { TaskPath } from './task.schema.ts'
import { failures } from './task.service.ts'

export const listTaskActivity = operation({
  id: 'listTaskActivity',
  summary: 'List what happened to a task, newest first',
  tag: 'Activity',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tasks/:taskId/activity' },
  params: TaskPath,
  query: schema.ActivityQuery,
  reply: schema.ActivityPage,
  errors: [failures.task_not_found],
  run: (ctx, { taskId, ...query }) => listActivity(ctx, taskId, query),
})
