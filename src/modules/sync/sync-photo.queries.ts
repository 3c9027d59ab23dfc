import type { Scope } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** A photo that was sent, or was being sent when the process died. */
export interface SentPhoto {
  attachmentId: string
  remoteTaskId: string
  remoteId: string | null
  photosBefore: number
}

export function sentPhotosOf({ db, workspaceId }: Scope, connectionId: string, taskId: string): Promise<SentPhoto[]> {
  return many(
    db,
    sql`
    select attachment_id as "attachmentId", remote_task_id as "remoteTaskId", remote_id as "remoteId",
      photos_before as "photosBefore"
    from task_sync_photos
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and task_id = ${taskId}`,
  )
}

export async function savePhoto(
  { db, workspaceId }: Scope,
  { connectionId, taskId }: { connectionId: string; taskId: string },
  { attachmentId, remoteTaskId, remoteId, photosBefore }: SentPhoto,
): Promise<void> {
  await run(
    db,
    sql`
    insert into task_sync_photos (workspace_id, connection_id, task_id, attachment_id, remote_task_id, remote_id,
      photos_before, created_at)
    values (${workspaceId}, ${connectionId}, ${taskId}, ${attachmentId}, ${remoteTaskId}, ${remoteId}, ${photosBefore},
      clock_timestamp())
    on conflict (workspace_id, connection_id, attachment_id) do update set remote_task_id = excluded.remote_task_id,
      remote_id = excluded.remote_id, photos_before = excluded.photos_before`,
  )
}

/** A new counterpart has none of the photos. */
export async function forgetPhotos({ db, workspaceId }: Scope, connectionId: string, taskId: string): Promise<void> {
  await run(
    db,
    sql`
    delete from task_sync_photos
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and task_id = ${taskId}`,
  )
}

export async function forgetPhoto(
  { db, workspaceId }: Scope,
  connectionId: string,
  attachmentId: string,
): Promise<void> {
  await run(
    db,
    sql`
    delete from task_sync_photos
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and attachment_id = ${attachmentId}`,
  )
}
