import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { beginFile, dropFile } from '#core/file-drafts.ts'
import { failures as attachmentFailures } from './attachment.service.ts'
import { reopenWithoutPhoto } from './checklist-item.queries.ts'
import { deletePhoto } from './photo.queries.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { lockTask } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

/** The record goes first, and with it a note that its files are nobody's: a crash leaves them to the sweep. */
export async function removePhoto(
  ctx: WorkspaceCtx,
  taskId: string,
  attachmentId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  const keys = await inTransaction(ctx, (ctx) => removeRecord(ctx, taskId, attachmentId))
  await dropFile(ctx, ...keys)
  return { id: attachmentId, deleted: true, deletedAt: ctx.now.toISOString() }
}

async function removeRecord(ctx: TxCtx, taskId: string, attachmentId: string): Promise<string[]> {
  const task = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
  const gone = (await deletePhoto(ctx, taskId, attachmentId)) ?? fail(attachmentFailures.attachment_not_found)
  const keys = [gone.storageKey, gone.thumbnailKey].filter((key) => key !== null)
  await beginFile(ctx, ...keys)
  await saveTask(ctx, taskId, {})
  await noteActivity(ctx, taskId, 'task.attachment_removed', { attachmentId })
  await emit(ctx, { type: 'task.attachment_removed', taskId, attachmentId })
  // What was completed stays as it was completed.
  if (gone.checklistItemId !== null && task.status !== 'COMPLETED') await reopen(ctx, taskId, gone.checklistItemId)
  return keys
}

/** An item that no photo answers any more is open again. */
async function reopen(ctx: TxCtx, taskId: string, itemId: string): Promise<void> {
  if (!(await reopenWithoutPhoto(ctx, taskId, itemId))) return
  await noteActivity(ctx, taskId, 'task.checklist_changed', { reopened: itemId })
  await emit(ctx, { type: 'task.checklist_changed', taskId, reopened: itemId })
}
