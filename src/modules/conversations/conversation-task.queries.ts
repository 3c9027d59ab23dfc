import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { ConversationTask, ConversationTaskQuery } from './conversation-task.schema.ts'
import type { Conversation } from './conversation.schema.ts'

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

type Subject = Pick<Conversation, 'id' | 'channel' | 'contactId' | 'reservationId' | 'propertyId'>

/** What a conversation is about, as far as it is still there. */
export function findSubject({ db, workspaceId }: Scope, conversationId: string): Promise<Subject | undefined> {
  return one(
    db,
    sql`
    select c.id, c.channel, guest.id as "contactId", stay.id as "reservationId", home.id as "propertyId"
    from conversations c
    left join contacts guest on guest.workspace_id = c.workspace_id and guest.id = c.contact_id
      and guest.deleted_at is null
    left join reservations stay on stay.workspace_id = c.workspace_id and stay.id = c.reservation_id
      and stay.deleted_at is null
    left join properties home on home.workspace_id = c.workspace_id and home.id = c.property_id
      and home.deleted_at is null
    where c.workspace_id = ${workspaceId} and c.id = ${conversationId}`,
  )
}
