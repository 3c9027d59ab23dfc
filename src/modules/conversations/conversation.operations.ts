import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listConversations as list } from './conversation.queries.ts'
import * as schema from './conversation.schema.ts'
import * as conversations from './conversation.service.ts'
import { listParticipants as participantsOf } from './participant.service.ts'
import { ParticipantPage, ParticipantQuery } from './participant.schema.ts'
import { createConversation as create, failures as messageFailures } from './message.service.ts'
import { readThread as read } from './thread.service.ts'

const { conversation_not_found, conversation_inapplicable } = conversations.failures
const about = { tag: 'Conversations', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/conversations'
const ITEM = `${LIST}/:conversationId`

export const listConversations = operation({
  ...about,
  id: 'listConversations',
  summary: 'List conversations',
  description: 'By their newest message.',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ConversationQuery,
  reply: schema.ConversationPage,
  run: (ctx, query) => list(ctx, query),
})

export const createConversation = operation({
  ...about,
  id: 'createConversation',
  workflow: { name: 'conversation-create', version: '1.0.0', scope: 'conversations:write' },
  summary: 'Begin a conversation',
  description: 'Queues its first message. Without `recipient` the address of the contact is taken.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.ConversationCreate,
  reply: schema.Conversation,
  status: 201,
  versioned: true,
  errors: [conversation_inapplicable],
  run: (ctx, input) => create(ctx, input),
})

export const getConversation = operation({
  ...about,
  id: 'getConversation',
  workflow: { name: 'conversation-get', version: '1.0.0', scope: 'conversations:read' },
  summary: 'Read a conversation',
  rest: { method: 'GET', path: ITEM },
  params: schema.ConversationPath,
  reply: schema.Conversation,
  versioned: true,
  errors: [conversation_not_found],
  run: (ctx, { conversationId }) => conversations.getConversation(ctx, conversationId),
})

export const readThread = operation({
  ...about,
  id: 'readThread',
  summary: 'Read a conversation with its messages and drafts',
  description: 'The newest 20 messages, fewer when they are long; `beforeMessageId` pages back.',
  rest: { method: 'GET', path: `${ITEM}/thread` },
  params: schema.ConversationPath,
  query: schema.ThreadQuery,
  reply: schema.Thread,
  errors: [conversation_not_found, messageFailures.message_not_found],
  run: (ctx, { conversationId, beforeMessageId }) => read(ctx, conversationId, beforeMessageId),
})

export const listParticipants = operation({
  ...about,
  id: 'listParticipants',
  summary: 'List who has said something in a conversation',
  description: 'Each once, in the order in which they first did, over all of its messages.',
  rest: { method: 'GET', path: `${ITEM}/participants` },
  params: schema.ConversationPath,
  query: ParticipantQuery,
  reply: ParticipantPage,
  errors: [conversation_not_found],
  run: (ctx, { conversationId, ...query }) => participantsOf(ctx, conversationId, query),
})

export const updateConversation = operation({
  ...about,
  id: 'updateConversation',
  summary: 'Change, assign, snooze, close or open a conversation',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.ConversationPath,
  body: schema.ConversationUpdate,
  reply: schema.Conversation,
  versioned: true,
  errors: [conversation_not_found, conversation_inapplicable],
  run: (ctx, { conversationId, ...changes }) => conversations.updateConversation(ctx, conversationId, changes),
})

export const markConversationRead = operation({
  ...about,
  id: 'markConversationRead',
  summary: 'Mark a conversation as read',
  rest: { method: 'POST', path: `${ITEM}/read` },
  params: schema.ConversationPath,
  reply: schema.Conversation,
  errors: [conversation_not_found],
  run: (ctx, { conversationId }) => conversations.markConversation(ctx, conversationId, true),
})

export const markConversationUnread = operation({
  ...about,
  id: 'markConversationUnread',
  summary: 'Mark a conversation as unread',
  rest: { method: 'POST', path: `${ITEM}/unread` },
  params: schema.ConversationPath,
  reply: schema.Conversation,
  errors: [conversation_not_found],
  run: (ctx, { conversationId }) => conversations.markConversation(ctx, conversationId, false),
})
