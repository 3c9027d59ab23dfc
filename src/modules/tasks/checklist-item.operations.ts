import { operation } from '#core/operation.ts'
import * as schema from './checklist-item.schema.ts'
import * as checklist from './checklist-item.service.ts'
import { ChecklistItem } from './task-part.schema.ts'
import { TASK_CONTRACT, TaskPath } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

const { checklist_item_not_found, answer_mismatch, description_full } = checklist.failures
const { task_not_found, task_completed } = taskFailures
const about = { tag: 'Checklists', contract: TASK_CONTRACT }
const path = '/workspaces/:workspaceId/tasks/:taskId/checklist-items'

export const listChecklistItems = operation({
  ...about,
  id: 'listChecklistItems',
  summary: 'List the checklist of a task',
  description: 'In the order of the checklist.',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path },
  params: TaskPath,
  query: schema.ChecklistItemQuery,
  reply: schema.ChecklistItemPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => checklist.listChecklist(ctx, taskId, query),
})

export const addExternalAction = operation({
  ...about,
  id: 'addExternalAction',
  summary: 'Link an external action',
  description:
    'Adds an item to the checklist that leads to an action in your system. The pair of `externalSource` and `externalId` is unique on the task: sent again, it answers 200 and the item that is there, unchanged.',
  access: { scope: 'checklists:write', role: 'member' },
  rest: { method: 'POST', path },
  params: TaskPath,
  body: schema.ExternalAction,
  reply: ChecklistItem,
  status: 201,
  repeatable: true,
  conditional: true,
  errors: [task_not_found, task_completed, description_full],
  run: (ctx, { taskId, ...action }) => checklist.addExternalAction(ctx, taskId, action),
})

export const getChecklistItem = operation({
  ...about,
  id: 'getChecklistItem',
  summary: 'Read a checklist item',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path: `${path}/:itemId` },
  params: schema.ChecklistItemPath,
  reply: ChecklistItem,
  errors: [task_not_found, checklist_item_not_found],
  run: (ctx, { taskId, itemId }) => checklist.getItem(ctx, taskId, itemId),
})

export const completeChecklistItem = operation({
  ...about,
  id: 'completeChecklistItem',
  summary: 'Complete a checklist item',
  description:
    'Completes an item. Safe to repeat: the time of the first completion is kept. A `PHOTO` item is completed by a photo alone: 422 `answer_mismatch`.',
  access: { scope: 'checklists:write', role: 'member' },
  rest: { method: 'POST', path: `${path}/:itemId/complete` },
  params: schema.ChecklistItemPath,
  reply: ChecklistItem,
  conditional: true,
  errors: [task_not_found, checklist_item_not_found, answer_mismatch],
  run: (ctx, { taskId, itemId }) => checklist.completeItem(ctx, taskId, { itemId }),
})

export const completeExternalAction = operation({
  ...about,
  id: 'completeExternalAction',
  summary: 'Complete an external action',
  description: 'The same, for an item that you know by your own id. Safe to repeat.',
  access: { scope: 'checklists:write', role: 'member' },
  rest: { method: 'POST', path: `${path}/external/:externalSource/:externalId/complete` },
  params: schema.ExternalItemPath,
  reply: ChecklistItem,
  conditional: true,
  errors: [task_not_found, checklist_item_not_found],
  run: (ctx, { taskId, ...ref }) => checklist.completeItem(ctx, taskId, ref),
})
