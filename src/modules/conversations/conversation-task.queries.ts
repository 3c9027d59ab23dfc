import type { Scope, TxCtx } from '#core/context.ts'
import { run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { ConversationTask, ConversationTaskQuery } from './conversation-task.schema.ts'

const COLUMNS = sql`
  t.id, 'TK-' || t.number as "shortId", t.title, t.status, t.priority, t.scheduled_date as "scheduledDate",
  l.created_at as "linkedAt"`

/** Those that were deleted are not shown. */
export function listConversationTasks(
  { db, workspaceId }: Scope,
  conversationId: string,
  query: ConversationTaskQuery,
): Promise<Listed<ConversationTask>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`conversation_tasks l
      join tasks t on t.workspace_id = l.workspace_id and t.id = l.task_id and t.deleted_at is null`,
    where: sql`l.workspace_id = ${workspaceId} and l.conversation_id = ${conversationId}`,
    order: sql`l.created_at desc, l.task_id desc`,
  })
}

export async function insertConversationTask(
  { db, workspaceId, now }: TxCtx,
  conversationId: string,
  taskId: string,
): Promise<void> {
  await run(
    db,
    sql`
    insert into conversation_tasks (workspace_id, conversation_id, task_id, created_at)
    values (${workspaceId}, ${conversationId}, ${taskId}, ${now}) on conflict do nothing`,
  )
}
