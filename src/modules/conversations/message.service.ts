import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Button } from '#core/button.ts'
import { authorOf } from './author.ts'
import { noteMessage, type ConversationRow } from './conversation.queries.ts'
import { excerptOf } from './conversation.rules.ts'
import type { ConversationCreate } from './conversation.schema.ts'
import {
  beginConversation,
  failures as conversationFailures,
  getConversation,
  lockConversation,
} from './conversation.service.ts'
import { noteTurn } from './delivery.queries.ts'
import { deleteDraft, deleteDraftOf } from './draft.queries.ts'
import * as messages from './message.queries.ts'
import type { Author, Message, MessageCreate } from './message.schema.ts'

export const failures = {
  conversation_not_found: conversationFailures.conversation_not_found,
  ...defineFailures({
    message_not_found: { status: 404, text: 'No such message in this conversation.' },
    message_inapplicable: { status: 422, text: 'The message cannot be sent like this.' },
    message_not_failed: { status: 409, text: 'Only a message that failed can be sent again.' },
  }),
}

/** Tells the sender that a message waits. */
export const MESSAGE_QUEUED = 'message.queued'

export async function getMessage(ctx: WorkspaceCtx, conversationId: string, messageId: string): Promise<Message> {
  await getConversation(ctx, conversationId)
  return (await messages.findMessage(ctx, conversationId, messageId)) ?? fail(failures.message_not_found)
}

/** Undefined when the conversation has no such message. */
export const findMessageOf = messages.findMessage

export function createConversation(ctx: WorkspaceCtx, input: ConversationCreate): Promise<ConversationRow> {
  return inTransaction(ctx, async (ctx) => {
    const { text, ...begun } = input
    const id = await beginConversation(ctx, begun)
    await queueMessage(ctx, id, { id: newId(), text, author: await authorOf(ctx) })
    return getConversation(ctx, id)
  })
}

/** Queues it; a worker sends it through the channel of the conversation. */
export function sendMessage(
  ctx: WorkspaceCtx,
  conversationId: string,
  { text, draftId }: MessageCreate,
): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    const { id, version } = await lockConversation(ctx, conversationId)
    assertVersion(ctx, version)
    if (draftId !== undefined && !(await deleteDraft(ctx, id, draftId)))
      failInapplicable(failures.message_inapplicable, 'draftId', 'draftId names no draft of this conversation.')
    return queueMessage(ctx, id, { id: newId(), text, author: await authorOf(ctx) })
  })
}

/** Whether nobody has written since. */
export async function isLastReceived(ctx: WorkspaceCtx, conversationId: string, messageId: string): Promise<boolean> {
  return (await messages.lastReceived(ctx, conversationId)) === messageId
}

/** What an agent or the product itself says. Under the same id it is said once. */
export function say(ctx: WorkspaceCtx, conversationId: string, words: Words): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, conversationId)
    if (!(await messages.findMessage(ctx, conversationId, words.id))) await queueMessage(ctx, conversationId, words)
  })
}

interface Words {
  id: string
  author: Author
  text: string
  /** The message that it answers. Where answers go to one person, that message's writer gets this one. */
  answersId?: string
  buttons?: readonly Button[]
}

async function queueMessage(ctx: TxCtx, conversationId: string, words: Words): Promise<Message> {
  const { id, author, text } = words
  const deliveryId = newId()
  const fields = {
    ...words,
    conversationId,
    direction: 'out',
    state: 'queued',
    deliveryId,
    createdAt: ctx.now,
  } as const
  const message = (await messages.insertMessage(ctx, fields)) ?? fail(failures.message_not_found)
  await deleteDraftOf(ctx, conversationId, author)
  // A program that answers has not read for the people.
  const isRead = !author.byProgram
  const turn = author.kind === 'system' ? undefined : 'theirs'
  await noteMessage(ctx, conversationId, { at: ctx.now, excerpt: excerptOf(text), isRead, turn })
  await emit(ctx, { type: MESSAGE_QUEUED, conversationId, messageId: id, deliveryId })
  return message
}

export function retryMessage(ctx: WorkspaceCtx, conversationId: string, messageId: string): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, conversationId)
    const { id } = (await messages.findMessage(ctx, conversationId, messageId)) ?? fail(failures.message_not_found)
    const deliveryId = newId()
    if (!(await messages.requeueMessage(ctx, id, deliveryId))) fail(failures.message_not_failed)
    await noteTurn(ctx, id, 'theirs')
    await emit(ctx, { type: MESSAGE_QUEUED, conversationId, messageId: id, deliveryId })
    return (await messages.findMessage(ctx, conversationId, id)) ?? fail(failures.message_not_found)
  })
}
