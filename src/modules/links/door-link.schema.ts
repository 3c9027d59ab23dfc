import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { LINK_STATES } from './share-link.schema.ts'

const given = {
  propertyId: Uuid,
  reservationId: Nullable(Uuid, {
    description: 'Of that property: the link then opens the door during the stay only.',
  }),
  lockId: Nullable(Uuid, { description: 'null: the first lock that the property got.' }),
  expiresAt: Nullable(DateTime, { description: 'null: it does not expire.' }),
}

const shown = {
  id: Uuid,
  ...given,
  state: oneOf(LINK_STATES, { description: 'Revoked also when the reservation was cancelled or moved elsewhere.' }),
  opensAt: Nullable(DateTime, { description: 'When it begins to open the door; null without a reservation.' }),
  closesAt: Nullable(DateTime, { description: 'When it ceases to.' }),
  revokedAt: Nullable(DateTime),
  createdAt: DateTime,
}

export const DoorLink = Type.Object(
  {
    ...shown,
    url: Nullable(Type.String(), {
      description: 'The page for the guest: whoever has it has the access. null in a replay.',
    }),
  },
  { $id: 'DoorLink' },
)
export const DoorLinkPage = Page(Type.Object(shown), { $id: 'DoorLinkPage' })
export const DoorLinkQuery = closed({ ...optional({ propertyId: Uuid, reservationId: Uuid }), ...Paging })
export const DoorLinkPath = closed({ workspaceId: WorkspaceId, doorLinkId: Uuid })
export const DoorLinkCreate = closed(
  { ...optional(given), propertyId: given.propertyId },
  { $id: 'DoorLinkCreate', examples: [{ propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92' }] },
)

export type DoorLink = Static<typeof DoorLink>
export type DoorLinkQuery = Static<typeof DoorLinkQuery>
export type DoorLinkCreate = Static<typeof DoorLinkCreate>
