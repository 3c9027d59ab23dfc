import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import { closed, DateTime, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

/** A workspace that has added the address of somebody with an account of their own. */
export const Invitation = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'The membership that waits for an answer.' }),
    workspaceId: WorkspaceId,
    workspaceName: Type.String(),
    role: oneOf(ROLES),
    addedAt: DateTime,
  },
  {
    $id: 'Invitation',
    examples: [
      {
        id: '0198f6a2-8121-7a40-b5c0-7d90c1a3e5f2',
        workspaceId: 'seaside-homes',
        workspaceName: 'Seaside Homes',
        role: 'manager',
        addedAt: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
)
export const InvitationPage = Page(Invitation, { $id: 'InvitationPage' })
export const InvitationQuery = closed(Paging)
export const InvitationPath = closed({ invitationId: Uuid })

export const Accepted = Type.Object(
  { workspaceId: WorkspaceId, membershipId: Uuid, role: oneOf(ROLES) },
  { $id: 'AcceptedInvitation' },
)
export const MyMembershipPath = closed({ membershipId: Uuid })

export type Invitation = Static<typeof Invitation>
export type Accepted = Static<typeof Accepted>
