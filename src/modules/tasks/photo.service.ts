import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { beginFile, dropFile, keepFile } from '#core/file-drafts.ts'
import { completeOpenItem, findItem } from './checklist-item.queries.ts'
import { failures as itemFailures } from './checklist-item.service.ts'
import * as photos from './photo.queries.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { findTask, lockTask } from './task.queries.ts'
import { assertKnown, failures as taskFailures } from './task.service.ts'

export type Photo = photos.Photo

export const failures = defineFailures({
  photo_not_found: { status: 404, text: 'No such photo on this task.' },
  file_too_large: { status: 413, text: 'The file is larger than 10 MB.' },
  too_many_photos: { status: 409, text: 'This link has brought as many photos as one may.' },
})

/** Of a file as it comes. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024
/** Of a picture as it is kept. */
const SIZE_BYTES_MAX = 32 * 1024 * 1024
const PHOTOS_PER_LINK_MAX = 200

/** A picture as it came, in a temporary place. */
interface Received {
  path: string
  caption: string | null
  checklistItemId: string | null
}

export function listPhotos(ctx: WorkspaceCtx, taskId: string): Promise<Photo[]> {
  return photos.photosOf(ctx, taskId)
}

export async function getPhoto(ctx: WorkspaceCtx, taskId: string, photoId: string): Promise<Photo> {
  return (await photos.findPhoto(ctx, taskId, photoId)) ?? fail(failures.photo_not_found)
}

/**
 * Prepares a picture, keeps it with a small one, and then writes the record. With an Idempotency-Key its id follows
 * from that, so that one request makes one photo even when it is sent again after a crash.
 */
export async function addPhoto(
  ctx: WorkspaceCtx,
  taskId: string,
  received: Received,
  /** Asked again when the record is written: storing a picture takes its time. */
  assertStillMay: (ctx: TxCtx) => Promise<void> = async () => {},
): Promise<Photo> {
  const { idempotencyKey, services, workspaceId } = ctx
  const id = idempotencyKey === undefined ? newId() : derivedId(linkIdOf(ctx) ?? taskId, `photo:${idempotencyKey}`)
  const earlier = await photos.findPhoto(ctx, taskId, id)
  if (earlier) return earlier
  await assertTakes(ctx, taskId, received)
  const { picture, thumbnail } = await services.pictures.prepare(received.path)
  const storageKey = `${workspaceId}/photos/${newId()}`
  const keys = [storageKey, `${storageKey}-small`] as const
  await beginFile(ctx, ...keys)
  let saved: { photo: Photo; isNew: boolean } | undefined
  try {
    const { contentType, width, height } = picture
    const options = { contentType, sizeBytesMax: SIZE_BYTES_MAX }
    const stored = await services.storage.put(keys[0], picture.bytes, options)
    await services.storage.put(keys[1], thumbnail.bytes, { ...options, contentType: thumbnail.contentType })
    const { caption, checklistItemId } = received
    const row = { id, caption, checklistItemId, contentType, width, height, storageKey, thumbnailKey: keys[1] }
    saved = await savePhoto(ctx, taskId, { ...row, ...stored }, assertStillMay)
    return saved.photo
  } finally {
    if (!saved?.isNew) await dropFile(ctx, ...keys)
  }
}

/** Said before the work is done; what can change meanwhile is looked at again when the record is written. */
async function assertTakes(ctx: WorkspaceCtx, taskId: string, { checklistItemId }: Received): Promise<void> {
  if (!(await findTask(ctx, taskId))) fail(taskFailures.task_not_found)
  await assertPhotosAtMost(ctx, taskId, PHOTOS_PER_LINK_MAX - 1)
  if (checklistItemId === null) return
  const item = await findItem(ctx, taskId, { itemId: checklistItemId })
  if (!item) assertKnown(['checklistItemId'])
  else if (item.kind !== 'PHOTO') fail(itemFailures.answer_mismatch, { detail: 'That item is not about a photo.' })
}

async function assertPhotosAtMost(ctx: WorkspaceCtx, taskId: string, max: number): Promise<void> {
  const linkId = linkIdOf(ctx)
  if (linkId && (await photos.countPhotosOfLink(ctx, taskId, linkId)) > max) fail(failures.too_many_photos)
}

type NewPhoto = Omit<Photo, 'createdAt'> & { sha256: string; thumbnailKey: string }

/** The record, the item that it answers, the version, the activity and the event. */
function savePhoto(
  ctx: WorkspaceCtx,
  taskId: string,
  photo: NewPhoto,
  assertStillMay: (ctx: TxCtx) => Promise<void>,
): Promise<{ photo: Photo; isNew: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockTask(ctx, taskId))) fail(taskFailures.task_not_found)
    await assertStillMay(ctx)
    const added = await photos.insertPhoto(ctx, { ...photo, taskId, shareLinkId: linkIdOf(ctx) })
    if (!added) return { photo: await getPhoto(ctx, taskId, photo.id), isNew: false }
    await assertPhotosAtMost(ctx, taskId, PHOTOS_PER_LINK_MAX)
    if (!(await keepFile(ctx, photo.storageKey, photo.thumbnailKey))) fail(coreFailures.unavailable)
    await saveTask(ctx, taskId, {})
    await noteActivity(ctx, taskId, 'task.attachment_added', { attachmentId: added.id })
    await emit(ctx, { type: 'task.attachment_added', taskId, attachmentId: added.id })
    if (photo.checklistItemId) await answerWith(ctx, taskId, photo.checklistItemId)
    return { photo: added, isNew: true }
  })
}

/** The first photo completes its item. */
async function answerWith(ctx: TxCtx, taskId: string, itemId: string): Promise<void> {
  const completed = await completeOpenItem(ctx, taskId, { itemId })
  if (!completed) return
  await noteActivity(ctx, taskId, 'task.checklist_changed', { completed: itemId })
  await emit(ctx, { type: 'task.checklist_changed', taskId, completed: itemId })
}

function linkIdOf({ principal }: WorkspaceCtx): string | null {
  return principal.kind === 'link' ? principal.linkId : null
}
