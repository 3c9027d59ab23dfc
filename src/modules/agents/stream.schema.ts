import { Type, type Static } from 'typebox'
import { closed, optional, Uuid } from '#core/schema.ts'

const Mark = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const SessionPath = closed({ session_id: Uuid })

export const StreamQuery = closed(
  optional({
    live_only: Type.Boolean({ default: false, description: 'Without what happened before.' }),
    since_seq: { ...Mark, description: 'The last event that the reader has.' },
    message_id: Type.String({ maxLength: 200, description: 'The message that the other marks are about.' }),
    text_offset: { ...Mark, description: 'How much of its text the reader has, in UTF-16 units.' },
    after_stream_seq: { ...Mark, description: 'How many pieces of its text and its tool arguments.' },
    after_reasoning_seq: { ...Mark, description: 'How many pieces of its reasoning.' },
  }),
)
export type StreamQuery = Static<typeof StreamQuery>
