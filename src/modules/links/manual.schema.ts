import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Nullable, oneOf, TimeOfDay, Uuid } from '#core/schema.ts'

const text = Nullable(Type.String())

export const Manual = Type.Object(
  {
    property: Type.Object({
      name: Type.String(),
      address: text,
      city: text,
      postalCode: text,
      country: text,
      latitude: Nullable(Type.Number()),
      longitude: Nullable(Type.Number()),
      timezone: Type.String({ description: 'All times of the page are told in it.' }),
      checkinTime: Nullable(TimeOfDay, { description: 'Of the stay where it has one; so is `checkoutTime`.' }),
      checkinTimeEnd: Nullable(TimeOfDay),
      checkoutTime: Nullable(TimeOfDay),
      checkinInstructions: text,
      checkoutInstructions: text,
      hasParking: Type.Boolean(),
      parkingInstructions: text,
      wifiName: text,
      wifiPassword: text,
      houseRules: text,
    }),
    stay: Nullable(Type.Object({ checkinDate: DateOnly, checkoutDate: DateOnly }), {
      description: 'null for a link without a reservation.',
    }),
    door: Type.Object({
      state: oneOf(['ready', 'too_early', 'too_late', 'no_lock'], {
        description: '`ready`: the button may be shown. The press itself is checked again.',
      }),
      opensAt: Nullable(DateTime, { description: 'When the link begins to open the door.' }),
      closesAt: Nullable(DateTime, { description: 'When it ceases to.' }),
    }),
  },
  { $id: 'Manual' },
)

export const DoorOpened = Type.Object(
  {
    status: oneOf(['opened']),
    confirmedByDevice: Type.Boolean({ description: 'The lock, or its cloud, said that it opened.' }),
    attemptId: Uuid,
    openedAt: DateTime,
    propertyName: Type.String(),
  },
  { $id: 'DoorOpened' },
)

export const ManualPath = closed({ doorToken: Uuid })

export type Manual = Static<typeof Manual>
export type DoorOpened = Static<typeof DoorOpened>
