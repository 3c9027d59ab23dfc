import type { LinkCtx, WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { linkFailures } from '#core/access.ts'
import { findWithGuide } from '#modules/properties/property-guide.service.ts'
import { listComments } from '#modules/tasks/comment.service.ts'
import type { ChecklistItem } from '#modules/tasks/task-part.schema.ts'
import { listPhotos, type Photo } from '#modules/tasks/photo.service.ts'
import { blockersOf } from '#modules/tasks/task-completion.service.ts'
import type { Task } from '#modules/tasks/task.schema.ts'
import { getTask } from '#modules/tasks/task.service.ts'
import { findShareLink } from './share-link.queries.ts'
import { sharedBlockers } from './shared-task.rules.ts'
import type { SharedChecklistItem, SharedPhoto, SharedTask } from './shared-task.schema.ts'

const COMMENTS_MAX = 100
const SHOWN_OF_PLACE = [
  'name',
  'address',
  'city',
  'postalCode',
  'latitude',
  'longitude',
  'timezone',
  'accessNotes',
] as const satisfies (keyof NonNullable<SharedTask['task']['property']>)[]

/** All that the holder of a link sees: no guest, no costs, no other task. */
export async function viewSharedTask(ctx: LinkCtx): Promise<SharedTask> {
  const { subjectId, linkId } = ctx.principal
  const link = (await findShareLink(ctx, subjectId, linkId)) ?? fail(linkFailures.link_unknown)
  const task = await getTask(ctx, subjectId, 'checklist')
  const { items: comments } = await listComments(ctx, subjectId, { limit: COMMENTS_MAX })
  const photos = await listPhotos(ctx, subjectId)
  const isDone = task.status === 'COMPLETED'
  const blockers = isDone ? [] : sharedBlockers(await blockersOf(ctx, task))
  const { mode, expiresAt, technicianName, completedAt } = link
  return {
    link: { state: 'active', mode, expiresAt, technicianName, completedAt },
    task: { ...task, property: await placeOf(ctx, task) },
    checklist: (task.checklist ?? []).map(itemOf),
    photos: photos.map((photo) => photoOf(ctx, photo)),
    comments: comments.map(({ author, ...comment }) => ({ ...comment, author: author.name })),
    canComplete: !isDone && mode === 'carry_out' && blockers.length === 0,
    blockers,
  }
}

/** What a new link shows besides the task itself: changing it does not raise the task's version. */
export async function sharedBesides(ctx: WorkspaceCtx, taskId: string): Promise<unknown> {
  const task = await getTask(ctx, taskId)
  const place = await placeOf(ctx, task)
  const { items: comments } = await listComments(ctx, taskId, { limit: COMMENTS_MAX })
  const photos = await listPhotos(ctx, taskId)
  return {
    comments: comments.map(({ id, content }) => [id, content]),
    photos: photos.map(({ id, caption }) => [id, caption]),
    place: place && SHOWN_OF_PLACE.map((field) => place[field]),
  }
}

async function placeOf(ctx: WorkspaceCtx, { propertyId }: Task): Promise<SharedTask['task']['property']> {
  if (propertyId === null) return null
  return (await findWithGuide(ctx, propertyId)) ?? null
}

export function itemOf(item: ChecklistItem): SharedChecklistItem {
  const { id, kind, title, required, blocksCompletion, actionUrl, answer, completedAt } = item
  return { id, kind, title, required, blocksCompletion, actionUrl, answer, completedAt }
}

/** Addressed under the link, so that they go away with it. */
export function photoOf({ linkToken }: LinkCtx, photo: Photo): SharedPhoto {
  const { storageKey: _, thumbnailKey, ...shown } = photo
  const url = `/api/v1/public/shared-task/${encodeURIComponent(linkToken)}/photos/${photo.id}`
  return { ...shown, url, thumbnailUrl: thumbnailKey === null ? url : `${url}?size=thumb` }
}
