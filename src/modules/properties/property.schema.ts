import { Type, type Static, type TSchema } from 'typebox'
import {
  closed,
  CustomFields,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  TimeOfDay,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

const PROPERTY_STATUSES = ['PROSPECT', 'ONBOARDING', 'ACTIVE', 'AT_RISK', 'INACTIVE'] as const
export const PROPERTY_SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const
export const PROPERTY_CONTRACT = 'properties.v1.2.0'

const count = (description?: string): TSchema & ReturnType<typeof Type.Integer> =>
  Type.Integer({ minimum: 0, maximum: 10_000, ...(description ? { description } : {}) })
const amount = (description: string): ReturnType<typeof Type.Number> =>
  Type.Number({ minimum: 0, maximum: 1_000_000_000_000, description })
const text = Type.String({ maxLength: 10_000 })
const PropertyStatus = oneOf(PROPERTY_STATUSES)

const writable = {
  name: Line(200),
  internalName: Nullable(Line(200), { description: 'Internal alias.' }),
  internalCode: Nullable(Line(100)),
  status: PropertyStatus,
  lifecycleStage: Nullable(Line(100), { description: 'Finer lifecycle stage.' }),
  address: Nullable(Words(500)),
  city: Nullable(Line(200)),
  postalCode: Nullable(Line(20)),
  country: Nullable(Type.String({ format: 'country-code' }), { description: 'ISO 3166-1 alpha-2 code.' }),
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  propertyType: Nullable(Line(100), { description: 'Free kind, such as apartment or villa.' }),
  timezone: Nullable(Type.String({ format: 'time-zone' }), { description: 'IANA time-zone name.' }),
  bedrooms: Nullable(count()),
  bathrooms: Nullable(Type.Number({ minimum: 0, maximum: 10_000 })),
  beds: Nullable(count()),
  maxGuests: Nullable(count()),
  squareMeters: Nullable(Type.Number({ minimum: 0, maximum: 10_000_000 }), { description: 'Floor area.' }),
  floor: Nullable(Type.Integer({ minimum: -100, maximum: 1000 })),
  hasElevator: Type.Boolean(),
  hasParking: Type.Boolean(),
  hasSmartLock: Type.Boolean(),
  checkinTime: Nullable(TimeOfDay, { description: 'Default check-in time, local.' }),
  checkinTimeEnd: Nullable(TimeOfDay, { description: 'End of the check-in window.' }),
  checkoutTime: Nullable(TimeOfDay, { description: 'Default check-out time, local.' }),
  checkinInstructions: Nullable(text),
  checkoutInstructions: Nullable(text),
  parkingInstructions: Nullable(text),
  wifiName: Nullable(Line(100)),
  cleaningFee: Nullable(amount('In the workspace currency.')),
  managementFee: Nullable(amount('A rate or an amount, as the workspace agreed it.')),
  cleaningInstructions: Nullable(text),
  propertyLicenseNumber: Nullable(Line(100), { description: 'License or registration number.' }),
  kitchens: Nullable(count()),
  livingRooms: Nullable(count()),
  hallways: Nullable(count()),
  terraces: Nullable(count()),
  balconies: Nullable(count()),
  gardens: Nullable(count()),
  minNights: Nullable(count('Shortest stay.')),
  maxNights: Nullable(count('Longest stay.')),
  minGuests: Nullable(count()),
  dealValue: Nullable(amount('Expected value of the deal, in the workspace currency.')),
  customFields: Type.Unsafe<Record<string, unknown>>({
    ...CustomFields,
    description: 'Fields of your own. A change merges one level, null removes one.',
  }),
}

const fixed = { id: Uuid, workspaceId: WorkspaceId, createdAt: DateTime, updatedAt: DateTime }

const EXAMPLE = {
  id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  workspaceId: 'seaside-homes',
  ...Object.fromEntries(Object.keys(writable).map((field) => [field, null])),
  name: 'Casa Azul',
  internalName: 'Azul 3B',
  internalCode: 'LIS-014',
  status: 'ACTIVE',
  address: 'Rua das Flores 12',
  city: 'Lisbon',
  postalCode: '1200-195',
  country: 'PT',
  latitude: 38.7101,
  longitude: -9.1424,
  propertyType: 'apartment',
  timezone: 'Europe/Lisbon',
  bedrooms: 2,
  bathrooms: 1.5,
  maxGuests: 4,
  hasElevator: true,
  hasParking: false,
  hasSmartLock: true,
  checkinTime: '15:00',
  checkoutTime: '11:00',
  cleaningFee: 65,
  customFields: { owner: 'M. Rossi' },
  createdAt: '2026-01-12T08:00:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
}

export const Property = Type.Object(
  { id: fixed.id, workspaceId: fixed.workspaceId, ...writable, createdAt: fixed.createdAt, updatedAt: fixed.updatedAt },
  { $id: 'Property', 'x-contract': PROPERTY_CONTRACT, examples: [EXAMPLE] },
)

/** All that a restricted key sees of a property. */
export const PropertyReduced = Type.Object(
  {
    id: fixed.id,
    name: writable.name,
    internalName: writable.internalName,
    internalCode: writable.internalCode,
    status: writable.status,
  },
  {
    $id: 'PropertyReduced',
    'x-contract': PROPERTY_CONTRACT,
    examples: [
      { id: EXAMPLE.id, name: 'Casa Azul', internalName: 'Azul 3B', internalCode: 'LIS-014', status: 'ACTIVE' },
    ],
  },
)

export const PropertyCreate = closed(
  { ...optional(writable), name: writable.name },
  { $id: 'PropertyCreate', examples: [{ name: 'Casa Azul', status: 'ACTIVE', city: 'Lisbon' }] },
)
export const PropertyUpdate = closed(optional({ ...writable, ...fixed }), {
  $id: 'PropertyUpdate',
  examples: [{ status: 'AT_RISK', customFields: { owner: null } }],
})
export const PropertyQuery = closed({
  status: Type.Optional(PropertyStatus),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Searches name, internal code and city.' }),
  ),
  updatedSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what changed at or after this moment.' }),
  ),
  sort: Type.Optional(oneOf(PROPERTY_SORTS, { default: '-createdAt', description: 'A minus sign means descending.' })),
  ...Paging,
})
export const PropertyPath = closed({ workspaceId: WorkspaceId, propertyId: Uuid })
export const PropertyPage = Page(Property, { $id: 'PropertyPage' })
export const PropertyReducedPage = Page(PropertyReduced, { $id: 'PropertyReducedPage' })

export const PROPERTY_FIXED = fixed
export const PROPERTY_FIELDS = Object.keys(Property.properties)

export type Property = Static<typeof Property>
export type PropertyCreate = Static<typeof PropertyCreate>
export type PropertyUpdate = Static<typeof PropertyUpdate>
export type PropertyQuery = Static<typeof PropertyQuery>
