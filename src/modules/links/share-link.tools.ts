import { tool } from '#core/tool.ts'
import { getTask } from '#modules/tasks/task.operations.ts'
import { createShareLink } from './share-link.operations.ts'

export const shareTask = tool({
  toolset: 'tasks',
  name: 'share_task',
  title: 'Share a task by link',
  description:
    'Makes a link for somebody outside: whoever has it sees the task or carries it out. A person is asked first.',
  operation: createShareLink,
  scope: 'tasks:update',
  takes: ['taskId', 'technicianName', 'expiresAt', 'mode'],
  gives: ['id', 'url', 'mode', 'expiresAt'],
  effect: 'destroy',
  reachesOut: true,
  accumulates: true,
  gate: true,
  subject: getTask,
})
