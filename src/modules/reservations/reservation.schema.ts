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
  readBy,
  TimeOfDay,
  Uuid,
  Words,
  WorkspaceId,
  LASTS_OVER,
} from '#core/schema.ts'

const STATUSES = ['INQUIRY', 'TENTATIVE', 'CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT', 'CANCELLED'] as const

const writable = {
  propertyId: readBy(['guest'], Uuid),
  contactId: Nullable(Uuid, { description: 'The guest.' }),
  code: Nullable(Line(100), { description: 'What the channel or the guest calls it.', examples: ['HMABC123'] }),
  status: readBy(['guest'], oneOf(STATUSES)),
  checkinDate: readBy(['guest'], Type.String({ ...DateOnly, description: 'In the time zone of the property.' })),
  checkoutDate: readBy(['guest'], Type.String({ ...DateOnly, description: 'After the check-in.' })),
  checkinTime: readBy(['guest'], Nullable(TimeOfDay, { description: 'Null: the time of the property.' })),
  checkoutTime: readBy(['guest'], Nullable(TimeOfDay, { description: 'Null: the time of the property.' })),
  guests: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
  channel: Nullable(Line(50), { description: 'Where it was booked.', examples: ['airbnb'] }),
  externalSource: Nullable(Line(100), {
    description: 'The system that has it too; with externalId, and one reservation for each pair.',
    examples: ['hostaway'],
  }),
  externalId: Nullable(Line(500), { description: 'What that system calls it.', examples: ['81234'] }),
  notes: Nullable(Words(10_000)),
}
const fixed = {
  id: Uuid,
  propertyName: Type.String(),
  guestName: Nullable(Type.String(), { description: 'The full name of the contact.' }),
  arrivesAt: Nullable(DateTime, { description: 'The moment of the check-in; null when no time is known.' }),
  departsAt: Nullable(DateTime, { description: 'The moment of the check-out; null when no time is known.' }),
  clashes: Type.Array(Uuid, {
    description:
      'Other confirmed stays of the same property on some of the same nights. A warning: nothing is refused.',
  }),
  createdAt: DateTime,
  updatedAt: DateTime,
}

const LinkedTask = Type.Object(
  {
    id: Uuid,
    shortId: Type.String(),
    title: Type.String(),
    status: Type.String(),
    scheduledDate: Nullable(DateOnly),
    scheduledTime: Nullable(TimeOfDay),
  },
  { $id: 'LinkedTask' },
)

export const Reservation = Type.Object({ ...fixed, ...writable }, { $id: 'Reservation' })
export const ReservationDetail = Type.Object(
  {
    ...fixed,
    ...writable,
    tasks: Type.Optional(Type.Array(LinkedTask, { description: 'With `include=tasks`: the first hundred, by date.' })),
  },
  { $id: 'ReservationDetail' },
)
export const ReservationPage = Page(Reservation, { $id: 'ReservationPage' })
export const ReservationInclude = closed(
  optional({ include: oneOf(['tasks'], { description: '`tasks` adds the tasks that are linked to it.' }) }),
)
export const ReservationQuery = closed({
  ...optional({
    propertyId: Uuid,
    contactId: Uuid,
    status: writable.status,
    from: Type.String({ ...DateOnly, [LASTS_OVER]: true, description: 'Leaves on this day or later.' }),
    to: Type.String({ ...DateOnly, description: 'Arrives on this day or earlier.' }),
    q: Words(200, { description: 'Part of code, external id or guest.' }),
    sort: oneOf(['-createdAt', 'createdAt', 'checkinDate', '-checkinDate']),
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

/** Where neither the stay nor its property says a time. */
export const USUAL_TIMES = { checkin: '15:00', checkout: '11:00' }

export const RESERVATION_FIXED = fixed
export const RESERVATION_STORED = ['id', ...Object.keys(writable), 'createdAt', 'updatedAt']

export type Reservation = Static<typeof Reservation>
export type ReservationDetail = Static<typeof ReservationDetail>
export type LinkedTask = Static<typeof LinkedTask>
export type ReservationStatus = Reservation['status']
export type ReservationCreate = Static<typeof ReservationCreate>
export type ReservationUpdate = Static<typeof ReservationUpdate>
export type ReservationQuery = Static<typeof ReservationQuery>
