import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { Draft } from './draft.schema.ts'
import { Message, MessageText } from './message.schema.ts'

/** Grows with the doors that speak them; the database checks only the form. */
export const CHANNELS = ['email', 'sms', 'whatsapp', 'airbnb', 'booking', 'voice', 'chat', 'web', 'other'] as const

const references = {
  contactId: Nullable(Uuid),
  reservationId: Nullable(Uuid),
  propertyId: Nullable(Uuid),
  assigneeId: Nullable(Uuid, { description: 'The person of the team who looks after it.' }),
}
const status = oneOf(['open', 'snoozed', 'closed'])
const writable = {
  subject: Nullable(Line(500), { examples: ['Late check-in on Friday'] }),
  ...references,
  recipient: Nullable(Line(320), {
    description: 'Where answers go: an e-mail address, a number, a name on the platform.',
    examples: ['grace@example.com'],
  }),
  status,
  snoozedUntil: Nullable(DateTime, { description: 'With `snoozed`: when it opens by itself.' }),
}
const fixed = {
  id: Uuid,
  channel: oneOf(CHANNELS),
  contactName: Nullable(Type.String(), { description: 'Of the contact, or as the other side calls itself.' }),
  propertyName: Nullable(Type.String()),
  assigneeName: Nullable(Type.String()),
  source: Nullable(Type.String(), { description: 'The system it comes from, with its own id there.' }),
  externalId: Nullable(Type.String()),
  unreadCount: Type.Integer({ minimum: 0, description: 'Messages from outside that the team has not read.' }),
  isWaiting: Type.Boolean({ description: 'The other side waits for an answer, or the last one did not get there.' }),
  isUndelivered: Type.Boolean({ description: 'The last answer did not get there.' }),
  excerpt: Nullable(Type.String(), { description: 'The beginning of the newest message.' }),
  lastMessageAt: DateTime,
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const Conversation = Type.Object({ ...fixed, ...writable }, { $id: 'Conversation' })
export const ConversationPage = Page(Conversation, { $id: 'ConversationPage' })
export const ConversationQuery = closed({
  ...optional({
    status,
    unread: Type.Boolean(),
    waiting: Type.Boolean({ description: 'Only those that wait for an answer of ours, or only the others.' }),
    channel: fixed.channel,
    propertyId: Uuid,
    taskId: Type.String({ ...Uuid, description: 'Only those that this task came of.' }),
    assigneeId: Uuid,
    assigned: Type.Boolean({
      description: 'Only those that somebody looks after who has not left, or only the others.',
    }),
    q: Line(200, { description: 'In subjects, names and messages.' }),
  }),
  ...Paging,
})
export const ConversationPath = closed({ workspaceId: WorkspaceId, conversationId: Uuid })
export const ConversationCreate = closed(
  {
    channel: fixed.channel,
    ...optional({ subject: writable.subject, ...references, recipient: writable.recipient }),
    text: MessageText,
  },
  {
    $id: 'ConversationCreate',
    examples: [{ channel: 'email', recipient: 'grace@example.com', subject: 'Your stay', text: 'Welcome!' }],
  },
)
export const ConversationUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'ConversationUpdate',
  examples: [{ status: 'closed' }],
})

export const Thread = Type.Object(
  {
    conversation: Conversation,
    messages: Type.Array(Message, { description: 'Oldest first.' }),
    hasEarlier: Type.Boolean({ description: 'Whether there are messages before these.' }),
    drafts: Type.Array(Draft),
  },
  { $id: 'Thread' },
)
export const ThreadQuery = closed({
  beforeMessageId: Type.Optional(Type.String({ ...Uuid, description: 'Pages back from this message.' })),
})

export const CONVERSATION_FIXED = fixed
export const REFERENCES = Object.keys(references) as (keyof typeof references)[]

export type Conversation = Static<typeof Conversation>
export type ConversationQuery = Static<typeof ConversationQuery>
export type ConversationCreate = Static<typeof ConversationCreate>
export type ConversationUpdate = Static<typeof ConversationUpdate>
export type Thread = Static<typeof Thread>
