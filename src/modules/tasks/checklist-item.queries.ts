import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, insertion, sql, type Sql } from '#core/sql.ts'
import type { ChecklistItemQuery } from './checklist-item.schema.ts'
import { ChecklistItem } from './task-part.schema.ts'

const COLUMNS = columnsOf(Object.keys(ChecklistItem.properties))

/** One item of a task: by its own id, or by what another system calls it. */
export type ItemRef = { itemId: string } | { externalSource: string; externalId: string }

/** In the order of the list, which is the order of the work. */
export function listItems(
  { db, workspaceId }: Scope,
  taskId: string,
  query: ChecklistItemQuery,
): Promise<Listed<ChecklistItem>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_checklist_items`,
    where: sql`workspace_id = ${workspaceId} and task_id = ${taskId}`,
    order: sql`position, id`,
  })
}

export function findItem({ db, workspaceId }: Scope, taskId: string, ref: ItemRef): Promise<ChecklistItem | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_checklist_items
    where workspace_id = ${workspaceId} and task_id = ${taskId} and ${isItem(ref)}`,
  )
}

/** At the end of the list. The task is locked, so no other takes the same place. */
export function appendItem(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  item: Omit<ChecklistItem, 'answer' | 'completedAt' | 'createdAt'>,
): Promise<ChecklistItem | undefined> {
  const position = sql`(select coalesce(max(position), 0) + 1 from task_checklist_items
    where workspace_id = ${workspaceId} and task_id = ${taskId})`
  const row = { workspaceId, taskId, ...item, position, createdAt: now }
  return one(db, sql`insert into task_checklist_items ${insertion(row)} returning ${COLUMNS}`)
}

/** Answers the item when it was open. */
export function completeOpenItem(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  ref: ItemRef,
): Promise<ChecklistItem | undefined> {
  return one(
    db,
    sql`
    update task_checklist_items set completed_at = ${now}
    where workspace_id = ${workspaceId} and task_id = ${taskId} and ${isItem(ref)} and completed_at is null
    returning ${COLUMNS}`,
  )
}

/** Of an item that is answered by photos, when the last one is gone. */
export function reopenWithoutPhoto(
  { db, workspaceId }: TxCtx,
  taskId: string,
  itemId: string,
): Promise<ChecklistItem | undefined> {
  return one(
    db,
    sql`
    update task_checklist_items set completed_at = null
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${itemId} and kind = 'PHOTO'
      and completed_at is not null and not exists (
        select 1 from task_attachments
        where workspace_id = ${workspaceId} and task_id = ${taskId} and checklist_item_id = ${itemId})
    returning ${COLUMNS}`,
  )
}

/** The time of the first answer stays while there is one. */
export function saveAnswer(
  { db, workspaceId, now }: TxCtx,
  itemId: string,
  answer: Record<string, unknown> | null,
): Promise<ChecklistItem | undefined> {
  const kept = answer === null ? null : JSON.stringify(answer)
  return one(
    db,
    sql`
    update task_checklist_items set answer = ${kept}::jsonb,
      completed_at = case when ${kept}::jsonb is null then null else coalesce(completed_at, ${now}) end
    where workspace_id = ${workspaceId} and id = ${itemId} returning ${COLUMNS}`,
  )
}

function isItem(ref: ItemRef): Sql {
  if ('itemId' in ref) return sql`id = ${ref.itemId}`
  return sql`external_source = ${ref.externalSource} and external_id = ${ref.externalId}`
}
