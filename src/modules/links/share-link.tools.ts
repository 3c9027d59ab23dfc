import { tool } from '#core/tool.ts'
import { getTask } from '#modules/tasks/task.operations.ts'
import { createShareLink, revokeShareLinks } from './share-link.operations.ts'

export const shareTask = tool({
  toolset: 'tasks',
  name: 'share_task',
  title: 'Share a task by link',
  description:
    'Makes a link for somebody outside: whoever has it sees the task or also carries it out. A person is asked first.',
  operation: createShareLink,
  scope: 'tasks:update',
  takes: ['taskId', 'technicianName', 'expiresAt', 'mode'],
  // The person who is asked must see what the link allows.
  needs: ['mode'],
  unsaid: { expiresAt: 'never, it works until it is withdrawn' },
  gives: ['id', 'url', 'mode', 'expiresAt'],
  effect: 'destroy',
  reachesOut: true,
  accumulates: true,
  gate: true,
  subject: getTask,
})

export const unshareTask = tool({
  toolset: 'tasks',
  name: 'unshare_task',
  title: 'Withdraw links to a task',
  description: 'All links of the task, or one by its id: they stop working at once. A person is asked first.',
  operation: revokeShareLinks,
  scope: 'tasks:update',
  takes: ['taskId', 'shareLinkId'],
  unsaid: { shareLinkId: 'every link of the task' },
  gives: ['taskId', 'withdrawn'],
  effect: 'destroy',
  reachesOut: true,
  gate: true,
  subject: getTask,
})
