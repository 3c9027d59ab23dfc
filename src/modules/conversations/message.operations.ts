import { operation } from '#core/operation.ts'
import { ConversationPath } from './conversation.schema.ts'
import * as schema from './message.schema.ts'
import * as messages from './message.service.ts'

const { conversation_not_found, message_not_found, message_inapplicable, message_not_failed } = messages.failures
const about = { tag: 'Conversations', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/conversations/:conversationId/messages'
const ITEM = `${LIST}/:messageId`

export const sendMessage = operation({
  ...about,
  id: 'sendMessage',
  workflow: { name: 'message-send', version: '1.0.0', scope: 'conversations:write' },
  summary: 'Answer in a conversation',
  description:
    'Queues the message; its `state` tells what became of it. If-Match names the version of the conversation.',
  rest: { method: 'POST', path: LIST },
  params: ConversationPath,
  body: schema.MessageCreate,
  reply: schema.Message,
  status: 201,
  conditional: true,
  errors: [conversation_not_found, message_inapplicable],
  run: (ctx, { conversationId, ...input }) => messages.sendMessage(ctx, conversationId, input),
})

export const getMessage = operation({
  ...about,
  id: 'getMessage',
  summary: 'Read a message',
  rest: { method: 'GET', path: ITEM },
  params: schema.MessagePath,
  reply: schema.Message,
  errors: [conversation_not_found, message_not_found],
  run: (ctx, { conversationId, messageId }) => messages.getMessage(ctx, conversationId, messageId),
})

export const retryMessage = operation({
  ...about,
  id: 'retryMessage',
  summary: 'Send a failed message again',
  rest: { method: 'POST', path: `${ITEM}/retry` },
  params: schema.MessagePath,
  reply: schema.Message,
  errors: [conversation_not_found, message_not_found, message_not_failed],
  run: (ctx, { conversationId, messageId }) => messages.retryMessage(ctx, conversationId, messageId),
})
