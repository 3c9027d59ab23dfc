import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { beginFile, dropFile, keepFile } from '#core/file-drafts.ts'
import type { Listed } from '#core/paging.ts'
import { endClaim, takeClaim } from './attachment-claim.queries.ts'
import { DOWNLOAD_SECONDS_MAX, downloadFailures, storeImage } from './attachment-download.ts'
import { attachmentOf } from './attachment-view.ts'
import * as attachments from './attachment.queries.ts'
import type { Attachment, AttachmentCreate, AttachmentQuery } from './attachment.schema.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { findTask, lockTask } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

export const failures = {
  ...downloadFailures,
  ...defineFailures({
    attachment_not_found: { status: 404, text: 'No such attachment on this task.' },
    attachment_in_progress: { status: 409, text: 'The same attachment is still being downloaded.', retryable: true },
  }),
}

const PAUSE_MILLIS = 250
const PAUSES_MAX = (DOWNLOAD_SECONDS_MAX * 1000) / PAUSE_MILLIS

type Added = Attachment & { created: boolean }

export async function listAttachments(
  ctx: WorkspaceCtx,
  taskId: string,
  query: AttachmentQuery,
): Promise<Listed<Attachment>> {
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  const { items, pagination } = await attachments.listAttachments(ctx, taskId, query)
  return { items: items.map((row) => attachmentOf(ctx, row)), pagination }
}

export async function getAttachment(ctx: WorkspaceCtx, taskId: string, attachmentId: string): Promise<Attachment> {
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  const row = await attachments.findAttachment(ctx, taskId, attachmentId)
  return attachmentOf(ctx, row ?? fail(failures.attachment_not_found))
}

/** Refuses what nobody needs to download to know. */
export async function assertAttachable(ctx: WorkspaceCtx, taskId: string, input: AttachmentCreate): Promise<void> {
  const { externalSource, externalId, sourceUrl } = input
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  if (await findCopied(ctx, { taskId, externalSource, externalId })) return
  if (!ctx.services.outbound.allows(sourceUrl)) failAt(failures.source_not_allowed, 'sourceUrl')
}

/**
 * Downloads and keeps a photo, once for each task, source and external id. Of several at once one downloads, under a
 * claim that is committed first; the others wait for what it finds. No transaction is open meanwhile.
 */
export async function addAttachment(ctx: WorkspaceCtx, taskId: string, input: AttachmentCreate): Promise<Added> {
  const { externalSource, externalId } = input
  const ref = { taskId, externalSource, externalId }
  for (let pauses = 0; pauses < PAUSES_MAX; pauses++) {
    if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
    const added = (await findCopied(ctx, ref)) ?? (await downloadClaimed(ctx, ref, input))
    if (added) return added
    await sleep(PAUSE_MILLIS)
  }
  fail(failures.attachment_in_progress, { retryAfterSeconds: 5 })
}

async function findCopied(ctx: WorkspaceCtx, ref: attachments.ExternalRef): Promise<Added | undefined> {
  const row = await attachments.findExternal(ctx, ref)
  return row?.storageKey ? { ...attachmentOf(ctx, row), created: false } : undefined
}

/** Undefined when another has the claim, or took it over because we were too slow. */
async function downloadClaimed(
  ctx: WorkspaceCtx,
  ref: attachments.ExternalRef,
  input: AttachmentCreate,
): Promise<Added | undefined> {
  const token = newId()
  if (!(await takeClaim(ctx, ref, token))) return undefined
  try {
    // The one before us may have finished just before we took the claim; from now on nobody else can.
    const copied = await findCopied(ctx, ref)
    if (!copied) return await downloadAndSave(ctx, ref, input, token)
    await endClaim(ctx, ref, token)
    return copied
  } catch (error) {
    // If the database is away, the lease ends the claim.
    await endClaim(ctx, ref, token).catch(() => {})
    throw error
  }
}

async function downloadAndSave(
  ctx: WorkspaceCtx,
  ref: attachments.ExternalRef,
  input: AttachmentCreate,
  token: string,
): Promise<Added | undefined> {
  const storageKey = `${ctx.workspaceId}/attachments/${newId()}`
  await beginFile(ctx, storageKey)
  let saved: Added | undefined
  try {
    const copy = await storeImage(ctx.services, input.sourceUrl, storageKey)
    saved = await saveCopy(ctx, ref, { input, copy, token })
    return saved
  } finally {
    if (!saved) await dropFile(ctx, storageKey)
  }
}

/** The record, the version, the activity and the event, if the claim is still ours. */
function saveCopy(
  ctx: WorkspaceCtx,
  ref: attachments.ExternalRef,
  { input, copy, token }: { input: AttachmentCreate; copy: attachments.Copy; token: string },
): Promise<Added | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const { taskId } = ref
    if (!(await lockTask(ctx, taskId))) fail(taskFailures.task_not_found)
    if (!(await endClaim(ctx, ref, token)) || !(await keepFile(ctx, copy.storageKey))) return undefined
    const record = await attachments.findExternal(ctx, ref)
    const { fileName = null, caption = null } = input
    const row = record
      ? await attachments.fillAttachment(ctx, record.id, copy)
      : await attachments.insertAttachment(ctx, { id: newId(), ...ref, fileName, caption, ...copy })
    const saved = row ?? fail(failures.attachment_not_found)
    await saveTask(ctx, taskId, {})
    await noteActivity(ctx, taskId, 'task.attachment_added', { attachmentId: saved.id })
    await emit(ctx, { type: 'task.attachment_added', taskId, attachmentId: saved.id })
    return { ...attachmentOf(ctx, saved), created: record === undefined }
  })
}
