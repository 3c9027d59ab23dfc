import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { shortId } from '#core/short-id.ts'
import * as conversations from './conversation.queries.ts'
import { excerptOf } from './conversation.rules.ts'
import type { Conversation } from './conversation.schema.ts'
import { lockConversation } from './conversation.service.ts'
import * as messages from './message.queries.ts'
import type { Author, Message, MessageAttachment } from './message.schema.ts'
import { failures } from './message.service.ts'
import { findParty } from './party.queries.ts'

/** A message as a channel hands it over. All of it is the words of a stranger. */
export interface Incoming {
  channel: Conversation['channel']
  /** The system it comes from; ids are its own. */
  source: string
  messageId: string
  /** The conversation's id there, if it has one. */
  threadId?: string
  /** Of an e-mail: In-Reply-To and References, oldest first. */
  answers?: readonly string[]
  /** The other side. */
  from: { name: string; address: string | null; contactId?: string }
  /** One of us wrote it at the source itself, such as a platform's own app: it is kept as sent. */
  by?: Author
  subject?: string | null
  text: string
  html?: string
  attachments?: MessageAttachment[]
  reservationId?: string
  propertyId?: string
  /** A program wrote it by itself, such as an absence note: it is kept, and nobody has to read it. */
  isAutomatic?: boolean
  /** When it was written; now unless known. */
  at?: Date
}

const NAME_LENGTH_MAX = 200
const SUBJECT_LENGTH_MAX = 500

/**
 * Takes a message from outside into its conversation, which is found or made. Delivered again it changes nothing and
 * answers the message that is there.
 */
export function receiveMessage(
  ctx: WorkspaceCtx,
  given: Incoming,
): Promise<{ conversationId: string; message: Message; created: boolean }> {
  const incoming = withShortIds(given)
  return inTransaction(ctx, async (ctx) => {
    const conversationId = await conversationFor(ctx, incoming)
    await lockConversation(ctx, conversationId)
    const { messageId, text, html, attachments } = incoming
    const at = timeOf(ctx, incoming)
    const message = await messages.insertMessage(ctx, {
      ...sideOf(incoming, at),
      id: newId(),
      conversationId,
      text,
      html,
      attachments,
      externalId: messageId,
      createdAt: at,
    })
    if (!message) {
      const known = await messages.findByExternalId(ctx, conversationId, messageId)
      return { conversationId, message: known ?? fail(failures.message_not_found), created: false }
    }
    const news = { at, excerpt: excerptOf(text), writer: incoming.by ? null : incoming.from.address }
    await conversations.noteMessage(ctx, conversationId, { ...news, ...meaningOf(incoming) })
    const type = message.direction === 'in' ? 'message.received' : 'message.sent'
    await emit(ctx, { type, conversationId, messageId: message.id, channel: incoming.channel })
    return { conversationId, message, created: true }
  })
}

function withShortIds({ threadId, answers, ...incoming }: Incoming): Incoming {
  return {
    ...incoming,
    messageId: shortId(incoming.messageId),
    ...(threadId !== undefined && { threadId: shortId(threadId) }),
    ...(answers && { answers: answers.map(shortId) }),
  }
}

/**
 * What a program wrote by itself, the product's own notes too, is neither an answer nor a sign that somebody has read
 * what is before it.
 */
function meaningOf({ by, isAutomatic = false }: Incoming) {
  if (isAutomatic || by?.kind === 'system') return { isRead: false, turn: undefined }
  return by ? ({ isRead: true, turn: 'theirs' } as const) : ({ isRead: false, turn: 'ours' } as const)
}

function sideOf({ from, by, ...incoming }: Incoming, at: Date) {
  if (by) return { direction: 'out', state: 'sent', author: by, sentAt: at } as const
  const author: Author = {
    kind: 'contact',
    id: from.contactId ?? null,
    name: nameOf({ from, ...incoming }),
    byProgram: incoming.isAutomatic ?? false,
  }
  return { direction: 'in', state: 'received', author } as const
}

async function conversationFor(ctx: TxCtx, incoming: Incoming): Promise<string> {
  const { source, messageId, threadId, answers = [] } = incoming
  // Without a thread of its own it is known by the first message of it, in whatever order they arrive.
  const externalId = threadId ?? answers[0] ?? messageId
  const known = await conversations.findExternal(ctx, source, externalId)
  if (known !== undefined) return known
  const answered = answers.length > 0 ? await messages.conversationAnswered(ctx, answers) : undefined
  return answered ?? begin(ctx, incoming, externalId)
}

async function begin(ctx: TxCtx, incoming: Incoming, externalId: string): Promise<string> {
  const { channel, source, from, subject, reservationId, propertyId } = incoming
  const id = newId()
  const { contactId, address } = from
  const party = contactId === undefined && address !== null ? await findParty(ctx, channel, address) : undefined
  const isNew = await conversations.insertConversation(ctx, {
    id,
    channel,
    source,
    externalId,
    subject: subject ? shortened(oneLine(subject), SUBJECT_LENGTH_MAX) || null : null,
    recipient: from.address,
    partyName: nameOf(incoming),
    status: 'open',
    lastMessageAt: timeOf(ctx, incoming),
    ...party,
    ...(from.contactId !== undefined && { contactId: from.contactId }),
    ...(reservationId !== undefined && { reservationId }),
    ...(propertyId !== undefined && { propertyId }),
  })
  if (!isNew) {
    // Another worker was quicker with the same one.
    return (await conversations.findExternal(ctx, source, externalId)) ?? fail(failures.conversation_not_found)
  }
  await emit(ctx, { type: 'conversation.created', conversationId: id, channel })
  return id
}

function nameOf({ from }: Incoming): string {
  return shortened(oneLine(from.name) || oneLine(from.address ?? ''), NAME_LENGTH_MAX) || 'Unknown'
}

/** A clock elsewhere that runs ahead must not keep a conversation on top of the list. */
function timeOf({ now }: TxCtx, { at = now }: Incoming): Date {
  // An invalid date fails both comparisons.
  return at.getTime() >= 0 && at <= now ? at : now
}
