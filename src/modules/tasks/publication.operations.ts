import { operation } from '#core/operation.ts'
import { setPublished } from './publication.service.ts'
import { Task, TASK_CONTRACT, TaskPath } from './task.schema.ts'
import { failures } from './task.service.ts'

const about = {
  tag: 'Tasks',
  contract: TASK_CONTRACT,
  access: { role: 'manager' },
  params: TaskPath,
  reply: Task,
  versioned: true,
  conditional: true,
  errors: [failures.task_not_found],
} as const
const path = '/workspaces/:workspaceId/tasks/:taskId/publication'

export const publishTask = operation({
  ...about,
  id: 'publishTask',
  summary: 'Publish a task to vendors',
  description: 'A task that is published already stays as it is.',
  rest: { method: 'PUT', path },
  run: (ctx, { taskId }) => setPublished(ctx, taskId, true),
})

export const unpublishTask = operation({
  ...about,
  id: 'unpublishTask',
  summary: 'Take a task back from vendors',
  description: 'A task that is not published stays as it is.',
  rest: { method: 'DELETE', path },
  run: (ctx, { taskId }) => setPublished(ctx, taskId, false),
})
