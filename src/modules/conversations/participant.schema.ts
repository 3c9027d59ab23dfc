import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

/** Somebody who has said something in a conversation. */
const Participant = Type.Object(
  {
    kind: oneOf(['contact', 'user', 'key', 'agent']),
    id: Nullable(Uuid),
    name: Type.String({ description: 'As they were called when they last wrote.' }),
    byProgram: Type.Boolean({ description: 'Whether a program wrote every word in their name.' }),
    firstAt: DateTime,
  },
  { $id: 'Participant' },
)
export const ParticipantPage = Page(Participant, { $id: 'ParticipantPage' })
export const ParticipantQuery = closed({ ...Paging })

export type Participant = Static<typeof Participant>
export type ParticipantQuery = Static<typeof ParticipantQuery>
