import { tool } from '#core/tool.ts'
import * as homes from './guest-home.operations.ts'
import { GuestHome } from './guest-home.schema.ts'
import * as operations from './property.operations.ts'
import { PropertyCreate } from './property.schema.ts'

const about = { toolset: 'properties' } as const
const ROW = ['id', 'name', 'internalCode', 'status', 'address', 'city', 'country', 'timezone']
const WRITABLE = Object.keys(PropertyCreate.properties)
const FEES = ['status', 'cleaningFee', 'managementFee', 'dealValue']
/** What a conversation is about; rooms and stay limits are a matter for the console. */
const DESCRIBED = [
  ...ROW.filter((field) => WRITABLE.includes(field)),
  'internalName',
  'postalCode',
  'propertyType',
  'bedrooms',
  'bathrooms',
  'maxGuests',
  'checkinTime',
  'checkoutTime',
  'checkinInstructions',
  'checkoutInstructions',
  'parkingInstructions',
  'cleaningInstructions',
  'wifiName',
]

export const listProperties = tool({
  ...about,
  name: 'list_properties',
  title: 'List properties',
  description: 'Finds homes by status or by words in name, code and city.',
  operation: operations.listProperties,
  takes: ['status', 'q', 'sort'],
  gives: ROW,
  effect: 'read',
  finds: 'property',
  outside: {
    guest: {
      says: 'See which property they stay in, as long as the stay is not over.',
      description: 'The homes of their stays that are not over.',
      operation: homes.listGuestHomes,
      takes: ['q'],
      gives: ['id', 'name', 'address', 'city', 'country', 'timezone'],
    },
  },
})

export const getProperty = tool({
  ...about,
  name: 'get_property',
  title: 'Read a property',
  description: 'One home with times, instructions, rooms and fees.',
  operation: operations.getProperty,
  takes: ['propertyId'],
  gives: ['id', ...DESCRIBED, 'cleaningFee', 'managementFee', 'hasSmartLock', 'customFields', 'updatedAt'],
  effect: 'read',
  names: { fields: ['propertyId'], by: 'propertyId' },
  fetches: { kind: 'property', by: 'propertyId' },
  outside: {
    guest: {
      says: 'See the guide of the property of their stay: address, times, instructions, house rules, and the Wi-Fi password from an hour before check-in to an hour after check-out.',
      description: 'The guide of the property of their stay.',
      operation: homes.getGuestHome,
      takes: ['propertyId'],
      gives: Object.keys(GuestHome.properties),
    },
  },
})

export const createProperty = tool({
  ...about,
  name: 'create_property',
  title: 'Create a property',
  description: 'Only a name is needed.',
  operation: operations.createProperty,
  takes: DESCRIBED,
  gives: ROW,
  effect: 'change',
  accumulates: true,
})

export const updateProperty = tool({
  ...about,
  name: 'update_property',
  title: 'Change a property',
  description: 'Left out stays, null clears. For status and fees a person is asked first.',
  operation: operations.updateProperty,
  takes: ['propertyId', ...DESCRIBED, ...FEES.filter((field) => !DESCRIBED.includes(field))],
  gives: [...ROW, 'cleaningFee', 'managementFee', 'updatedAt'],
  effect: 'destroy',
  gate: (args) => FEES.some((field) => field in args),
  subject: operations.getProperty,
})

export const deleteProperty = tool({
  ...about,
  name: 'delete_property',
  title: 'Delete a property',
  description: 'Takes the home out of every list. A person is asked first.',
  operation: operations.deleteProperty,
  takes: ['propertyId'],
  gives: ['id', 'deleted', 'deletedAt'],
  effect: 'destroy',
  gate: true,
  subject: operations.getProperty,
})
