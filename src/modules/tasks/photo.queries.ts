import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'

/** A picture of a task that we have a copy of. */
export interface Photo {
  id: string
  caption: string | null
  contentType: string
  sizeBytes: number
  /** null for one that came from another system. */
  width: number | null
  height: number | null
  storageKey: string
  thumbnailKey: string | null
  checklistItemId: string | null
  createdAt: string
}

const COLUMNS = columnsOf(
  'id caption contentType sizeBytes width height storageKey thumbnailKey checklistItemId createdAt'.split(' '),
)
const PHOTOS_MAX = 500

export function photosOf({ db, workspaceId }: Scope, taskId: string): Promise<Photo[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from task_attachments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and storage_key is not null
    order by created_at desc, id desc limit ${PHOTOS_MAX}`,
  )
}

export function findPhoto({ db, workspaceId }: Scope, taskId: string, photoId: string): Promise<Photo | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_attachments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${photoId} and storage_key is not null`,
  )
}

export async function countPhotosOfLink({ db, workspaceId }: Scope, taskId: string, linkId: string): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`
    select count(*) as count from task_attachments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and share_link_id = ${linkId}`,
  )
  return row?.count ?? 0
}

/** Undefined when the same one is there already. */
export function insertPhoto(
  { db, workspaceId, now }: TxCtx,
  photo: Omit<Photo, 'createdAt'> & { taskId: string; sha256: string; shareLinkId: string | null },
): Promise<Photo | undefined> {
  const row = { workspaceId, ...photo, createdAt: now }
  return one(
    db,
    sql`
    insert into task_attachments ${insertion(row)} on conflict (workspace_id, id) do nothing returning ${COLUMNS}`,
  )
}

/** What was there; undefined when there is no such. */
export function deletePhoto(
  { db, workspaceId }: TxCtx,
  taskId: string,
  attachmentId: string,
): Promise<{ storageKey: string | null; thumbnailKey: string | null; checklistItemId: string | null } | undefined> {
  return one(
    db,
    sql`
    delete from task_attachments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${attachmentId}
    returning ${columnsOf(['storageKey', 'thumbnailKey', 'checklistItemId'])}`,
  )
}
