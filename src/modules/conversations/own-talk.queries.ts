import type { OutsideCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { limiting, sql, type Sql } from '#core/sql.ts'
import type { OwnMessage, OwnTalk, OwnTalkQuery } from './own-talk.schema.ts'

const COLUMNS = sql`c.id, c.channel, c.subject, c.status, c.last_message_at as "lastMessageAt"`

/** The conversation they are writing in, if it is their own: a letter can join another's by the ids it replies to. */
const own = ({ workspaceId, principal: { outsider } }: OutsideCtx): Sql =>
  limiting(sql`c.workspace_id = ${workspaceId} and c.id = ${outsider.conversationId}
    and c.contact_id = ${outsider.subjectId}`)

export function listOwnTalks(ctx: OutsideCtx, query: OwnTalkQuery): Promise<Listed<OwnTalk>> {
  return listed(ctx.db, query, {
    columns: COLUMNS,
    from: sql`conversations c`,
    where: own(ctx),
    order: sql`c.last_message_at desc, c.id desc`,
  })
}

export function findOwnTalk(ctx: OutsideCtx, conversationId: string): Promise<OwnTalk | undefined> {
  return one(ctx.db, sql`select ${COLUMNS} from conversations c where ${own(ctx)} and c.id = ${conversationId}`)
}

/** Messages received and sent, newest first. Leaves out system notes and who on the team wrote. */
export function lastOwnMessages(ctx: OutsideCtx, conversationId: string, limit: number): Promise<OwnMessage[]> {
  return many(
    ctx.db,
    sql`
    select m.id, m.direction, m.text, m.created_at as "createdAt"
    from conversations c join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
    where ${own(ctx)} and c.id = ${conversationId} and m.author_kind <> 'system'
      and m.state in ('received', 'sent', 'delivered')
    order by m.created_at desc, m.id desc limit ${limit}`,
  )
}
