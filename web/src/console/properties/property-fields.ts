import type { PropertyGuide, PropertyGuideUpdate } from '../../../../src/modules/properties/property-guide.schema.ts'
import type { PropertyUpdate } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation, ReservationUpdate } from '../../../../src/modules/reservations/reservation.schema.ts'

/** What people say of a property; own fields of a workspace are not among them. */
export type PropertyField = Exclude<
  keyof PropertyUpdate,
  'id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'customFields'
>

type Kind = 'line' | 'text' | 'status' | 'number' | 'whole' | 'time' | 'yes'

type Value = string | number | boolean | null

/** Every field and how it is written: one that is missing here does not compile. */
export const FIELD_KINDS: Record<PropertyField, Kind> = {
  name: 'line',
  internalName: 'line',
  internalCode: 'line',
  status: 'status',
  lifecycleStage: 'line',
  propertyType: 'line',
  propertyLicenseNumber: 'line',
  address: 'line',
  city: 'line',
  postalCode: 'line',
  country: 'line',
  timezone: 'line',
  latitude: 'number',
  longitude: 'number',
  floor: 'whole',
  bedrooms: 'whole',
  bathrooms: 'number',
  beds: 'whole',
  maxGuests: 'whole',
  minGuests: 'whole',
  squareMeters: 'number',
  kitchens: 'whole',
  livingRooms: 'whole',
  hallways: 'whole',
  terraces: 'whole',
  balconies: 'whole',
  gardens: 'whole',
  hasElevator: 'yes',
  hasParking: 'yes',
  hasSmartLock: 'yes',
  checkinTime: 'time',
  checkinTimeEnd: 'time',
  checkoutTime: 'time',
  minNights: 'whole',
  maxNights: 'whole',
  checkinInstructions: 'text',
  checkoutInstructions: 'text',
  parkingInstructions: 'text',
  wifiName: 'line',
  cleaningInstructions: 'text',
  cleaningFee: 'number',
  managementFee: 'number',
  dealValue: 'number',
}

export type FieldGroup = 'basics' | 'place' | 'size' | 'stays' | 'texts' | 'money'

const GROUP_STARTS: Partial<Record<PropertyField, FieldGroup>> = {
  name: 'basics',
  address: 'place',
  bedrooms: 'size',
  checkinTime: 'stays',
  checkinInstructions: 'texts',
  cleaningFee: 'money',
}

/** The fields by group, in the order in which they stand above. */
export const FIELD_GROUPS: readonly { name: FieldGroup; fields: readonly PropertyField[] }[] = (
  Object.keys(FIELD_KINDS) as PropertyField[]
).reduce<{ name: FieldGroup; fields: PropertyField[] }[]>((groups, field) => {
  const start = GROUP_STARTS[field]
  if (start) groups.push({ name: start, fields: [field] })
  else groups.at(-1)?.fields.push(field)
  return groups
}, [])

/** What a form says of a field: empty is null, and numbers are numbers. */
function fieldValue(kind: Kind, entry: FormDataEntryValue | null): Value {
  if (kind === 'yes') return entry !== null
  const text = typeof entry === 'string' ? entry.trim() : ''
  if (text === '') return null
  return kind === 'number' || kind === 'whole' ? Number(text) : text
}

/** The fields of the form that differ from what was there. */
export function changesIn(before: PropertyUpdate, form: FormData): PropertyUpdate {
  return differingIn(before, form, FIELD_KINDS)
}

export const TOLD = ['accessNotes', 'wifiPassword', 'houseRules'] as const

/** The same for what guests are told. */
export function guideChangesIn(
  before: Pick<PropertyGuide, (typeof TOLD)[number]>,
  form: FormData,
): PropertyGuideUpdate {
  return differingIn(before, form, Object.fromEntries(TOLD.map((field) => [field, 'text'])))
}

const STAY_KINDS = {
  checkinDate: 'line',
  checkinTime: 'time',
  checkoutDate: 'line',
  checkoutTime: 'time',
  guests: 'whole',
} as const satisfies Partial<Record<keyof ReservationUpdate, Kind>>
export type StayField = keyof typeof STAY_KINDS
export const STAY_FIELDS = Object.keys(STAY_KINDS) as StayField[]

/** The same for when a stay is. */
export function stayChangesIn(before: Pick<Reservation, StayField>, form: FormData): ReservationUpdate {
  return differingIn(before, form, STAY_KINDS)
}

function differingIn(before: object, form: FormData, kinds: Record<string, Kind>): Record<string, Value> {
  const was = before as Record<string, Value | undefined>
  const entries = Object.entries(kinds).flatMap(([field, kind]) => {
    const value = fieldValue(kind, form.get(field))
    return value === shown(was[field], kind) ? [] : [[field, value]]
  })
  return Object.fromEntries(entries)
}

/** As the form writes it, so that what nobody touched is no change. */
export function shown(value: Value | undefined, kind: Kind): Value {
  if (kind === 'time' && typeof value === 'string') return value.slice(0, 5)
  return (typeof value === 'string' ? value.trim() : value) ?? null
}
