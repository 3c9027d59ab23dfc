import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import * as schema from './dependency.schema.ts'
import * as dependencies from './dependency.service.ts'
import { TaskPath } from './task.schema.ts'

const { task_not_found, dependency_not_found, task_completed, dependency_cycle } = dependencies.failures
const about = { tag: 'Dependencies', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tasks/:taskId/dependencies'
const ITEM = `${LIST}/:dependsOnId`

export const listDependencies = operation({
  ...about,
  id: 'listDependencies',
  summary: 'List the tasks that a task waits for',
  rest: { method: 'GET', path: LIST },
  params: TaskPath,
  query: schema.DependencyQuery,
  reply: schema.DependencyPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => dependencies.listDependencies(ctx, taskId, query),
})

export const addDependency = operation({
  ...about,
  id: 'addDependency',
  summary: 'Let a task wait for another',
  description: 'While the other is open the task cannot be completed. The same again changes nothing.',
  rest: { method: 'PUT', path: ITEM },
  params: schema.DependencyPath,
  reply: schema.Dependency,
  errors: [task_not_found, dependency_not_found, task_completed, dependency_cycle],
  run: (ctx, { taskId, dependsOnId }) => dependencies.addDependency(ctx, taskId, dependsOnId),
})

export const removeDependency = operation({
  ...about,
  id: 'removeDependency',
  summary: 'Let a task no longer wait for another',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.DependencyPath,
  reply: Deleted,
  errors: [task_not_found, dependency_not_found],
  run: (ctx, { taskId, dependsOnId }) => dependencies.removeDependency(ctx, taskId, dependsOnId),
})
