import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, searchable, sql } from '#core/sql.ts'
import type { Conversation, ConversationQuery } from './conversation.schema.ts'

export interface ConversationRow extends Conversation {
  version: number
}

/** What the table holds; names of others are joined. */
const OWN = [
  'id',
  'channel',
  'subject',
  'contactId',
  'reservationId',
  'propertyId',
  'assigneeId',
  'recipient',
  'status',
  'snoozedUntil',
  'source',
  'externalId',
  'unreadCount',
  'isWaiting',
  'excerpt',
  'lastMessageAt',
  'createdAt',
  'updatedAt',
  'version',
]
const COLUMNS = sql`${columnsOf(OWN, 'c')}, coalesce(person.full_name, c.party_name) as "contactName",
  home.name as "propertyName", keeper.full_name as "assigneeName",
  coalesce((
    select m.state = 'failed' from messages m
    where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.author_kind <> 'system'
    order by m.created_at desc, m.id desc limit 1), false) as "isUndelivered"`
const TABLES = sql`conversations c
  left join contacts person on person.workspace_id = c.workspace_id and person.id = c.contact_id
  left join properties home on home.workspace_id = c.workspace_id and home.id = c.property_id
  left join users keeper on keeper.id = c.assignee_id`

export function listConversations(
  { db, workspaceId }: Scope,
  query: ConversationQuery,
): Promise<Listed<ConversationRow>> {
  const { status, unread, waiting, channel, propertyId, taskId, assigneeId, assigned, q } = query
  const row = { id: sql`c.id`, on: sql`c.workspace_id = ${workspaceId} and c.id = page.id` }
  const order = sql`c.last_message_at desc, c.id desc`
  // A set that each is looked up in. An array would be gone through for each conversation.
  const gone = sql`select user_id from memberships where workspace_id = ${workspaceId} and ended_at is not null`
  const wanted = every([
    sql`c.workspace_id = ${workspaceId}`,
    status !== undefined && sql`c.status = ${status}`,
    unread !== undefined && (unread ? sql`c.unread_count > 0` : sql`c.unread_count = 0`),
    waiting !== undefined && (waiting ? sql`c.is_waiting` : sql`not c.is_waiting`),
    channel !== undefined && sql`c.channel = ${channel}`,
    propertyId !== undefined && sql`c.property_id = ${propertyId}`,
    taskId !== undefined &&
      sql`c.id = any(array(
        select conversation_id from conversation_tasks where workspace_id = ${workspaceId} and task_id = ${taskId}))`,
    assigneeId !== undefined && sql`c.assignee_id = ${assigneeId}`,
  ])
  // Nobody's are those without a keeper, and those of each who has left.
  const first = (rows: number) => sql`(
    (select c.id, c.last_message_at from conversations c where ${wanted} and c.assignee_id is null
      order by ${order} limit ${rows})
    union all
    select kept.* from memberships gone cross join lateral (
      select c.id, c.last_message_at from conversations c where ${wanted} and c.assignee_id = gone.user_id
      order by ${order} limit ${rows}) kept
    where gone.workspace_id = ${workspaceId} and gone.ended_at is not null) c`
  return listed(db, query, {
    columns: COLUMNS,
    from: TABLES,
    countFrom: sql`conversations c`,
    where: every([
      wanted,
      assigned === true && sql`c.assignee_id is not null and c.assignee_id not in (${gone})`,
      assigned === false && sql`(c.assignee_id is null or c.assignee_id in (${gone}))`,
      q !== undefined &&
        sql`c.id = any(array(
          select id from conversations where workspace_id = ${workspaceId} and search_text like ${containing(q)}
          union
          select conversation_id from messages where workspace_id = ${workspaceId} and search_text like ${containing(q)}))`,
    ]),
    order,
    // The last answer is looked for in those of the page alone.
    row,
    ...(q !== undefined ? { search: row } : assigned === false && { merge: { ...row, first } }),
  })
}

export function findConversation(
  { db, workspaceId }: Scope,
  conversationId: string,
): Promise<ConversationRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from ${TABLES} where c.workspace_id = ${workspaceId} and c.id = ${conversationId}`,
  )
}

/** Locks it, so that messages of one conversation are written one after the other. */
export async function lockConversation(ctx: TxCtx, conversationId: string): Promise<ConversationRow | undefined> {
  const { db, workspaceId } = ctx
  const locked = await run(
    db,
    sql`select 1 from conversations where workspace_id = ${workspaceId} and id = ${conversationId} for update`,
  )
  return locked > 0 ? findConversation(ctx, conversationId) : undefined
}

type Kept = Omit<Partial<Conversation>, 'lastMessageAt'> & { partyName?: string | null; lastMessageAt?: Date }

/** False when there is one with this external id already. */
export async function insertConversation({ db, workspaceId, now }: TxCtx, conversation: Kept): Promise<boolean> {
  const { subject = null, recipient = null, partyName = null } = conversation
  const searchText = searchTextOf({ subject, recipient, partyName })
  const row = { lastMessageAt: now, ...conversation, workspaceId, searchText, createdAt: now, updatedAt: now }
  const inserted = await run(
    db,
    sql`
    insert into conversations ${insertion(row)} on conflict (workspace_id, source, external_id) do nothing returning id`,
  )
  return inserted > 0
}

export async function saveConversation(
  { db, workspaceId, now }: TxCtx,
  before: ConversationRow,
  changes: Partial<Conversation>,
): Promise<void> {
  const { subject, recipient, contactName } = { ...before, ...changes }
  const row = { ...changes, searchText: searchTextOf({ subject, recipient, partyName: contactName }), updatedAt: now }
  await run(
    db,
    sql`
    update conversations set ${assignments(row)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${before.id}`,
  )
}

function searchTextOf(texts: { subject: string | null; recipient: string | null; partyName: string | null }): string {
  return searchable(texts.subject, texts.recipient, texts.partyName)
}

interface NewsOfMessage {
  at: Date
  excerpt: string
  /** Whoever said it has read what is before it. */
  isRead: boolean
  /** Who is to speak next; as before when it is said by nobody, such as a note of the product or an absence note. */
  turn: 'ours' | 'theirs' | undefined
  /** The address of the outsider who wrote it. */
  writer?: string | null
}

/** What a new message changes. A yes to an answer is no yes once the guest has written again, so the version rises. */
export async function noteMessage(
  { db, workspaceId, now }: TxCtx,
  conversationId: string,
  { at, excerpt, isRead, turn, writer = null }: NewsOfMessage,
): Promise<void> {
  const isOurTurn = turn === 'ours'
  await run(
    db,
    sql`
    update conversations set version = version + 1, updated_at = ${now},
      excerpt = case when ${at}::timestamptz >= last_message_at or excerpt is null then ${excerpt} else excerpt end,
      last_message_at = greatest(last_message_at, ${at}::timestamptz),
      is_waiting = case
        when ${at}::timestamptz < last_message_at or ${turn === undefined} then is_waiting
        else ${isOurTurn} end,
      unread_count = case when ${isRead} then 0 when ${isOurTurn} then unread_count + 1 else unread_count end,
      status = case when ${isOurTurn} then 'open' else status end,
      snoozed_until = case when ${isOurTurn} then null else snoozed_until end,
      is_shared = is_shared or coalesce(lower(recipient) <> lower(${writer}::text), false)
    where workspace_id = ${workspaceId} and id = ${conversationId}`,
  )
}

/** Reading is beside the conversation: it leaves its version alone. Answers whether that changes something. */
export async function saveRead({ db, workspaceId }: TxCtx, conversationId: string, isRead: boolean): Promise<boolean> {
  const saved = await run(
    db,
    sql`
    update conversations set unread_count = case when ${isRead} then 0 else 1 end
    where workspace_id = ${workspaceId} and id = ${conversationId} and (unread_count > 0) = ${isRead} returning id`,
  )
  return saved > 0
}

export async function findExternal(
  { db, workspaceId }: Scope,
  source: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    db,
    sql`
    select id from conversations
    where workspace_id = ${workspaceId} and source = ${source} and external_id = ${externalId}`,
  )
  return row?.id
}

/** Of the whole installation: those whose time has come. */
export function dueConversations(db: Db, now: Date): Promise<{ workspaceId: string; id: string }[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id from conversations
    where status = 'snoozed' and snoozed_until <= ${now} order by snoozed_until limit 500`,
  )
}
