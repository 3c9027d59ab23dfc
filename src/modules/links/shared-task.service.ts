import { inTransaction, type LinkCtx } from '#core/context.ts'
import { authorizeLink, linkFailures } from '#core/access.ts'
import { defineFailures, fail, Refusal } from '#core/errors.ts'
import type { FileReply, Upload } from '#core/raw-operation.ts'
import { pictureFailures } from '#core/pictures.ts'
import { answerItem } from '#modules/tasks/checklist-answer.service.ts'
import type { ChecklistAnswer } from '#modules/tasks/checklist-answer.schema.ts'
import { failures as itemFailures } from '#modules/tasks/checklist-item.service.ts'
import { addComment } from '#modules/tasks/comment.service.ts'
import { addPhoto, failures as photoFailures, getPhoto, PHOTO_BYTES_MAX } from '#modules/tasks/photo.service.ts'
import { completeTask, failures as completionFailures } from '#modules/tasks/task-completion.service.ts'
import { failures as updateFailures } from '#modules/tasks/task-update.service.ts'
import { failures as taskFailures } from '#modules/tasks/task.service.ts'
import { linkState } from './link.rules.ts'
import { holdShareLink, noteCompletion, type ShareLinkRow } from './share-link.queries.ts'
import { sharedBlockers } from './shared-task.rules.ts'
import type {
  SharedChecklistItem,
  SharedComment,
  SharedPhoto,
  SharedTaskComplete,
  SharedTaskCompleted,
  SharedUpload,
} from './shared-task.schema.ts'
import { itemOf, photoOf } from './shared-view.service.ts'

export const FILE_BYTES_MAX = PHOTO_BYTES_MAX

export const failures = {
  ...completionFailures,
  ...itemFailures,
  ...photoFailures,
  ...pictureFailures,
  completion_blocked: updateFailures.completion_blocked,
  reference_unknown: taskFailures.reference_unknown,
  ...defineFailures({
    comment_empty: { status: 400, text: 'A comment needs content.' },
  }),
}

/** Through the same door as everywhere; who and when is kept with the link in the same transaction. */
export async function completeSharedTask(ctx: LinkCtx, result: SharedTaskComplete): Promise<SharedTaskCompleted> {
  const { subjectId, linkId, name } = ctx.principal
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { shortId, status, completedAt } = await completeTask(ctx, subjectId, given(result))
      assertStillGood(ctx, await noteCompletion(ctx, linkId, name))
      return { shortId, status, completedAt: completedAt ?? ctx.now.toISOString() }
    })
  } catch (error) {
    throw withinReach(error)
  }
}

/** Withdrawn or run out since the request began: then nothing of it has happened. */
function assertStillGood({ principal, now }: LinkCtx, link: ShareLinkRow | undefined): void {
  const state = linkState(link ?? fail(linkFailures.link_unknown), now)
  authorizeLink({ link: 'shared-task' }, { ...principal, state })
}

/** A summary that is left empty does not take away one that is there. */
function given({ summary, ...rest }: SharedTaskComplete): SharedTaskComplete {
  return summary === undefined || summary === null || summary.trim() === '' ? rest : { ...rest, summary }
}

/** Names only those blockers that the holder of a link may know. */
function withinReach(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.failure !== failures.completion_blocked) return error
  const blockers = sharedBlockers(error.options.extra?.blockers as Parameters<typeof sharedBlockers>[0])
  const detail = `Blocked by: ${blockers.map(({ title }) => title).join('; ')}`
  return new Refusal(failures.completion_blocked, { detail, extra: { blockers } })
}

export async function commentSharedTask(ctx: LinkCtx, content: string | null = null): Promise<SharedComment> {
  if (content === null || content.trim() === '') {
    fail(failures.comment_empty, { errors: [{ pointer: '/content', code: 'required', message: 'This is required.' }] })
  }
  const { author, ...comment } = await addComment(ctx, ctx.principal.subjectId, content)
  return { ...comment, author: author.name }
}

export async function answerSharedItem(
  ctx: LinkCtx,
  itemId: string,
  answer: ChecklistAnswer,
): Promise<SharedChecklistItem> {
  return itemOf(await answerItem(ctx, ctx.principal.subjectId, itemId, answer))
}

export async function uploadSharedPhoto(
  ctx: LinkCtx,
  { file, caption = null, checklistItemId = null }: SharedUpload & { file: Upload },
): Promise<SharedPhoto> {
  const received = { path: file.path, caption, checklistItemId }
  const { subjectId, linkId } = ctx.principal
  const photo = await addPhoto(ctx, subjectId, received, async (tx) =>
    assertStillGood(ctx, await holdShareLink(tx, linkId)),
  )
  return photoOf(ctx, photo)
}

export async function openSharedPhoto(ctx: LinkCtx, photoId: string, size: 'full' | 'thumb'): Promise<FileReply> {
  const { id, storageKey, thumbnailKey } = await getPhoto(ctx, ctx.principal.subjectId, photoId)
  const key = size === 'thumb' ? (thumbnailKey ?? storageKey) : storageKey
  const file = (await ctx.services.storage.get(key)) ?? fail(photoFailures.photo_not_found)
  return { ...file, etag: `"${id}-${key === storageKey ? 'full' : 'thumb'}"` }
}
