import { Type, type Static } from 'typebox'
import { DateTime, Nullable } from '#core/schema.ts'

/** What the provider said when it was asked. */
export const ConnectionCheck = Type.Object(
  {
    ok: Type.Boolean(),
    status: Nullable(Type.Integer(), { description: 'The HTTP status of the answer; null when there was none.' }),
    message: Type.String({ examples: ['Signed in; 42 properties.'] }),
    checkedAt: DateTime,
  },
  { $id: 'ConnectionCheck' },
)
export const SyncRequest = Type.Object(
  { queued: Type.Integer({ description: 'How many tasks will be sent.' }) },
  { $id: 'SyncRequest' },
)

export type ConnectionCheck = Static<typeof ConnectionCheck>
