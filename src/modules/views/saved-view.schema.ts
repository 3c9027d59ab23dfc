import { Type, type Static } from 'typebox'
import { closed, DateTime, EMBEDDED, Line, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const VIEW_AREAS = ['tasks'] as const

const changeable = {
  name: Line(100, { examples: ['Late at the coast'] }),
  filters: Type.String({
    maxLength: 2000,
    description: 'The filters as they stand in the address of the list.',
    examples: ['status=OPEN&priority=URGENT'],
  }),
  isShared: Type.Boolean({ description: 'Whether everybody in the workspace has it, or its owner alone.' }),
}
const fixed = {
  id: Uuid,
  area: oneOf(VIEW_AREAS, { description: 'The list that it is a view of.' }),
  owner: Type.Object({ id: Uuid, name: Type.String() }, EMBEDDED),
  version: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const SavedView = Type.Object({ ...fixed, ...changeable }, { $id: 'SavedView' })
export const SavedViewPage = Page(SavedView, { $id: 'SavedViewPage' })
export const SavedViewQuery = closed({ area: Type.Optional(fixed.area), ...Paging })
export const SavedViewPath = closed({ workspaceId: WorkspaceId, viewId: Uuid })
export const SavedViewCreate = closed(
  { area: fixed.area, ...changeable, isShared: Type.Optional(changeable.isShared) },
  { $id: 'SavedViewCreate', examples: [{ area: 'tasks', name: 'Late at the coast', filters: 'status=OPEN' }] },
)
export const SavedViewUpdate = closed(optional({ ...fixed, ...changeable }), {
  $id: 'SavedViewUpdate',
  examples: [{ isShared: true }],
})
export const SAVED_VIEW_FIXED = fixed

export type SavedView = Static<typeof SavedView>
export type SavedViewQuery = Static<typeof SavedViewQuery>
export type SavedViewCreate = Static<typeof SavedViewCreate>
export type SavedViewUpdate = Static<typeof SavedViewUpdate>
