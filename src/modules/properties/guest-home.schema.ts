import { Type, type Static } from 'typebox'
import { closed, Nullable, optional, Page, Paging, TimeOfDay, Uuid, Words } from '#core/schema.ts'

const text = Nullable(Type.String())

/** What a guest is told about the home of a stay that is not over. */
export const GuestHome = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    address: text,
    city: text,
    postalCode: text,
    country: text,
    timezone: Type.String(),
    checkinTime: Nullable(TimeOfDay),
    checkoutTime: Nullable(TimeOfDay),
    checkinInstructions: text,
    checkoutInstructions: text,
    hasParking: Type.Boolean(),
    parkingInstructions: text,
    wifiName: text,
    wifiPassword: Nullable(Type.String(), { description: 'From an hour before the check-in on.' }),
    houseRules: text,
  },
  { $id: 'GuestHome' },
)
export const GuestHomePage = Page(GuestHome, { $id: 'GuestHomePage' })
export const GuestHomePath = closed({ propertyId: Uuid })
export const GuestHomeQuery = closed({ ...optional({ q: Words(200) }), ...Paging })

export type GuestHome = Static<typeof GuestHome>
export type GuestHomeQuery = Static<typeof GuestHomeQuery>
