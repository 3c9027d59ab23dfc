import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, Uuid, Words, WorkspaceId } from '#core/schema.ts'

const MESSAGE_LENGTH_MAX = 50_000
const MESSAGE_AUTHORS = ['contact', 'user', 'key', 'agent', 'system'] as const
const MESSAGE_STATES = ['received', 'queued', 'sent', 'delivered', 'failed'] as const

export const MessageText = Words(MESSAGE_LENGTH_MAX, { examples: ['The keys are in the box by the door.'] })

export const Author = Type.Object({
  kind: oneOf(MESSAGE_AUTHORS),
  id: Nullable(Uuid),
  name: Type.String(),
  byProgram: Type.Boolean({ description: 'A program wrote it in the name of the author.' }),
})

/** A file that came with a message, by reference: we keep no copy. */
const MessageAttachment = Type.Object({
  name: Line(200),
  contentType: Nullable(Line(200)),
  sizeBytes: Nullable(Type.Integer({ minimum: 0 })),
  reference: Line(2000, { description: 'What its source calls it.' }),
})

export const Message = Type.Object(
  {
    id: Uuid,
    conversationId: Uuid,
    direction: oneOf(['in', 'out']),
    author: Author,
    text: Type.String({ description: 'As it was written. Of an incoming message it is the words of a stranger.' }),
    attachments: Type.Array(MessageAttachment),
    state: oneOf(MESSAGE_STATES),
    errorCode: Nullable(Type.String(), {
      description: 'Why it failed: `channel_not_connected`, `refused`, `given_up`, `uncertain`.',
    }),
    error: Nullable(Type.String()),
    sentAt: Nullable(DateTime),
    createdAt: DateTime,
  },
  { $id: 'Message' },
)
export const MessageCreate = closed(
  {
    text: MessageText,
    draftId: Type.Optional(Type.String({ ...Uuid, description: 'The draft that this was; it is deleted.' })),
  },
  { $id: 'MessageCreate', examples: [{ text: 'The keys are in the box by the door.' }] },
)
export const MessagePath = closed({ workspaceId: WorkspaceId, conversationId: Uuid, messageId: Uuid })

export type Author = Static<typeof Author>
export type Message = Static<typeof Message>
export type MessageAttachment = Static<typeof MessageAttachment>
export type MessageCreate = Static<typeof MessageCreate>

/** The product itself. */
export const SYSTEM: Author = { kind: 'system', id: null, name: 'Innkeeper', byProgram: true }
