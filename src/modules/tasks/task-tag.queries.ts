import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { TaskTag } from './task-part.schema.ts'
import type { TaskTagQuery } from './task-tag.schema.ts'

export function listTags({ db, workspaceId }: Scope, query: TaskTagQuery): Promise<Listed<TaskTag>> {
  return listed(db, query, {
    columns: sql`id, name, color, active`,
    from: sql`task_tags`,
    where: sql`workspace_id = ${workspaceId} and active`,
    order: sql`created_at desc, id desc`,
  })
}

/** Held against being switched off before the link to it is there. */
export function holdTag({ db, workspaceId }: TxCtx, tagId: string): Promise<Pick<TaskTag, 'active'> | undefined> {
  return one(db, sql`select active from task_tags where workspace_id = ${workspaceId} and id = ${tagId} for share`)
}

/** Answers whether it was not there before. */
export async function linkTag({ db, workspaceId }: TxCtx, taskId: string, tagId: string): Promise<boolean> {
  const added = await run(
    db,
    sql`
    insert into task_tag_links (workspace_id, task_id, tag_id) values (${workspaceId}, ${taskId}, ${tagId})
    on conflict do nothing returning tag_id`,
  )
  return added > 0
}

/** Answers whether it was there. */
export async function unlinkTag({ db, workspaceId }: TxCtx, taskId: string, tagId: string): Promise<boolean> {
  const removed = await run(
    db,
    sql`
    delete from task_tag_links where workspace_id = ${workspaceId} and task_id = ${taskId} and tag_id = ${tagId}
    returning tag_id`,
  )
  return removed > 0
}
