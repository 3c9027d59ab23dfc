import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { shortId } from '#core/short-id.ts'
import { sql } from '#core/sql.ts'
import type { Button } from '#core/button.ts'
import type { Conversation } from './conversation.schema.ts'
import type { Message } from './message.schema.ts'

/** One go at sending a message. */
export interface Going {
  messageId: string
  deliveryId: string
}

/** One that this worker has claimed: until when, exactly, which tells its claim from another's. */
export interface Held extends Going {
  until: string
}

/** What is to be sent, and all that a letter needs to know. */
export interface Outgoing extends Pick<
  Conversation,
  'channel' | 'subject' | 'recipient' | 'contactName' | 'source' | 'externalId'
> {
  id: string
  conversationId: string
  text: string
  workspaceName: string
  byProgram: boolean
  /** Message-IDs of what was said before, oldest first. */
  answers: string[]
  buttons: Button[]
  /** Of a long one, how many parts are there already. */
  partsSent: number
}

/** A thread that long is known by its ends. */
const ANSWERS_MAX = 20

/** Undefined when it is not waiting to be sent, or not in this go any more. */
export function findOutgoing(
  { db, workspaceId }: Scope,
  { messageId, deliveryId }: Going,
): Promise<Outgoing | undefined> {
  return one(
    db,
    sql`
    select m.id, m.conversation_id as "conversationId", m.text, coalesce(m.buttons, '[]') as buttons, m.by_program as "byProgram", m.parts_sent as "partsSent", c.channel, c.subject,
      c.source, c.external_id as "externalId",
      c.recipient, coalesce(person.full_name, c.party_name) as "contactName", w.name as "workspaceName",
      coalesce((
        select json_agg(earlier.reference order by earlier.created_at, earlier.id) from (
          select coalesce(e.provider_message_id, e.external_id) as reference, e.created_at, e.id from messages e
          where e.workspace_id = m.workspace_id and e.conversation_id = m.conversation_id
            and (e.created_at, e.id) < (m.created_at, m.id)
            and (m.answers_id is null or (e.created_at, e.id) <= (
              select a.created_at, a.id from messages a
              where a.workspace_id = m.workspace_id and a.conversation_id = m.conversation_id and a.id = m.answers_id))
            and coalesce(e.provider_message_id, e.external_id) is not null
          order by e.created_at desc, e.id desc limit ${ANSWERS_MAX}) earlier), '[]') as answers
    from messages m
    join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    join workspaces w on w.id = m.workspace_id
    left join contacts person on person.workspace_id = c.workspace_id and person.id = c.contact_id
    where m.workspace_id = ${workspaceId} and m.id = ${messageId} and m.delivery_id = ${deliveryId}
      and m.state = 'queued'`,
  )
}

/**
 * Takes the message for this worker. Undefined when another has it, or it is done; an orphan when whoever had it has
 * ended without a word.
 */
export function claimMessage(
  { db, workspaceId }: Scope,
  { messageId, deliveryId }: Going,
  seconds: number,
): Promise<{ isOrphan: boolean; until: string } | undefined> {
  return one(
    db,
    sql`
    with waiting as (
      select id, claimed_until is not null as is_orphan from messages
      where workspace_id = ${workspaceId} and id = ${messageId} and delivery_id = ${deliveryId} and state = 'queued'
        and (claimed_until is null or claimed_until < now())
      for update)
    update messages m set claimed_until = now() + make_interval(secs => ${seconds}), attempts = attempts + 1
    from waiting w where m.workspace_id = ${workspaceId} and m.id = w.id
    returning w.is_orphan as "isOrphan", m.claimed_until as until`,
  )
}

/** Only our own claim: after its time another may have taken it. */
export async function releaseMessage({ db, workspaceId }: Scope, held: Held): Promise<void> {
  const { messageId, deliveryId, until } = held
  await run(
    db,
    sql`
    update messages set claimed_until = null
    where workspace_id = ${workspaceId} and id = ${messageId} and delivery_id = ${deliveryId}
      and claimed_until = ${until}`,
  )
}

/** A part of it is there; whoever sends it goes on, with a new claim. Undefined when another has it by now. */
export async function notePart(
  { db, workspaceId }: Scope,
  { messageId, deliveryId, until }: Held,
  { partsSent, seconds }: { partsSent: number; seconds: number },
): Promise<string | undefined> {
  const renewed = await one<{ until: string }>(
    db,
    sql`
    update messages set parts_sent = ${partsSent}, claimed_until = now() + make_interval(secs => ${seconds})
    where workspace_id = ${workspaceId} and id = ${messageId} and delivery_id = ${deliveryId}
      and claimed_until = ${until}
    returning claimed_until as until`,
  )
  return renewed?.until
}

/** Before the message itself, as everybody who writes to a conversation does it. */
export async function lockItsConversation({ db, workspaceId }: TxCtx, messageId: string): Promise<void> {
  await run(
    db,
    sql`
    select 1 from conversations where workspace_id = ${workspaceId} and id = (
      select conversation_id from messages where workspace_id = ${workspaceId} and id = ${messageId}) for update`,
  )
}

/** Whose turn it is by what became of this answer, if nothing was said after it. */
export async function noteTurn({ db, workspaceId }: TxCtx, messageId: string, turn: 'ours' | 'theirs'): Promise<void> {
  await run(
    db,
    sql`
    update conversations c set is_waiting = ${turn === 'ours'} from messages m
    where m.workspace_id = ${workspaceId} and m.id = ${messageId} and m.author_kind <> 'system'
      and c.workspace_id = m.workspace_id and c.id = m.conversation_id and not exists (
        select 1 from messages later
        where later.workspace_id = m.workspace_id and later.conversation_id = m.conversation_id
          and later.author_kind <> 'system' and (later.created_at, later.id) > (m.created_at, m.id))`,
  )
}

/** Whoever has it by now. False when it was not waiting any more. */
export async function markSent(
  { db, workspaceId }: Scope,
  { messageId, deliveryId }: Going,
  { providerMessageId, now }: { providerMessageId: string; now: Date },
): Promise<boolean> {
  const marked = await run(
    db,
    sql`
    update messages set state = 'sent', sent_at = ${now}, provider_message_id = ${shortId(providerMessageId)}, claimed_until = null
    where workspace_id = ${workspaceId} and id = ${messageId} and delivery_id = ${deliveryId} and state = 'queued'
    returning id`,
  )
  return marked > 0
}

/** What a message of ours is and was, if it went through this integration. */
export function lockSent(
  { db, workspaceId }: TxCtx,
  { messageId, source, integrationId }: { messageId: string; source: string; integrationId: string },
): Promise<{ state: Message['state']; conversationId: string } | undefined> {
  return one(
    db,
    sql`
    select m.state, m.conversation_id as "conversationId" from messages m
    join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where m.workspace_id = ${workspaceId} and m.id = ${messageId} and m.direction = 'out' and c.source = ${source}
      and split_part(c.external_id, ' ', 1) = ${integrationId}
    for update of m`,
  )
}

export async function noteNews(
  { db, workspaceId }: TxCtx,
  messageId: string,
  { state, code, error }: { state: 'delivered' | 'failed'; code: string | null; error: string | null },
): Promise<void> {
  await run(
    db,
    sql`
    update messages set state = ${state}, error_code = ${code}, error = ${error}
    where workspace_id = ${workspaceId} and id = ${messageId}`,
  )
}

/** Answers its conversation; undefined when it was not waiting any more, or another has taken it from who held it. */
export async function markFailed(
  { db, workspaceId }: Scope,
  { messageId, deliveryId, until }: Going & Partial<Held>,
  { code, error }: { code: string; error: string },
): Promise<string | undefined> {
  const marked = await one<{ conversationId: string }>(
    db,
    sql`
    update messages set state = 'failed', error_code = ${code}, error = ${error}, claimed_until = null
    where workspace_id = ${workspaceId} and id = ${messageId} and delivery_id = ${deliveryId} and state = 'queued'
      and ${until === undefined ? sql`true` : sql`claimed_until = ${until}`}
    returning conversation_id as "conversationId"`,
  )
  return marked?.conversationId
}
