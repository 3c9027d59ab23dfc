import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

export const AuditRecord = Type.Object(
  {
    id: Uuid,
    actor: Type.Object({
      kind: oneOf(['user', 'key', 'system']),
      id: Nullable(Uuid),
      name: Nullable(Type.String()),
    }),
    action: Type.String(),
    target: Type.Object({
      kind: Type.String(),
      id: Type.String(),
      name: Nullable(Type.String(), { description: 'Of a member, also of one who is gone; null for all else.' }),
    }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'As it is since.' }),
    before: Nullable(Type.Record(Type.String(), Type.Unknown()), {
      description: 'The changed fields as they were; null where nothing was there before.',
    }),
    requestId: Nullable(Type.String()),
    createdAt: DateTime,
  },
  { $id: 'AuditRecord' },
)

export const AuditPage = Page(AuditRecord)
export const AuditQuery = closed({
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this action, such as api_key.revoked.' })),
  actorId: Type.Optional(Type.String({ ...Uuid, description: 'Only what this user or key did.' })),
  targetKind: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only what was done to this, such as api_key.' }),
  ),
  fromDate: Type.Optional(Type.String({ ...DateOnly, description: 'From this day on, in the zone of the workspace.' })),
  toDate: Type.Optional(Type.String({ ...DateOnly, description: 'Up to and with this day.' })),
  ...Paging,
})

/** An entry's place in the stream; readers send it back unchanged. */
const Cursor = Type.String({
  pattern: '^\\d{1,18}\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'Where the entry stands in the stream.',
  examples: ['812345.0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'],
})

export const AuditStreamQuery = closed({
  after: Type.Optional(
    Type.String({ ...Cursor, description: 'The cursor of the last entry you have; from the first on without.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, description: 'How many at most; 1000 unless sent.' })),
})

export const AuditStream = Type.Object(
  {
    items: Type.Array(Type.Object({ ...AuditRecord.properties, cursor: Cursor })),
    cursor: Nullable(Cursor, { description: 'Of the last entry: where to go on.' }),
    isMore: Type.Boolean({ description: 'Whether to ask again at once.' }),
  },
  { $id: 'AuditStream' },
)

export type AuditStreamQuery = Static<typeof AuditStreamQuery>
export type AuditStream = Static<typeof AuditStream>
export type AuditRecord = Static<typeof AuditRecord>
export type AuditQuery = Static<typeof AuditQuery>
