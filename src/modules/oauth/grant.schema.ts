import { Type, type Static } from 'typebox'
import { closed, DateTime, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

/** What a person allowed a program to do for them. */
export const ToolGrant = Type.Object(
  {
    id: Uuid,
    userId: Uuid,
    client: Type.Object({ id: Type.String(), name: Type.String() }),
    scopes: Type.Array(Type.String()),
    isReadOnly: Type.Boolean(),
    createdAt: DateTime,
    refreshedAt: DateTime,
    expiresAt: DateTime,
  },
  { $id: 'ToolGrant' },
)
export const ToolGrantPage = Page(ToolGrant, { $id: 'ToolGrantPage' })
export const ToolGrantQuery = closed({
  everybody: Type.Optional(
    Type.Boolean({ description: 'For administrators: those of all people, not only your own.' }),
  ),
  ...Paging,
})
export const ToolGrantPath = closed({ workspaceId: WorkspaceId, grantId: Uuid })

export type ToolGrant = Static<typeof ToolGrant>
export type ToolGrantQuery = Static<typeof ToolGrantQuery>
