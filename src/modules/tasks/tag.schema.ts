import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const writable = {
  name: Line(100, { examples: ['Deep clean'] }),
  color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#2f6f4f'] }),
  active: Type.Boolean({ description: 'Whether it can be put on tasks. Tasks that have it keep it.' }),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

/** The tag as managers keep it. */
export const TagDetails = Type.Object({ ...fixed, ...writable }, { $id: 'TagDetails' })
export const TagDetailsPage = Page(TagDetails, { $id: 'TagDetailsPage' })
export const TagQuery = closed({ active: Type.Optional(writable.active), ...Paging })
export const TagPath = closed({ workspaceId: WorkspaceId, tagId: Uuid })
export const TagCreate = closed(
  { ...optional(writable), name: writable.name, color: writable.color },
  { $id: 'TagCreate', examples: [{ name: 'Deep clean', color: '#2f6f4f' }] },
)
export const TagUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'TagUpdate',
  examples: [{ active: false }],
})

export const TAG_FIXED = fixed
export const TAG_FIELDS = Object.keys(TagDetails.properties)

export type TagDetails = Static<typeof TagDetails>
export type TagCreate = Static<typeof TagCreate>
export type TagUpdate = Static<typeof TagUpdate>
export type TagQuery = Static<typeof TagQuery>
