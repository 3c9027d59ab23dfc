import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

export const DeadLetter = Type.Object(
  {
    id: Uuid,
    eventId: Uuid,
    subscriber: Type.String({ description: 'Who could not be reached.', examples: ['notifications'] }),
    type: Type.String({ description: 'What had happened.', examples: ['property.created'] }),
    payload: Type.Record(Type.String(), Type.Unknown()),
    error: Type.String({
      description: 'Why the last try failed.',
      examples: ['The mail server refused the connection.'],
    }),
    attempts: Type.Integer({ examples: [5] }),
    requestId: Nullable(Type.String(), { description: 'The request that caused the event.' }),
    eventAt: DateTime,
    failedAt: DateTime,
    replayedAt: Nullable(DateTime, { description: 'When it was handed out again.' }),
  },
  { $id: 'DeadLetter' },
)

export const DeadLetterPage = Page(DeadLetter)

export const DeadLetterQuery = closed({
  replayed: Type.Optional(Type.Boolean({ description: 'Only those that were replayed, or only those that were not.' })),
  subscriber: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this subscriber.' })),
  ...Paging,
})

export const DeadLetterPath = closed({ workspaceId: WorkspaceId, deadLetterId: Uuid })

export type DeadLetter = Static<typeof DeadLetter>
export type DeadLetterQuery = Static<typeof DeadLetterQuery>
