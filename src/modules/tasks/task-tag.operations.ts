import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listTags } from './task-tag.queries.ts'
import * as schema from './task-tag.schema.ts'
import { addTag, failures, removeTag } from './task-tag.service.ts'
import { TASK_CONTRACT } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

const about = { tag: 'Task tags' }
const errors = [taskFailures.task_not_found, failures.tag_not_found]

export const listTaskTags = operation({
  ...about,
  id: 'listTaskTags',
  summary: 'List the tags for tasks',
  description: 'The active tags of the workspace, newest first.',
  access: { scope: 'task-tags:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/task-tags' },
  params: WorkspacePath,
  query: schema.TaskTagQuery,
  reply: schema.TaskTagPage,
  run: (ctx, query) => listTags(ctx, query),
})

export const addTaskTag = operation({
  ...about,
  id: 'addTaskTag',
  workflow: { name: 'task-tag-add', version: '1.0.0' },
  summary: 'Put a tag on a task',
  description: 'Answers all tags of the task. A tag that is there already stays, and nothing changes.',
  access: { scope: 'task-tags:write', role: 'member' },
  rest: { method: 'PUT', path: '/workspaces/:workspaceId/tasks/:taskId/tags/:tagId' },
  params: schema.TaskTagPath,
  reply: schema.TagsOfTask,
  contract: TASK_CONTRACT,
  conditional: true,
  errors,
  run: (ctx, { taskId, tagId }) => addTag(ctx, taskId, tagId),
})

export const removeTaskTag = operation({
  ...about,
  id: 'removeTaskTag',
  workflow: { name: 'task-tag-remove', version: '1.0.0' },
  summary: 'Take a tag off a task',
  description: 'Answers the tags that are left. A tag that is not there is no error, and nothing changes.',
  access: { scope: 'task-tags:write', role: 'member' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/tasks/:taskId/tags/:tagId' },
  params: schema.TaskTagPath,
  reply: schema.TagsOfTask,
  contract: TASK_CONTRACT,
  conditional: true,
  errors,
  run: (ctx, { taskId, tagId }) => removeTag(ctx, taskId, tagId),
})
