import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import * as schema from './cost-item.schema.ts'
import * as costItems from './cost-item.service.ts'
import { CostItem } from './task-part.schema.ts'
import { TaskPath } from './task.schema.ts'

const { task_not_found, cost_item_not_found, task_inapplicable, completion_blocked } = costItems.failures
const about = { tag: 'Cost items', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tasks/:taskId/cost-items'
const ITEM = `${LIST}/:costItemId`
const OF_TASK = 'Costs are a part of their task: `If-Match` names the version of the task.'

export const listCostItems = operation({
  ...about,
  id: 'listCostItems',
  summary: 'List what a task costs',
  rest: { method: 'GET', path: LIST },
  params: TaskPath,
  query: schema.CostItemQuery,
  reply: schema.CostItemPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => costItems.listCostItems(ctx, taskId, query),
})

export const getCostItem = operation({
  ...about,
  id: 'getCostItem',
  summary: 'Read a cost item',
  rest: { method: 'GET', path: ITEM },
  params: schema.CostItemPath,
  reply: CostItem,
  errors: [task_not_found, cost_item_not_found],
  run: (ctx, { taskId, costItemId }) => costItems.getCostItem(ctx, taskId, costItemId),
})

export const addCostItem = operation({
  ...about,
  id: 'addCostItem',
  summary: 'Add a cost item to a task',
  rest: { method: 'POST', path: LIST },
  params: TaskPath,
  body: schema.CostItemCreate,
  reply: CostItem,
  status: 201,
  errors: [task_not_found, task_inapplicable],
  run: (ctx, { taskId, ...input }) => costItems.addCostItem(ctx, taskId, input),
})

export const updateCostItem = operation({
  ...about,
  id: 'updateCostItem',
  summary: 'Change a cost item',
  description: OF_TASK,
  rest: { method: 'PATCH', path: ITEM },
  params: schema.CostItemPath,
  body: schema.CostItemUpdate,
  reply: CostItem,
  conditional: true,
  errors: [task_not_found, cost_item_not_found, task_inapplicable],
  run: (ctx, { taskId, costItemId, ...changes }) => costItems.updateCostItem(ctx, taskId, costItemId, changes),
})

export const deleteCostItem = operation({
  ...about,
  id: 'deleteCostItem',
  summary: 'Take a cost item off a task',
  description: OF_TASK,
  rest: { method: 'DELETE', path: ITEM },
  params: schema.CostItemPath,
  reply: Deleted,
  conditional: true,
  errors: [task_not_found, cost_item_not_found, completion_blocked],
  run: (ctx, { taskId, costItemId }) => costItems.deleteCostItem(ctx, taskId, costItemId),
})
