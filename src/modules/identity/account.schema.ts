import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import { closed, DateTime, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const PASSWORD_LENGTH_MIN = 10

export const PasswordChange = closed(
  {
    currentPassword: Type.String({ minLength: 1, maxLength: 1000 }),
    newPassword: Type.String({ minLength: PASSWORD_LENGTH_MIN, maxLength: 200 }),
  },
  {
    $id: 'PasswordChange',
    examples: [{ currentPassword: 'f3Qw9_ZkT1vB7nXa', newPassword: 'correct horse battery staple' }],
  },
)

export const PasswordChanged = Type.Object(
  {
    changedAt: DateTime,
    sessionsEnded: Type.Integer({ description: 'How many other sessions of the person were ended.' }),
  },
  { $id: 'PasswordChanged', examples: [{ changedAt: '2026-11-15T09:30:00.000Z', sessionsEnded: 2 }] },
)

export type PasswordChange = Static<typeof PasswordChange>
export type PasswordChanged = Static<typeof PasswordChanged>

const MyWorkspace = Type.Object(
  {
    id: WorkspaceId,
    name: Type.String(),
    timezone: Type.String(),
    currency: Type.String(),
    membershipId: Uuid,
    role: oneOf(ROLES),
  },
  { $id: 'MyWorkspace' },
)
export const MyWorkspacePage = Page(MyWorkspace, { $id: 'MyWorkspacePage' })
export const MyWorkspaceQuery = closed(Paging)

export type MyWorkspace = Static<typeof MyWorkspace>
