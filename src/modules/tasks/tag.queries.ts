import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { TAG_FIELDS, type TagDetails, type TagQuery } from './tag.schema.ts'

export interface TagRow extends TagDetails {
  version: number
}

const COLUMNS = columnsOf([...TAG_FIELDS, 'version'])

export function listTags({ db, workspaceId }: Scope, query: TagQuery): Promise<Listed<TagRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_tags`,
    where: every([sql`workspace_id = ${workspaceId}`, query.active !== undefined && sql`active = ${query.active}`]),
    order: sql`created_at desc, id desc`,
  })
}

export function findTag({ db, workspaceId }: Scope, tagId: string): Promise<TagRow | undefined> {
  return one(db, sql`select ${COLUMNS} from task_tags where workspace_id = ${workspaceId} and id = ${tagId}`)
}

export function lockTag({ db, workspaceId }: TxCtx, tagId: string): Promise<TagRow | undefined> {
  return one(db, sql`select ${COLUMNS} from task_tags where workspace_id = ${workspaceId} and id = ${tagId} for update`)
}

/** The places of those that are no tags here, active or not. */
export async function missingTags({ db, workspaceId }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`select id from task_tags where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  )
  return missingAmong(ids, rows)
}

/** Where a request names a tag that was not found. */
export function missingAmong(ids: readonly string[], found: { id: string }[]): string[] {
  const known = new Set(found.map(({ id }) => id))
  return ids.flatMap((id, index) => (known.has(id) ? [] : [`tagIds/${index}`]))
}

export function insertTag({ db, workspaceId, now }: TxCtx, tag: Partial<TagDetails>): Promise<TagRow | undefined> {
  const row = { ...tag, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into task_tags ${insertion(row)} returning ${COLUMNS}`)
}

export function saveTag(
  { db, workspaceId, now }: TxCtx,
  tagId: string,
  changes: Partial<TagDetails>,
): Promise<TagRow | undefined> {
  return one(
    db,
    sql`
    update task_tags set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${tagId} returning ${COLUMNS}`,
  )
}
