import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const CONFIRMATION_STATES = ['waiting', 'approved', 'declined', 'used', 'expired'] as const

export const ToolConfirmation = Type.Object(
  {
    id: Uuid,
    tool: Type.String({ examples: ['set_task_status'] }),
    principal: Type.String({ description: 'Who asked: `key:<id>` or `user:<id>`.' }),
    preview: CustomFields,
    needsApproval: Type.Boolean({ description: 'A person has to approve it here.' }),
    state: oneOf(CONFIRMATION_STATES),
    createdAt: DateTime,
    expiresAt: DateTime,
    settledAt: Nullable(DateTime),
  },
  { $id: 'ToolConfirmation' },
)
export const ToolConfirmationPage = Page(ToolConfirmation, { $id: 'ToolConfirmationPage' })
export const ToolConfirmationQuery = closed({
  waiting: Type.Optional(Type.Boolean({ description: 'Only those that wait for approval here, or only the others.' })),
  ...Paging,
})
export const ToolConfirmationPath = closed({ workspaceId: WorkspaceId, confirmationId: Uuid })

export type ToolConfirmation = Static<typeof ToolConfirmation>
export type ToolConfirmationQuery = Static<typeof ToolConfirmationQuery>
