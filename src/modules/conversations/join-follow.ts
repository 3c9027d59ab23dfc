import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { joinSubscriber } from '#modules/identity/joined.service.ts'
import { updateConversation } from './conversation.service.ts'

/** Reassigns conversations to the account with which their assignee joined. */
export const joinedConversations = joinSubscriber('joined-conversations', async (ctx, { from, to }) => {
  const rows = await many<{ id: string }>(
    ctx.db,
    sql`select id from conversations where workspace_id = ${ctx.workspaceId} and assignee_id = ${from} order by id`,
  )
  for (const { id } of rows) await updateConversation(ctx, id, { assigneeId: to })
})
