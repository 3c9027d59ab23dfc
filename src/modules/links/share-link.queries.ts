import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, insertion, sql } from '#core/sql.ts'
import type { ShareLink, ShareLinkQuery } from './share-link.schema.ts'

export interface ShareLinkRow extends Omit<ShareLink, 'url' | 'state'> {
  tokenSealed: string
}

const COLUMNS = columnsOf(
  'id taskId technicianName expiresAt mode revokedAt completedAt completedBy createdAt tokenSealed'.split(' '),
)

export function listShareLinks(
  { db, workspaceId }: Scope,
  taskId: string,
  query: ShareLinkQuery,
): Promise<Listed<ShareLinkRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`share_links`,
    where: sql`workspace_id = ${workspaceId} and task_id = ${taskId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findShareLink(
  { db, workspaceId }: Scope,
  taskId: string,
  shareLinkId: string,
): Promise<ShareLinkRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from share_links
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${shareLinkId}`,
  )
}

export function insertShareLink(
  { db, workspaceId, now }: TxCtx,
  link: Pick<ShareLinkRow, 'id' | 'taskId' | 'technicianName' | 'expiresAt' | 'mode' | 'tokenSealed'>,
  tokenHash: Buffer,
): Promise<ShareLinkRow | undefined> {
  const row = { workspaceId, ...link, tokenHash, createdAt: now }
  return one(db, sql`insert into share_links ${insertion(row)} returning ${COLUMNS}`)
}

/** Answers the link when it was not revoked yet. */
export function revokeShareLink(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  shareLinkId: string,
): Promise<ShareLinkRow | undefined> {
  return one(
    db,
    sql`
    update share_links set revoked_at = ${now}
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${shareLinkId} and revoked_at is null
    returning ${COLUMNS}`,
  )
}

/** Answers those that were not revoked yet: of the task, or the one of them that is named. */
export function revokeShareLinks(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  shareLinkId: string | undefined,
): Promise<ShareLinkRow[]> {
  return many(
    db,
    sql`
    update share_links set revoked_at = ${now}
    where ${every([
      sql`workspace_id = ${workspaceId} and task_id = ${taskId} and revoked_at is null`,
      shareLinkId !== undefined && sql`id = ${shareLinkId}`,
    ])}
    returning ${COLUMNS}`,
  )
}

/** As it is until the end of the transaction. */
export function holdShareLink({ db, workspaceId }: TxCtx, shareLinkId: string): Promise<ShareLinkRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from share_links where workspace_id = ${workspaceId} and id = ${shareLinkId} for share`,
  )
}

/** Answers the link as it is then, good or not. */
export function noteCompletion(
  { db, workspaceId, now }: TxCtx,
  shareLinkId: string,
  completedBy: string,
): Promise<ShareLinkRow | undefined> {
  return one(
    db,
    sql`
    update share_links set completed_at = ${now}, completed_by = ${completedBy}
    where workspace_id = ${workspaceId} and id = ${shareLinkId} returning ${COLUMNS}`,
  )
}

/** A link of any workspace by its token: the one question that is asked before the workspace is known. */
export function findSharedTask(
  db: Db,
  tokenHash: Buffer,
): Promise<
  | (Pick<ShareLinkRow, 'id' | 'taskId' | 'technicianName' | 'expiresAt' | 'revokedAt' | 'mode'> & {
      workspaceId: string
    })
  | undefined
> {
  return one(
    db,
    sql`
    select l.workspace_id as "workspaceId", l.id, l.task_id as "taskId", l.technician_name as "technicianName",
      l.expires_at as "expiresAt", l.revoked_at as "revokedAt", l.mode
    from share_links l join tasks t on t.workspace_id = l.workspace_id and t.id = l.task_id
    where l.token_hash = ${tokenHash} and t.deleted_at is null`,
  )
}
