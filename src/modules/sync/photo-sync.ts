import type { StoredPhoto } from '#modules/tasks/task-snapshot.schema.ts'
import { ProviderFailure } from './operations-provider.ts'
import { forgetPhoto, savePhoto, sentPhotosOf, type SentPhoto } from './sync-photo.queries.ts'
import type { Sending } from './task-counterpart.ts'

/** Sends the photos that the provider does not have yet; answers how many. */
export async function sendPhotos({ ctx, provider, link, task }: Sending): Promise<number> {
  const { connectionId, taskId, remoteId: remoteTaskId } = link.now
  if (remoteTaskId === null || task.photos.length === 0) return 0
  const earlier = new Map(
    (await sentPhotosOf(ctx, connectionId, taskId)).map((photo) => [photo.attachmentId, photo] as const),
  )
  let sent = 0
  for (const photo of task.photos) {
    const before = earlier.get(photo.id)
    if (before?.remoteId) continue
    const known = await provider.photoIds(remoteTaskId)
    const save = (changes: Pick<SentPhoto, 'remoteId' | 'photosBefore'>): Promise<void> =>
      savePhoto(ctx, { connectionId, taskId }, { attachmentId: photo.id, remoteTaskId, ...changes })
    // The answer to an earlier try was lost. One more than before is the one that was sent then.
    if (before && known.length > before.photosBefore) {
      await save({ remoteId: known.at(-1) ?? '', photosBefore: before.photosBefore })
      continue
    }
    await save({ remoteId: null, photosBefore: known.length })
    // Also renews the lease, which one upload after the other could outlast.
    await link.save({})
    await save({ remoteId: await upload({ ctx, provider, link }, remoteTaskId, photo), photosBefore: known.length })
    sent++
  }
  return sent
}

async function upload(
  { ctx, provider, link }: Pick<Sending, 'ctx' | 'provider' | 'link'>,
  remoteTaskId: string,
  { id, fileName, contentType, sizeBytes, storageKey }: StoredPhoto,
): Promise<string> {
  try {
    return await provider.addPhoto(remoteTaskId, {
      fileName: fileName ?? `${id}.${contentType.split('/')[1] ?? 'jpg'}`,
      contentType,
      sizeBytes,
      async open() {
        const file = await ctx.services.storage.get(storageKey)
        if (!file) throw new ProviderFailure('refused', 'The stored copy of a photo is missing.')
        return file.body
      },
    })
  } catch (error) {
    const isCertain = error instanceof ProviderFailure && error.kind !== 'unavailable'
    if (isCertain) await forgetPhoto(ctx, link.now.connectionId, id)
    throw error
  }
}
