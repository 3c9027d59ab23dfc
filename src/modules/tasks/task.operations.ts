import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { failures as commentFailures, getTaskBefore } from './comment.service.ts'
import * as schema from './task.schema.ts'
import { failures as updateFailures, updateTask as update } from './task-update.service.ts'
import * as tasks from './task.service.ts'
import { homeInLetters, homeOfTask } from './vendor-home.service.ts'

const { failures } = tasks
const { comment_not_found } = commentFailures
const about = { tag: 'Tasks', contract: schema.TASK_CONTRACT }
export const listTasks = operation({
  ...about,
  id: 'listTasks',
  workflow: { name: 'task-list', version: '1.0.0' },
  summary: 'List tasks',
  description:
    'Newest first unless `sort` says otherwise. `scheduledDate` overrides `scheduledFrom` and `scheduledTo`, each of which may stand alone.',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tasks' },
  params: WorkspacePath,
  query: schema.TaskQuery,
  reply: schema.TaskPage,
  replyRestricted: schema.TaskReducedPage,
  run: (ctx, query) => tasks.listTasks(ctx, query),
})

export const createTask = operation({
  ...about,
  id: 'createTask',
  workflow: { name: 'task-create', version: '1.0.0' },
  summary: 'Create a task',
  description:
    'The status is SCHEDULED with a date and OPEN without. Assignees, tags, the visit and the activity are in the answer; notifications, automations and sync follow.',
  access: { scope: 'tasks:create', role: 'member' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/tasks' },
  params: WorkspacePath,
  query: schema.TaskRead,
  body: schema.TaskCreate,
  reply: schema.Task,
  replyRestricted: schema.TaskReduced,
  status: 201,
  versioned: true,
  errors: tasks.referenceFailures,
  besides: homeInLetters,
  run: (ctx, { include, ...input }) => tasks.createTask(ctx, input, include),
})

export const getTask = operation({
  ...about,
  id: 'getTask',
  workflow: { name: 'task-get', version: '1.0.0' },
  summary: 'Read a task',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tasks/:taskId' },
  params: schema.TaskPath,
  query: schema.TaskReadOne,
  reply: schema.Task,
  replyRestricted: schema.TaskReduced,
  versioned: true,
  errors: [failures.task_not_found, comment_not_found],
  run: (ctx, { taskId, ...read }) => getTaskBefore(ctx, taskId, read),
})

export const updateTask = operation({
  ...about,
  id: 'updateTask',
  workflow: { name: 'task-update', version: '1.0.0' },
  summary: 'Change a task',
  description:
    'Fields left out stay, null clears. `status` COMPLETED is refused with 409 and the blockers while something stands in the way. What was read can be sent back whole.',
  access: { scope: 'tasks:update', role: 'member' },
  rest: { method: ['PATCH', 'PUT'], path: '/workspaces/:workspaceId/tasks/:taskId' },
  params: schema.TaskPath,
  query: schema.TaskRead,
  body: schema.TaskUpdate,
  reply: schema.Task,
  replyRestricted: schema.TaskReduced,
  versioned: true,
  errors: [failures.task_not_found, ...tasks.referenceFailures, ...Object.values(updateFailures)],
  besides: homeOfTask,
  run: (ctx, { taskId, include, ...changes }) => update(ctx, taskId, changes, include),
})

export const deleteTask = operation({
  ...about,
  id: 'deleteTask',
  summary: 'Delete a task',
  description: 'A soft delete: the task disappears from every list and answer.',
  access: { scope: 'tasks:delete', role: 'manager' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/tasks/:taskId' },
  params: schema.TaskPath,
  reply: Deleted,
  conditional: true,
  errors: [failures.task_not_found],
  run: (ctx, { taskId }) => tasks.deleteTask(ctx, taskId),
})
