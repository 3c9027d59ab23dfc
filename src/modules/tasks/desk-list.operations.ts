import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { DeskQuery } from './desk-list.schema.ts'
import { TASK_CONTRACT, TaskPage } from './task.schema.ts'
import { listTasks } from './task.service.ts'

export const listDeskTasks = operation({
  id: 'listDeskTasks',
  summary: 'List tasks, with more filters than the public list',
  tag: 'Tasks',
  contract: TASK_CONTRACT,
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tasks' },
  params: WorkspacePath,
  query: DeskQuery,
  reply: TaskPage,
  run: (ctx, query) => listTasks(ctx, query),
})
