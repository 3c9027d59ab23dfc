import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import * as items from './checklist-item.queries.ts'
import { linkedDescription, titleOf } from './checklist-item.rules.ts'
import type { ChecklistItemQuery, ExternalAction } from './checklist-item.schema.ts'
import type { ChecklistItem } from './task-part.schema.ts'
import { SYNC_REQUESTED } from './task-snapshot.service.ts'
import { noteActivity, saveSearchText, saveTask } from './task-update.queries.ts'
import { findTask, lockTask, type TaskRow } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  checklist_item_not_found: { status: 404, text: 'No such checklist item on this task.' },
  answer_mismatch: { status: 422, text: 'The answer does not fit the kind of this item.' },
  description_full: { status: 422, text: 'The description of the task has no room for the link.' },
})

export async function listChecklist(
  ctx: WorkspaceCtx,
  taskId: string,
  query: ChecklistItemQuery,
): Promise<Listed<ChecklistItem>> {
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  return items.listItems(ctx, taskId, query)
}

export async function getItem(ctx: WorkspaceCtx, taskId: string, itemId: string): Promise<ChecklistItem> {
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  return (await items.findItem(ctx, taskId, { itemId })) ?? fail(failures.checklist_item_not_found)
}

/** The pair of source and id makes it safe to repeat: the first request counts, the others find its item. */
export async function addExternalAction(
  ctx: WorkspaceCtx,
  taskId: string,
  action: ExternalAction,
): Promise<ChecklistItem & { created: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    assertVersion(ctx, task.version)
    const earlier = await items.findItem(ctx, taskId, action)
    if (earlier) {
      // The link may not have reached the provider yet. If it has, there is nothing new to send.
      if (isPreset(ctx, action)) await emit(ctx, { type: SYNC_REQUESTED, taskId })
      return { ...earlier, created: false }
    }
    const { externalSource, externalId, actionUrl, blocksCompletion, required = true } = action
    if (blocksCompletion && required && task.status === 'COMPLETED') fail(taskFailures.task_completed)

    const external = { externalSource, externalId, actionUrl }
    const item = { id: newId(), kind: 'EXTERNAL' as const, title: titleOf(action), required, blocksCompletion }
    const added = await items.appendItem(ctx, taskId, { ...item, ...external })
    await saveTask(ctx, taskId, await linkOfPreset(ctx, task, action, item.id))
    await tell(ctx, taskId, { added: item.id })
    return { ...(added ?? fail(failures.checklist_item_not_found)), created: true }
  })
}

export async function completeItem(ctx: WorkspaceCtx, taskId: string, ref: items.ItemRef): Promise<ChecklistItem> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    assertVersion(ctx, task.version)
    const item = (await items.findItem(ctx, taskId, ref)) ?? fail(failures.checklist_item_not_found)
    return tick(ctx, taskId, item)
  })
}

/** The first time counts. A photo is a proof, which a tick would go round. */
export async function tick(ctx: TxCtx, taskId: string, item: ChecklistItem, at?: string): Promise<ChecklistItem> {
  const { id: itemId, kind, completedAt } = item
  if (completedAt !== null) return item
  if (kind === 'PHOTO') refuseTick(at)
  const ticked = await items.completeOpenItem(ctx, taskId, { itemId })
  await saveTask(ctx, taskId, {})
  await tell(ctx, taskId, { completed: itemId })
  return ticked ?? fail(failures.checklist_item_not_found)
}

function refuseTick(pointer?: string): never {
  const { answer_mismatch: failure } = failures
  const detail = 'This item is answered by a photo.'
  fail(failure, { detail, errors: pointer === undefined ? [] : [{ pointer, code: failure.code, message: detail }] })
}

export async function tell(ctx: TxCtx, taskId: string, what: { added: string } | { completed: string }): Promise<void> {
  await noteActivity(ctx, taskId, 'task.checklist_changed', what)
  await emit(ctx, { type: 'task.checklist_changed', taskId, ...what })
}

function isPreset({ services }: TxCtx, { externalSource }: ExternalAction): boolean {
  return services.settings.checklistPresetSources.includes(externalSource)
}

/** Preset sources also get a line in the description, which the operations provider is told of. */
async function linkOfPreset(
  ctx: TxCtx,
  task: TaskRow,
  action: ExternalAction,
  itemId: string,
): Promise<Partial<TaskRow>> {
  if (!isPreset(ctx, action)) return {}
  const description = linkedDescription(task.description, action) ?? failAt(failures.description_full, 'actionUrl')
  if (description === task.description) return {}
  await saveSearchText(ctx, { ...task, description })
  await emit(ctx, { type: 'task.description_linked', taskId: task.id, itemId })
  return { description }
}
