import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

export const LINK_MODES = ['view', 'carry_out'] as const
export const LINK_STATES = ['active', 'revoked', 'expired'] as const

const given = {
  technicianName: Nullable(Line(100), { description: 'Author of what is written through the link.' }),
  expiresAt: Nullable(DateTime, { description: 'null: it does not expire.' }),
  mode: oneOf(LINK_MODES, { description: '`view` shows the task, `carry_out` also lets its holder do it.' }),
}

const shown = {
  id: Uuid,
  taskId: Uuid,
  ...given,
  state: oneOf(LINK_STATES),
  revokedAt: Nullable(DateTime),
  completedAt: Nullable(DateTime, { description: 'When the task was completed through this link.' }),
  completedBy: Nullable(Type.String(), { description: 'By whom, in the name of the link.' }),
  createdAt: DateTime,
}

export const ShareLink = Type.Object(
  {
    ...shown,
    url: Nullable(Type.String(), {
      description: 'The page for the technician: whoever has it has the access. null in a replay.',
    }),
  },
  { $id: 'ShareLink' },
)
export const ShareLinkPage = Page(Type.Object(shown), { $id: 'ShareLinkPage' })
export const ShareLinkQuery = closed(Paging)
export const ShareLinkPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, shareLinkId: Uuid })
export const ShareLinkWithdrawal = closed(
  optional({ shareLinkId: Type.String({ ...Uuid, description: 'Only this one. Absent: every link of the task.' }) }),
  { $id: 'ShareLinkWithdrawal', examples: [{}] },
)
export const WithdrawnLinks = Type.Object(
  { taskId: Uuid, withdrawn: Type.Integer({ description: 'How many were not withdrawn yet.' }) },
  { $id: 'WithdrawnLinks' },
)
export const ShareLinkCreate = closed(optional(given), {
  $id: 'ShareLinkCreate',
  examples: [{ technicianName: 'Duarte', mode: 'carry_out' }],
})

export type LinkState = (typeof LINK_STATES)[number]
export type ShareLink = Static<typeof ShareLink>
export type ShareLinkQuery = Static<typeof ShareLinkQuery>
export type ShareLinkWithdrawal = Static<typeof ShareLinkWithdrawal>
export type WithdrawnLinks = Static<typeof WithdrawnLinks>
export type ShareLinkCreate = Static<typeof ShareLinkCreate>
