import { operation } from '#core/operation.ts'
import { Checklist, ChecklistChange } from './checklist-change.schema.ts'
import { changeChecklist, failures } from './checklist-change.service.ts'
import { failures as itemFailures } from './checklist-item.service.ts'
import { TaskPath } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

export const updateTaskChecklist = operation({
  id: 'updateTaskChecklist',
  summary: 'Add items to the checklist of a task, or tick some',
  tag: 'Checklists',
  access: { role: 'member' },
  rest: { method: 'PATCH', path: '/workspaces/:workspaceId/tasks/:taskId/checklist' },
  params: TaskPath,
  body: ChecklistChange,
  reply: Checklist,
  errors: [taskFailures.task_not_found, failures.checklist_item_unknown, itemFailures.answer_mismatch],
  run: (ctx, { taskId, ...change }) => changeChecklist(ctx, taskId, change),
})
