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
      checkinTime: Nullable(TimeOfDay),
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

/** `code` of the problem documents of these routes that a page has words for. `too_early` also has `opensAt`. */
export type ManualCode =
  | 'link_unknown' // 404
  | 'link_revoked' // 403
  | 'link_expired' // 403
  | 'no_smart_lock' // 403
  | 'too_early' // 403
  | 'too_late' // 403
  | 'door_busy' // 409, retryable
  | 'rate_limited' // 429
  | 'device_offline' // 503
  | 'device_error' // 503
  | 'device_uncertain' // 503: it did not answer in time, the door may or may not have opened
  | 'unavailable' // 503

export type Manual = Static<typeof Manual>
export type DoorOpened = Static<typeof DoorOpened>
