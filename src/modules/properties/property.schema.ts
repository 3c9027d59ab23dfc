import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  CustomFields,
  FIXED,
  Id,
  inDocuments,
  Line,
  Nullable,
  oneOf,
  optional,
  OUTSIDERS,
  Page,
  Paging,
  readBy,
  saying,
  TimeOfDay,
  UpdatedAt,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

const PROPERTY_STATUSES = ['PROSPECT', 'ONBOARDING', 'ACTIVE', 'AT_RISK', 'INACTIVE'] as const
export const PROPERTY_SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'] as const
export const PROPERTY_CONTRACT = 'properties.v1.2.0'

const count = (description: string): ReturnType<typeof Type.Integer> =>
  Type.Integer({ minimum: 0, maximum: 10_000, description })
const rooms = count('How many; null when nobody has counted.')
/** The same where tools take it. */
const told = (text: string): ReturnType<typeof Type.Integer> =>
  Type.Integer({ minimum: 0, maximum: 10_000, ...inDocuments(text) })
const amount = (description: string): ReturnType<typeof Type.Number> =>
  Type.Number({ minimum: 0, maximum: 1_000_000_000_000, description })
const text = (about: string): ReturnType<typeof Type.String> =>
  Type.String({ maxLength: 10_000, ...inDocuments(about) })
const PropertyStatus = oneOf(PROPERTY_STATUSES, inDocuments('Lifecycle status.'))

const writable = {
  name: readBy(OUTSIDERS, Line(200, inDocuments('Display name.'))),
  internalName: Nullable(Line(200), {
    ...inDocuments('Internal alias. For the team, not for guests; `propertyName` of tasks finds it.'),
  }),
  internalCode: Nullable(Line(100), {
    ...inDocuments('Internal code. For the team, not for guests; `q` and `propertyName` of tasks find it.'),
  }),
  status: saying(PropertyStatus, 'Lifecycle status. A new property is ONBOARDING unless sent.'),
  lifecycleStage: Nullable(Line(100), { description: 'Finer lifecycle stage.' }),
  address: readBy(OUTSIDERS, Nullable(Words(500), inDocuments('Street address.'))),
  city: readBy(OUTSIDERS, Nullable(Line(200), inDocuments('Found by `q`, but not for restricted keys.'))),
  postalCode: readBy(OUTSIDERS, Nullable(Line(20), inDocuments('As it is written in the country; not checked.'))),
  country: readBy(
    ['guest'],
    Nullable(Type.String({ format: 'country-code' }), { description: 'ISO 3166-1 alpha-2 code.' }),
  ),
  latitude: readBy(
    ['guest', 'technician'],
    Nullable(Type.Number({ minimum: -90, maximum: 90 }), {
      description: 'Degrees north (WGS 84); only together with longitude.',
    }),
  ),
  longitude: readBy(
    ['guest', 'technician'],
    Nullable(Type.Number({ minimum: -180, maximum: 180 }), {
      description: 'Degrees east (WGS 84); only together with latitude.',
    }),
  ),
  propertyType: Nullable(Line(100), { description: 'Free kind, such as apartment or villa.' }),
  timezone: readBy(
    OUTSIDERS,
    Nullable(Type.String({ format: 'time-zone' }), {
      description: 'IANA time-zone name.',
      ...inDocuments('That of the workspace when null.'),
    }),
  ),
  bedrooms: Nullable(told('How many; null when nobody has counted.')),
  bathrooms: Nullable(
    Type.Number({ minimum: 0, maximum: 10_000 }),
    inDocuments('How many; half ones count, as in 1.5.'),
  ),
  beds: Nullable(rooms),
  maxGuests: Nullable(told('How many may stay at once; not less than minGuests.')),
  squareMeters: Nullable(Type.Number({ minimum: 0, maximum: 10_000_000 }), {
    description: 'Floor area, in square metres.',
  }),
  floor: Nullable(Type.Integer({ minimum: -100, maximum: 1000 }), {
    description: 'Which floor it is on; negative below ground.',
  }),
  hasElevator: Type.Boolean({ description: 'Whether guests can use one; false unless sent.' }),
  hasParking: readBy(['guest'], Type.Boolean({ description: 'Whether guests can park there; false unless sent.' })),
  hasSmartLock: readBy(
    ['guest'],
    Type.Boolean({
      description: 'Whether there is one. Set with the first lock that is added here, cleared with the last.',
    }),
  ),
  checkinTime: readBy(['guest'], Nullable(TimeOfDay, { description: 'Default check-in time, local.' })),
  checkinTimeEnd: readBy(['guest'], Nullable(TimeOfDay, { description: 'End of the check-in window.' })),
  checkoutTime: readBy(['guest'], Nullable(TimeOfDay, { description: 'Default check-out time, local.' })),
  checkinInstructions: readBy(['guest'], Nullable(text('Plain text that guests read on the page of their stay.'))),
  checkoutInstructions: readBy(['guest'], Nullable(text('Plain text that guests read on the page of their stay.'))),
  parkingInstructions: readBy(['guest'], Nullable(text('Plain text that guests read on the page of their stay.'))),
  wifiName: readBy(['guest'], Nullable(Line(100), inDocuments('Network name.'))),
  cleaningFee: Nullable(amount('In the workspace currency.')),
  managementFee: Nullable(amount('A rate or an amount, as the workspace agreed it.')),
  cleaningInstructions: Nullable(text('Plain text for those who clean.')),
  propertyLicenseNumber: Nullable(Line(100), { description: 'License or registration number.' }),
  kitchens: Nullable(rooms),
  livingRooms: Nullable(rooms),
  hallways: Nullable(rooms),
  terraces: Nullable(rooms),
  balconies: Nullable(rooms),
  gardens: Nullable(rooms),
  minNights: Nullable(count('Shortest stay; not more than maxNights.')),
  maxNights: Nullable(count('Longest stay; not less than minNights.')),
  minGuests: Nullable(count('How many a stay must have; not more than maxGuests.')),
  dealValue: Nullable(amount('Expected value of the deal, in the workspace currency.')),
  customFields: Type.Unsafe<Record<string, unknown>>({
    ...CustomFields,
    description: 'Fields of your own. A change merges one level, null removes one.',
  }),
}

const fixed = { id: Id, workspaceId: WorkspaceId, createdAt: CreatedAt, updatedAt: UpdatedAt }

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
  [FIXED]: Object.keys(fixed),
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
