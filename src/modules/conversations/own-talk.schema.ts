import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

/** The conversation a guest is writing in, as the guest sees it. */
const OwnTalk = Type.Object(
  {
    id: Uuid,
    channel: Type.String(),
    subject: Nullable(Type.String()),
    status: Type.String(),
    lastMessageAt: DateTime,
  },
  { $id: 'OwnTalk' },
)
const OwnMessage = Type.Object({
  id: Uuid,
  direction: oneOf(['in', 'out']),
  text: Type.String(),
  createdAt: DateTime,
})
export const OwnTalkPage = Page(OwnTalk, { $id: 'OwnTalkPage' })
export const OwnThread = Type.Object(
  { conversation: OwnTalk, messages: Type.Array(OwnMessage), hasEarlier: Type.Boolean() },
  { $id: 'OwnThread' },
)
export const OwnTalkPath = closed({ conversationId: Uuid })
export const OwnTalkQuery = closed(Paging)

export type OwnTalk = Static<typeof OwnTalk>
export type OwnMessage = Static<typeof OwnMessage>
export type OwnThread = Static<typeof OwnThread>
export type OwnTalkQuery = Static<typeof OwnTalkQuery>
