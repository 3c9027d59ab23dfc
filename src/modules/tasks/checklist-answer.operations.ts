import { operation } from '#core/operation.ts'
import { ChecklistAnswer } from './checklist-answer.schema.ts'
import { answerItem } from './checklist-answer.service.ts'
import { ChecklistItemPath } from './checklist-item.schema.ts'
import { failures } from './checklist-item.service.ts'
import { failures as completionFailures } from './task-completion.service.ts'
import { ChecklistItem } from './task-part.schema.ts'
import { failures as taskFailures } from './task.service.ts'

export const answerChecklistItem = operation({
  id: 'answerChecklistItem',
  summary: 'Answer a checklist item, or take the answer back',
  tag: 'Checklists',
  access: { role: 'member' },
  rest: { method: 'PUT', path: '/workspaces/:workspaceId/tasks/:taskId/checklist-items/:itemId/answer' },
  params: ChecklistItemPath,
  body: ChecklistAnswer,
  reply: ChecklistItem,
  errors: [
    taskFailures.task_not_found,
    failures.checklist_item_not_found,
    failures.answer_mismatch,
    completionFailures.already_completed,
  ],
  run: (ctx, { taskId, itemId, ...answer }) => answerItem(ctx, taskId, itemId, answer),
})
