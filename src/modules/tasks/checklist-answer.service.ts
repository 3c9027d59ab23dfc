import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { fail, type Fault } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { bodyValidator } from '#core/validate.ts'
import { keptAnswer } from './checklist-answer.rules.ts'
import { ANSWERS, type ChecklistAnswer } from './checklist-answer.schema.ts'
import { findItem, saveAnswer } from './checklist-item.queries.ts'
import { failures } from './checklist-item.service.ts'
import { failures as completionFailures } from './task-completion.service.ts'
import type { ChecklistItem } from './task-part.schema.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { lockTask } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

type Kind = keyof typeof ANSWERS
const OTHERWISE: Record<Exclude<ChecklistItem['kind'], Kind>, string> = {
  PHOTO: 'This item is answered by a photo.',
  EXTERNAL: 'This item is completed in the system it leads to.',
}

/** Answers an item in place. The same answer again changes nothing, and an answer can be taken back. */
export async function answerItem(
  ctx: WorkspaceCtx,
  taskId: string,
  itemId: string,
  answer: ChecklistAnswer,
): Promise<ChecklistItem> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    const item = (await findItem(ctx, taskId, { itemId })) ?? fail(failures.checklist_item_not_found)
    assertFits(item, answer)
    const kept = keptAnswer(answer)
    // A tick that came without an answer is taken back too.
    const isDone = item.completedAt !== null
    if (isDeepStrictEqual(kept, item.answer) && isDone === (kept !== null)) return item
    if (task.status === 'COMPLETED') fail(completionFailures.already_completed)
    const saved = (await saveAnswer(ctx, item.id, kept)) ?? fail(failures.checklist_item_not_found)
    await saveTask(ctx, taskId, {})
    const what = kept === null ? { reopened: item.id } : { completed: item.id }
    await noteActivity(ctx, taskId, 'task.checklist_changed', what)
    await emit(ctx, { type: 'task.checklist_changed', taskId, ...what })
    return saved
  })
}

function assertFits({ kind }: ChecklistItem, answer: ChecklistAnswer): void {
  if (kind === 'PHOTO' || kind === 'EXTERNAL') mismatch(OTHERWISE[kind], [])
  const faults = bodyValidator(ANSWERS[kind])(answer)
  if (faults.length > 0) mismatch(`A ${kind} item takes ${Object.keys(ANSWERS[kind].properties).join(', ')}.`, faults)
}

function mismatch(detail: string, errors: Fault[]): never {
  fail(failures.answer_mismatch, {
    detail,
    errors: errors.length > 0 ? errors : [{ pointer: '', code: 'inapplicable', message: detail }],
  })
}
