import { operation } from '#core/operation.ts'
import { closed, Uuid, WorkspaceId } from '#core/schema.ts'
import { failures, restoreTask as restore } from './restore.service.ts'
import { Task, TASK_CONTRACT } from './task.schema.ts'

export const restoreTask = operation({
  id: 'restoreTask',
  summary: 'Bring a deleted task back',
  tag: 'Tasks',
  contract: TASK_CONTRACT,
  access: { role: 'manager' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/tasks/:deletedTaskId/restore' },
  params: closed({ workspaceId: WorkspaceId, deletedTaskId: Uuid }),
  reply: Task,
  versioned: true,
  errors: Object.values(failures),
  run: (ctx, { deletedTaskId }) => restore(ctx, deletedTaskId),
})
