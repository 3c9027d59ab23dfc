import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql, type Sql } from '#core/sql.ts'
import type { Attachment, AttachmentQuery } from './attachment.schema.ts'

/** An attachment as the table has it. */
export interface AttachmentRow extends Omit<Attachment, 'internalUrl' | 'externalUrl'> {
  storageKey: string | null
}

/** What makes an attachment from outside the same one. */
export interface ExternalRef {
  taskId: string
  externalSource: string
  externalId: string
}

/** What is known of a file once we have it. */
export type Copy = Pick<AttachmentRow, 'contentType' | 'sizeBytes' | 'sha256'> & { storageKey: string }

const COLUMNS = columnsOf(
  'id externalSource externalId fileName caption contentType sizeBytes sha256 storageKey createdAt'.split(' '),
)

export function listAttachments(
  { db, workspaceId }: Scope,
  taskId: string,
  query: AttachmentQuery,
): Promise<Listed<AttachmentRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_attachments`,
    where: sql`workspace_id = ${workspaceId} and task_id = ${taskId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function attachmentsOf(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select task_id as "taskId", ${COLUMNS} from task_attachments
    where workspace_id = ${workspaceId} and task_id = any(${taskIds}::uuid[]) order by created_at desc, id desc`
}

export function findAttachment(
  { db, workspaceId }: Scope,
  taskId: string,
  attachmentId: string,
): Promise<AttachmentRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_attachments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${attachmentId}`,
  )
}

export function findExternal({ db, workspaceId }: Scope, ref: ExternalRef): Promise<AttachmentRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_attachments where workspace_id = ${workspaceId} and task_id = ${ref.taskId}
      and external_source = ${ref.externalSource} and external_id = ${ref.externalId}`,
  )
}

export function insertAttachment(
  { db, workspaceId, now }: TxCtx,
  row: ExternalRef & Omit<AttachmentRow, 'createdAt'>,
): Promise<AttachmentRow | undefined> {
  const values = { ...row, workspaceId, createdAt: now }
  return one(db, sql`insert into task_attachments ${insertion(values)} returning ${COLUMNS}`)
}

/** A copy for a record that had none. */
export function fillAttachment(
  { db, workspaceId }: TxCtx,
  attachmentId: string,
  copy: Copy,
): Promise<AttachmentRow | undefined> {
  return one(
    db,
    sql`
    update task_attachments set ${assignments({ ...copy })} where workspace_id = ${workspaceId} and id = ${attachmentId}
    returning ${COLUMNS}`,
  )
}
