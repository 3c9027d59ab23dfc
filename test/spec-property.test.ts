import { expect, test } from 'vitest'
import { harness } from './harness.ts'
import { DATETIME, expectFault, UUID } from './spec-place.ts'

test('2.3 Property.id: uuid, the property’s own', async () => {
  const { asKey } = await harness()
  const [a, b] = [await asKey.post('/properties', { name: 'A' }), await asKey.post('/properties', { name: 'B' })]
  expect(a.body.id).toMatch(UUID)
  expect(b.body.id).not.toBe(a.body.id)
  expect((await asKey.get(`/properties/${a.body.id}`)).body.name).toBe('A')
  expectFault(await asKey.patch(`/properties/${a.body.id}`, { id: b.body.id }), 422, 'id')
})

test('2.3 Property.workspaceId: the owning workspace', async () => {
  const { asKey, workspaceId } = await harness()
  const { body } = await asKey.post('/properties', { name: 'A' })
  expect(body.workspaceId).toBe(workspaceId)
  expectFault(await asKey.patch(`/properties/${body.id}`, { workspaceId: 'elsewhere' }), 422, 'workspaceId')
})

test('2.3 Property.createdAt and Property.updatedAt: datetime; only the second moves with a change', async () => {
  const { asKey } = await harness()
  const { body: made } = await asKey.post('/properties', { name: 'A' })
  expect([made.createdAt, made.updatedAt]).toEqual([expect.stringMatching(DATETIME), made.createdAt])
  const { body: changed } = await asKey.patch(`/properties/${made.id}`, { city: 'Faro' })
  expect(changed.createdAt).toBe(made.createdAt)
  expect(changed.updatedAt >= made.updatedAt).toBe(true)
  expectFault(await asKey.patch(`/properties/${made.id}`, { createdAt: '2020-01-01T00:00:00Z' }), 422, 'createdAt')
})

const TEXT = { good: ['Some text, é 漢 😀'], bad: [5, true, {}] }
const TIME = { good: ['15:00', '15:00:30'], bad: ['25:00', '15h', 15] }
const COUNT = { good: [0, 3], bad: [-1, 1.5, '3', true] }
const FLAG = { good: [true, false], bad: [null, 'true', 1] }
const MONEY = { good: [0, 65.5], bad: [-1, '65'] }

/** A place on the map has two sides. */
const COMPANION: Record<string, object> = { latitude: { longitude: 0 }, longitude: { latitude: 0 } }

/** What each field takes and keeps, and what it refuses. `null` is added to the right side by the type. */
test.each<[field: string, type: string, values: { good: unknown[]; bad: unknown[] }]>([
  ['name', 'string', { good: TEXT.good, bad: [...TEXT.bad, '', '   ', null] }],
  ['internalName', 'string|null', TEXT],
  ['internalCode', 'string|null', TEXT],
  ['status', 'string', { good: ['PROSPECT', 'ONBOARDING', 'ACTIVE', 'AT_RISK', 'INACTIVE'], bad: ['OPEN', '', null] }],
  ['lifecycleStage', 'string|null', TEXT],
  ['address', 'string|null', TEXT],
  ['city', 'string|null', TEXT],
  ['postalCode', 'string|null', { good: ['1200-195'], bad: [1200] }],
  ['country', 'string|null: a country code', { good: ['PT'], bad: ['Portugal', 'pt', 'XX', 5] }],
  ['latitude', 'number|null', { good: [38.7101, -90], bad: [90.1, '38'] }],
  ['longitude', 'number|null', { good: [-9.1424, 180], bad: [-180.5, '9'] }],
  ['propertyType', 'string|null', { good: ['apartment', 'villa', 'houseboat'], bad: [5] }],
  ['timezone', 'string|null: an IANA name', { good: ['Europe/Lisbon', 'UTC'], bad: ['Mars/Base', '+01:00', 5] }],
  ['bedrooms', 'integer|null', COUNT],
  ['bathrooms', 'number|null', { good: [1.5, 0], bad: [-1, '1'] }],
  ['beds', 'integer|null', COUNT],
  ['maxGuests', 'integer|null', COUNT],
  ['squareMeters', 'number|null', { good: [72.5], bad: [-1, '72'] }],
  ['floor', 'integer|null', { good: [-1, 0, 7], bad: [1.5, 'ground'] }],
  ['hasElevator', 'boolean', FLAG],
  ['hasParking', 'boolean', FLAG],
  ['hasSmartLock', 'boolean', FLAG],
  ['checkinTime', 'string|null', TIME],
  ['checkinTimeEnd', 'string|null', TIME],
  ['checkoutTime', 'string|null', TIME],
  ['checkinInstructions', 'string|null', TEXT],
  ['checkoutInstructions', 'string|null', TEXT],
  ['parkingInstructions', 'string|null', TEXT],
  ['wifiName', 'string|null', TEXT],
  ['cleaningFee', 'number|null', MONEY],
  ['managementFee', 'number|null', MONEY],
  ['cleaningInstructions', 'string|null', TEXT],
  ['propertyLicenseNumber', 'string|null', TEXT],
  ['kitchens', 'integer|null', COUNT],
  ['livingRooms', 'integer|null', COUNT],
  ['hallways', 'integer|null', COUNT],
  ['terraces', 'integer|null', COUNT],
  ['balconies', 'integer|null', COUNT],
  ['gardens', 'integer|null', COUNT],
  ['minNights', 'integer|null', COUNT],
  ['maxNights', 'integer|null', COUNT],
  ['minGuests', 'integer|null', COUNT],
  ['dealValue', 'number|null', MONEY],
])('2.3 Property.%s: %s', async (field, type, { good, bad }) => {
  const { asKey } = await harness()
  const [first, ...others] = type.includes('null') ? [...good, null] : good
  const made = await asKey.post('/properties', { name: 'Casa', ...COMPANION[field], [field]: first })
  expect(made.body[field], JSON.stringify(made.body)).toEqual(first)
  const path = `/properties/${made.body.id}`
  expect((await asKey.get(path)).body).toEqual(made.body)
  for (const value of others) {
    const gone = value === null && COMPANION[field] ? { latitude: null, longitude: null } : {}
    const changed = await asKey.patch(path, { ...gone, [field]: value })
    expect(changed.body[field], JSON.stringify(changed.body)).toEqual(value)
  }
  const { body: before } = await asKey.get(path)
  for (const value of bad) expectFault(await asKey.patch(path, { [field]: value }), 400, field, value)
  expectFault(await asKey.post('/properties', { name: 'Casa', [field]: bad[0] }), 400, field, bad[0])
  expect((await asKey.get(path)).body).toEqual(before)
})

test('2.3 Property.customFields: object of the workspace’s own fields', async () => {
  const { asKey } = await harness()
  const customFields = { owner: 'M. Rossi', rating: 4.5, tags: ['sea'], nested: { a: null } }
  const { body } = await asKey.post('/properties', { name: 'Casa', customFields })
  expect(body.customFields).toEqual(customFields)
  expect((await asKey.post('/properties', { name: 'Casa' })).body.customFields).toEqual({})
  for (const bad of [null, [], 'x'])
    expectFault(await asKey.post('/properties', { name: 'C', customFields: bad }), 400, 'customFields', bad)
})

test('2.3 reduced property view: a restricted key sees id, name, internalName, internalCode and status only', async () => {
  const { asKey, as, make } = await harness()
  const sent = { name: 'Casa', internalName: 'C', internalCode: 'C-1', status: 'ACTIVE', city: 'Lisbon', wifiName: 'w' }
  const { body } = await asKey.post('/properties', sent)
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['properties:read'] })
  const { city: _, wifiName: __, ...reduced } = sent
  expect((await as(value).get(`/properties/${body.id}`)).body).toEqual({ id: body.id, ...reduced })
  expect((await as(value).get('/properties')).body.items).toEqual([{ id: body.id, ...reduced }])
})

test('3.2 DELETE soft-deletes a property: hidden from the list and from reading', async () => {
  const { asKey } = await harness()
  const { body } = await asKey.post('/properties', { name: 'Casa' })
  expect((await asKey.delete(`/properties/${body.id}`)).status).toBe(200)
  expect((await asKey.get('/properties')).body.items).toEqual([])
  expect((await asKey.get(`/properties/${body.id}`)).status).toBe(404)
})
