import { expect, test } from 'vitest'
import { DATETIME, expectFault, NOBODY, place, UUID } from './spec-place.ts'

test('2.4 Task.id: uuid', async () => {
  const { task, asKey } = await place()
  const [a, b] = [await task({ title: 'A' }), await task({ title: 'B' })]
  expect(a.id).toMatch(UUID)
  expect(a.id).not.toBe(b.id)
  expect((await asKey.get(`/tasks/${a.id}`)).body.title).toBe('A')
  expectFault(await asKey.patch(`/tasks/${a.id}`, { id: b.id }), 422, 'id')
})

test('2.4 Task.shortId: TK-<number>, one for each task of a workspace, for good', async () => {
  const { task, asKey } = await place()
  const [a, b] = [await task(), await task()]
  for (const { shortId } of [a, b]) expect(shortId).toMatch(/^TK-[1-9]\d*$/)
  expect(a.shortId).not.toBe(b.shortId)
  await asKey.delete(`/tasks/${b.id}`)
  expect([a.shortId, b.shortId]).not.toContain((await task()).shortId)
  expectFault(await asKey.patch(`/tasks/${a.id}`, { shortId: 'TK-99' }), 422, 'shortId')
})

test('2.4 Task.workspaceId: the workspace it is in', async () => {
  const { task, workspaceId, asKey } = await place()
  const { id, ...made } = await task()
  expect(made.workspaceId).toBe(workspaceId)
  expectFault(await asKey.patch(`/tasks/${id}`, { workspaceId: 'elsewhere' }), 422, 'workspaceId')
})

test('2.4 Task.departmentId and Task.department: the owning department with id, name and slug', async () => {
  const { task, change, make, department, asKey } = await place()
  const { id, ...made } = await task()
  expect([made.departmentId, made.department]).toEqual([department.id, department])
  const other = await make.department({ name: 'Garden' })
  expect(await change(id, { departmentId: other.id })).toMatchObject({ departmentId: other.id, department: other })
  expectFault(await asKey.patch(`/tasks/${id}`, { departmentId: null }), 400, 'departmentId')
})

test('2.4 Task.propertyId and Task.property: uuid|null, and its id, name, status, address and city', async () => {
  const { task, change, asKey } = await place()
  const sent = { name: 'Casa', status: 'ACTIVE', address: 'Rua 1', city: 'Lisbon' }
  const { body: home } = await asKey.post('/properties', { ...sent, wifiName: 'not for tasks' })
  const made = await task({ propertyId: home.id })
  expect([made.propertyId, made.property]).toEqual([home.id, { id: home.id, ...sent }])
  expect(await change(made.id, { propertyId: null })).toMatchObject({ propertyId: null, property: null })
})

test('2.4 Task.reservationId: uuid|null', async () => {
  const { task, change, make } = await place()
  const { id: reservationId } = await make.reservation((await make.property()).id)
  const made = await task({ reservationId })
  expect(made.reservationId).toBe(reservationId)
  expect((await change(made.id, { reservationId: null })).reservationId).toBeNull()
})

test('2.4 Task.contactId: uuid|null', async () => {
  const { task, change, make } = await place()
  const { id: contactId } = await make.contact()
  const made = await task({ contactId })
  expect(made.contactId).toBe(contactId)
  expect((await change(made.id, { contactId: null })).contactId).toBeNull()
})

test('2.4 Task.parentTaskId: uuid|null, the parent of a subtask', async () => {
  const { task, change, asKey } = await place()
  const parent = await task()
  const made = await task({ parentTaskId: parent.id })
  expect(made.parentTaskId).toBe(parent.id)
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).status).toBe(409)
  expect((await change(made.id, { parentTaskId: null })).parentTaskId).toBeNull()
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).status).toBe(200)
})

const FLAG = { good: [true, false], bad: [null, 'true', 1] }
const PRIORITIES = ['WATCH', 'LOWEST', 'LOW', 'NORMAL', 'HIGH', 'URGENT']
const DAY = { good: ['2026-11-20', '2028-02-29', null], bad: ['2026-02-30', '20.11.2026', 5] }
const TIME = { good: ['09:30', '09:30:15', null], bad: ['25:00', '9:30', '09:30 Uhr', 9] }
const MINUTES = { good: [0, 90, null], bad: [-1, 1.5, '90'] }

/** Fields that a create and an update set, and answers show as they were sent. */
test.each<[field: string, type: string, values: { good: unknown[]; bad: unknown[] }]>([
  ['title', 'string', { good: ['Replace the tap', 'é 漢 😀'], bad: ['', '   ', null, 5] }],
  ['description', 'string|null', { good: ['It drips\nsince Friday', null], bad: [5, {}] }],
  ['priority', 'one of the priorities', { good: PRIORITIES, bad: ['HIGHEST', 'low', null] }],
  ['scheduledDate', 'date|null', DAY],
  ['scheduledTime', 'time|null', TIME],
  ['estimatedDurationMinutes', 'integer|null', MINUTES],
  ['isIssue', 'boolean', FLAG],
])('2.4 Task.%s: %s', async (field, _type, { good, bad }) => {
  const { task, change, asKey, department } = await place()
  const [first, ...others] = good
  const made = await task({ [field]: first })
  expect(made[field]).toEqual(first)
  expect((await asKey.get(`/tasks/${made.id}`)).body).toEqual(made)
  for (const value of others) expect((await change(made.id, { [field]: value }))[field]).toEqual(value)
  for (const value of bad) expectFault(await asKey.patch(`/tasks/${made.id}`, { [field]: value }), 400, field, value)
  const body = { title: 'T', departmentId: department.id, [field]: bad[0] }
  expectFault(await asKey.post('/tasks', body), 400, field, bad[0])
})

const NOW = '2026-11-15T09:30:00.000Z'

/** Fields that an update sets. */
test.each<[field: string, type: string, values: { good: unknown[]; bad: unknown[] }]>([
  ['billableToOwner', 'boolean', FLAG],
  ['cost', 'number|null', { good: [0, 85.25, null], bad: [-1, '85', 1e13] }],
  ['costCurrency', 'a currency code', { good: ['JPY', 'EUR'], bad: ['EURO', 'eur', 'XXQ', null] }],
  ['isNoCharge', 'boolean', FLAG],
  ['summary', 'string|null', { good: ['New washer.', null], bad: [5] }],
  ['startedAt', 'datetime|null', { good: [NOW, null], bad: ['2026-11-15', 'now', 5, '9999-12-31T23:59:59.9999Z'] }],
  ['customFields', 'object', { good: [{ a: { b: [1, null] } }], bad: [null, [], 'x'] }],
])('2.4 Task.%s: %s', async (field, _type, { good, bad }) => {
  const { task, change, asKey } = await place()
  const { id } = await task()
  for (const value of good) {
    expect((await change(id, { [field]: value }))[field]).toEqual(value)
    expect((await asKey.get(`/tasks/${id}`)).body[field]).toEqual(value)
  }
  for (const value of bad) expectFault(await asKey.patch(`/tasks/${id}`, { [field]: value }), 400, field, value)
})

test('2.4 Task.completedAt: datetime|null, when it was completed', async () => {
  const { task, change, asKey } = await place()
  const { id, completedAt } = await task()
  expect(completedAt).toBeNull()
  expect((await change(id, { status: 'COMPLETED' })).completedAt).toMatch(DATETIME)
  expect((await change(id, { completedAt: NOW })).completedAt).toBe(NOW)
  expectFault(await asKey.patch(`/tasks/${id}`, { completedAt: '2026-11-15' }), 400, 'completedAt')
})

const SOURCES = [
  'MANUAL',
  'AUTOMATION',
  'SCHEDULE_RULE',
  'INTEGRATION',
  'AI',
  'REVIEW',
  'MESSAGE',
  'CALL',
  'MEETING_BOT',
]

test('2.4 Task.source: where it came from, said at creation', async () => {
  const { task, asKey, department } = await place()
  for (const source of SOURCES) expect((await task({ source })).source).toBe(source)
  const body = { title: 'T', departmentId: department.id }
  for (const bad of ['EMAIL', null]) expectFault(await asKey.post('/tasks', { ...body, source: bad }), 400, 'source')
})

test('2.4 Task.isPublished: boolean, published to vendors when a manager does so, and not by a change of the task', async () => {
  const { task, asKey, asAdmin } = await place()
  const { id, isPublished } = await task()
  expect(isPublished).toBe(false)
  expect((await asAdmin.put(`/tasks/${id}/publication`)).status).toBe(200)
  expect((await asKey.get(`/tasks/${id}`)).body.isPublished).toBe(true)
  expect((await asAdmin.delete(`/tasks/${id}/publication`)).body.isPublished).toBe(false)
  expectFault(await asKey.patch(`/tasks/${id}`, { isPublished: true }), 422, 'isPublished')
})

test.each(['costItems', 'assignees'])('2.4 Task.%s: array, present only when include has it', async (part) => {
  const { task, asKey } = await place()
  const made = await task()
  expect(made).not.toHaveProperty(part)
  expect((await asKey.get(`/tasks/${made.id}`)).body).not.toHaveProperty(part)
  expect((await asKey.get('/tasks')).body.items[0]).not.toHaveProperty(part)
  expect((await asKey.get(`/tasks/${made.id}?include=${part}`)).body[part]).toEqual([])
  expect((await asKey.get(`/tasks?include=${part}`)).body.items[0][part]).toEqual([])
})

test('2.4 Task.createdAt and Task.updatedAt: datetime; only the second moves with a change', async () => {
  const { task, change, asKey } = await place()
  const made = await task()
  expect([made.createdAt, made.updatedAt]).toEqual([expect.stringMatching(DATETIME), made.createdAt])
  const changed = await change(made.id, { title: 'Other' })
  expect(changed.createdAt).toBe(made.createdAt)
  expect(changed.updatedAt >= made.updatedAt).toBe(true)
  expectFault(await asKey.patch(`/tasks/${made.id}`, { createdAt: NOW }), 422, 'createdAt')
})

test('2.4 a reference to nothing is refused by the name of its field', async () => {
  const { task, asKey } = await place()
  const { id } = await task()
  for (const field of ['departmentId', 'propertyId', 'reservationId', 'contactId', 'parentTaskId']) {
    expectFault(await asKey.patch(`/tasks/${id}`, { [field]: NOBODY }), 422, field)
    expectFault(await asKey.patch(`/tasks/${id}`, { [field]: 'not-a-uuid' }), 400, field)
  }
})
