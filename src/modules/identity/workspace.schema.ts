import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, oneOf, optional, Page, Paging, WorkspaceId } from '#core/schema.ts'

const EXAMPLE = { id: 'seaside-homes', name: 'Seaside Homes' }

export const Workspace = Type.Object(
  { id: WorkspaceId, name: Type.String({ description: 'For display; it can change.' }) },
  { $id: 'Workspace', examples: [EXAMPLE] },
)
export const WorkspacePage = Page(Workspace, { $id: 'WorkspacePage' })
export const WorkspaceQuery = closed(Paging)

const changeable = {
  name: Line(200),
  currency: Type.String({ format: 'currency-code', description: 'Default currency of money without one.' }),
  timezone: Type.String({ format: 'time-zone', description: 'For properties that have none of their own.' }),
  toolApproval: oneOf(['client', 'app'], {
    description: 'Where a person agrees to what a tool wants to change: in its client, or here.',
  }),
}
const fixed = { id: WorkspaceId, version: Type.Integer(), createdAt: DateTime, updatedAt: DateTime }

/** What administrators see and change. */
export const WorkspaceSettings = Type.Object({ ...fixed, ...changeable }, { $id: 'WorkspaceSettings' })
export const WorkspaceSettingsUpdate = closed(optional({ ...fixed, ...changeable }))
export const WORKSPACE_FIXED = fixed

export type Workspace = Static<typeof Workspace>
export type WorkspaceSettings = Static<typeof WorkspaceSettings>
export type WorkspaceSettingsUpdate = Static<typeof WorkspaceSettingsUpdate>
