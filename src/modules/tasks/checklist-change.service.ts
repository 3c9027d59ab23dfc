import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import type { Checklist, ChecklistChange } from './checklist-change.schema.ts'
import { appendItem, findItem } from './checklist-item.queries.ts'
import { tell, tick } from './checklist-item.service.ts'
import { checklistOf } from './task-part.queries.ts'
import { saveTask } from './task-update.queries.ts'
import { lockTask } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  checklist_item_unknown: { status: 422, text: 'An item is not on the checklist of this task.' },
})

/** Adds items and ticks others. What is added holds nothing up: rules about completion come from templates. */
export function changeChecklist(ctx: WorkspaceCtx, taskId: string, change: ChecklistChange): Promise<Checklist> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockTask(ctx, taskId))) fail(taskFailures.task_not_found)
    for (const [index, itemId] of (change.completedItemIds ?? []).entries()) {
      const at = `completedItemIds/${index}`
      const item = (await findItem(ctx, taskId, { itemId })) ?? failAt(failures.checklist_item_unknown, at)
      await tick(ctx, taskId, item, `/${at}`)
    }
    for (const title of change.newTitles ?? []) await add(ctx, taskId, title)
    if (change.newTitles) await saveTask(ctx, taskId, {})
    return { taskId, items: await checklistOf(ctx, [taskId]) }
  })
}

async function add(ctx: TxCtx, taskId: string, title: string): Promise<void> {
  const id = newId()
  const external = { externalSource: null, externalId: null, actionUrl: null }
  await appendItem(ctx, taskId, { id, kind: 'CHECK', title, required: true, blocksCompletion: false, ...external })
  await tell(ctx, taskId, { added: id })
}
