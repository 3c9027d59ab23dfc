import { Type } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

export const AuditRecord = Type.Object(
  {
    id: Uuid,
    actor: Type.Object({
      kind: oneOf(['user', 'key', 'system']),
      id: Nullable(Uuid),
      name: Nullable(Type.String()),
    }),
    action: Type.String(),
    target: Type.Object({ kind: Type.String(), id: Type.String() }),
    details: Type.Record(Type.String(), Type.Unknown()),
    requestId: Nullable(Type.String()),
    createdAt: DateTime,
  },
  { $id: 'AuditRecord' },
)

export const AuditPage = Page(AuditRecord)
export const AuditQuery = closed({
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this action, such as api_key.revoked.' })),
  ...Paging,
})
