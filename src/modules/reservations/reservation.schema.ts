import { Type, type Static } from 'typebox'
import {
  closed,
  DateOnly,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

const writable = {
  propertyId: Uuid,
  contactId: Nullable(Uuid, { description: 'The guest.' }),
  code: Nullable(Line(100), { description: 'What the channel or the guest calls it.', examples: ['HMABC123'] }),
  status: oneOf(['CONFIRMED', 'CANCELLED']),
  checkinDate: Type.String({ ...DateOnly, description: 'In the time zone of the property.' }),
  checkoutDate: Type.String({ ...DateOnly, description: 'After the check-in.' }),
  guests: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

export const Reservation = Type.Object({ ...fixed, ...writable }, { $id: 'Reservation' })
export const ReservationPage = Page(Reservation, { $id: 'ReservationPage' })
export const ReservationQuery = closed({
  ...optional({
    propertyId: Uuid,
    status: writable.status,
    from: Type.String({ ...DateOnly, description: 'Stays that last beyond this day or leave on it.' }),
    to: Type.String({ ...DateOnly, description: 'Stays that have begun by this day.' }),
  }),
  ...Paging,
})
export const ReservationPath = closed({ workspaceId: WorkspaceId, reservationId: Uuid })
export const ReservationCreate = closed(
  {
    ...optional(writable),
    propertyId: writable.propertyId,
    checkinDate: writable.checkinDate,
    checkoutDate: writable.checkoutDate,
  },
  {
    $id: 'ReservationCreate',
    examples: [
      {
        propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92',
        checkinDate: '2026-11-20',
        checkoutDate: '2026-11-24',
        guests: 2,
      },
    ],
  },
)
export const ReservationUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'ReservationUpdate',
  examples: [{ status: 'CANCELLED' }],
})

export const RESERVATION_FIXED = Object.keys(fixed)
export const RESERVATION_FIELDS = Object.keys(Reservation.properties)

export type Reservation = Static<typeof Reservation>
export type ReservationCreate = Static<typeof ReservationCreate>
export type ReservationUpdate = Static<typeof ReservationUpdate>
export type ReservationQuery = Static<typeof ReservationQuery>
