import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { insertion, searchable, sql } from '#core/sql.ts'
import type { Button } from '#core/button.ts'
import type { Author, Message } from './message.schema.ts'

const COLUMNS = sql`
  id, conversation_id as "conversationId", direction,
  json_build_object('kind', author_kind, 'id', author_id, 'name', author_name, 'byProgram', by_program) as author, text,
  attachments, state, error_code as "errorCode", error, sent_at as "sentAt", created_at as "createdAt"`

export interface NewMessage extends Pick<Message, 'id' | 'conversationId' | 'direction' | 'text' | 'state'> {
  author: Author
  createdAt: Date
  html?: string | undefined
  attachments?: Message['attachments'] | undefined
  deliveryId?: string
  sentAt?: Date
  externalId?: string
  /** The message that it answers; by default the newest. */
  answersId?: string
  buttons?: readonly Button[] | undefined
}

/** Answers undefined when the conversation has a message with this external id already. */
export function insertMessage({ db, workspaceId }: TxCtx, message: NewMessage): Promise<Message | undefined> {
  const { author, attachments = [], buttons, ...fields } = message
  const by = { authorKind: author.kind, authorId: author.id, authorName: author.name, byProgram: author.byProgram }
  const texts = { attachments: JSON.stringify(attachments), searchText: searchable(message.text) }
  const pressed = buttons && { buttons: JSON.stringify(buttons) }
  return one(
    db,
    sql`
    insert into messages ${insertion({ workspaceId, ...fields, ...by, ...texts, ...pressed })}
    on conflict (workspace_id, conversation_id, external_id) where external_id is not null do nothing
    returning ${COLUMNS}`,
  )
}

export function findMessage(
  { db, workspaceId }: Scope,
  conversationId: string,
  messageId: string,
): Promise<Message | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and id = ${messageId}`,
  )
}

export function findByExternalId(
  { db, workspaceId }: Scope,
  conversationId: string,
  externalId: string,
): Promise<Message | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and external_id = ${externalId}`,
  )
}

/** Newest first, before that one if there is one. */
export function messagesBefore(
  { db, workspaceId }: Scope,
  conversationId: string,
  { before, limit }: { before: Message | undefined; limit: number },
): Promise<Message[]> {
  const earlier = before ? sql`and (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``
  return many(
    db,
    sql`
    select ${COLUMNS} from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} ${earlier}
    order by created_at desc, id desc limit ${limit}`,
  )
}

/** What came in last. */
export async function lastReceived({ db, workspaceId }: Scope, conversationId: string): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    db,
    sql`
    select id from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
      and direction = 'in' order by created_at desc, id desc limit 1`,
  )
  return row?.id
}

/** The conversation that one of these messages of ours belongs to: how an answer by e-mail finds its thread. */
export async function conversationAnswered(
  { db, workspaceId }: Scope,
  providerMessageIds: readonly string[],
): Promise<string | undefined> {
  const row = await one<{ conversationId: string }>(
    db,
    sql`
    select conversation_id as "conversationId" from messages
    where workspace_id = ${workspaceId} and provider_message_id = any(${providerMessageIds}::text[])
    order by created_at desc limit 1`,
  )
  return row?.conversationId
}

/** Back to the beginning of its delivery. False when it has not failed. */
export async function requeueMessage(
  { db, workspaceId }: TxCtx,
  messageId: string,
  deliveryId: string,
): Promise<boolean> {
  const queued = await run(
    db,
    sql`
    update messages set state = 'queued', delivery_id = ${deliveryId}, error_code = null, error = null, claimed_until = null
    where workspace_id = ${workspaceId} and id = ${messageId} and state = 'failed' returning id`,
  )
  return queued > 0
}
