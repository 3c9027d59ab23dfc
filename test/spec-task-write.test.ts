import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { expectFault, NOBODY, place, type Place } from './spec-place.ts'

const people = ({ assignees }: { assignees: { role: string; userId: string; vendorOrgId: string }[] }): string[][] =>
  assignees.map(({ role, userId, vendorOrgId }) => [role, userId ?? vendorOrgId])

test.each(['title', 'departmentId'])('4.4 create: %s, required', async (field) => {
  const { asKey, department } = await place()
  const body: Record<string, unknown> = { title: 'T', departmentId: department.id }
  expect((await asKey.post('/tasks', body)).body).toMatchObject(body)
  delete body[field]
  expectFault(await asKey.post('/tasks', body), 400, field)
  expectFault(await asKey.post('/tasks', { ...body, [field]: null }), 400, field)
})

test.each<[field: string, without: unknown, value: unknown]>([
  ['description', null, 'It drips'],
  ['priority', 'NORMAL', 'URGENT'],
  ['scheduledDate', null, '2026-11-20'],
  ['scheduledTime', null, '09:30'],
  ['estimatedDurationMinutes', null, 45],
  ['source', 'INTEGRATION', 'CALL'],
  ['isIssue', false, true],
])('4.4 create: %s, not required', async (field, without, value) => {
  const { task } = await place()
  expect((await task())[field]).toEqual(without)
  expect((await task({ [field]: value }))[field]).toEqual(value)
})

test.each(['propertyId', 'reservationId', 'contactId', 'parentTaskId', 'templateId'])(
  '4.4 create: %s, uuid|null, not required',
  async (field) => {
    const { task, make, asKey, department } = await place()
    const property = await make.property()
    const ids: Record<string, string> = {
      propertyId: property.id,
      reservationId: (await make.reservation(property.id)).id,
      contactId: (await make.contact()).id,
      parentTaskId: (await task()).id,
      templateId: (await make.template()).id,
    }
    expect((await task())[field]).toBeNull()
    expect((await task({ [field]: null }))[field]).toBeNull()
    expect((await task({ [field]: ids[field] }))[field]).toBe(ids[field])
    const body = { title: 'T', departmentId: department.id }
    expectFault(await asKey.post('/tasks', { ...body, [field]: NOBODY }), 422, field)
    expectFault(await asKey.post('/tasks', { ...body, [field]: 'x' }), 400, field)
  },
)

test('4.4 create: propertyName, used when propertyId is omitted', async () => {
  const { task, make, asKey, department } = await place()
  const [named, other] = [await make.property({ name: 'Casa Azul' }), await make.property({ name: 'Torre' })]
  expect((await task({ propertyName: 'casa azul' })).propertyId).toBe(named.id)
  expect((await task({ propertyName: 'Casa Azul', propertyId: other.id })).propertyId).toBe(other.id)
  const unknown = await asKey.post('/tasks', { title: 'T', departmentId: department.id, propertyName: 'Nowhere' })
  expect(unknown.body).toMatchObject({ status: 422, code: 'property_name_unknown' })
})

test('4.4 create: templateId brings what the template has', async () => {
  const { task, asAdmin } = await place()
  const { body: template } = await asAdmin.post('/task-templates', {
    name: 'Turnover',
    description: 'From top to bottom',
    estimatedDurationMinutes: 120,
    items: [{ kind: 'CHECK', title: 'Linen', required: true, blocksCompletion: true }],
  })
  const made = await task({ templateId: template.id }, '?include=checklist')
  expect(made).toMatchObject({ description: 'From top to bottom', estimatedDurationMinutes: 120 })
  expect(made.checklist).toMatchObject([{ title: 'Linen', required: true, blocksCompletion: true }])
})

test('4.4 create: primaryUserId, uuid|null', async () => {
  const { task, admin } = await place()
  expect(people(await task({ primaryUserId: admin.userId }, '?include=assignees'))).toEqual([['PRIMARY', admin.userId]])
  expect(people(await task({ primaryUserId: null }, '?include=assignees'))).toEqual([])
})

test('4.4 create: primaryVendorOrgId, uuid|null', async () => {
  const { task, make } = await place()
  const { id } = await make.vendor()
  expect(people(await task({ primaryVendorOrgId: id }, '?include=assignees'))).toEqual([['PRIMARY', id]])
  expect(people(await task({ primaryVendorOrgId: null }, '?include=assignees'))).toEqual([])
})

test('4.4 create: secondaryAssigneeIds, uuid[]', async () => {
  const { task, make, admin, asKey, department } = await place()
  const vendor = await make.vendor()
  const made = await task({ secondaryAssigneeIds: [admin.userId, vendor.id] }, '?include=assignees')
  expect(people(made).toSorted()).toEqual(
    [
      ['SECONDARY', admin.userId],
      ['SECONDARY', vendor.id],
    ].toSorted(),
  )
  const body = { title: 'T', departmentId: department.id, secondaryAssigneeIds: [NOBODY] }
  expectFault(await asKey.post('/tasks', body), 422, 'secondaryAssigneeIds')
})

test('4.4 create: tagIds, uuid[]', async () => {
  const { task, make, asKey, department } = await place()
  const [a, b] = [await make.tag(), await make.tag()]
  expect((await task({ tagIds: [b.id, a.id] })).tagIds.toSorted()).toEqual([a.id, b.id].toSorted())
  expectFault(await asKey.post('/tasks', { title: 'T', departmentId: department.id, tagIds: [NOBODY] }), 422, 'tagIds')
})

test('4.4 create: useDefaultAssignees applies the department’s default assignees', async () => {
  const { task, make, asAdmin } = await place()
  const lead = await make.person()
  const defaultAssignees = [{ membershipId: lead.membershipId, role: 'PRIMARY' }]
  const { body: pool } = await asAdmin.post('/departments', { name: 'Pool', kind: 'field_ops', defaultAssignees })
  const made = (body: object) => task({ departmentId: pool.id, ...body }, '?include=assignees')
  expect(people(await made({ useDefaultAssignees: true }))).toEqual([['PRIMARY', lead.userId]])
  expect(people(await made({ useDefaultAssignees: false }))).toEqual([])
  expect(people(await made({}))).toEqual([])
})

test('4.4 create: assignees, tags, visit and activity are there with the answer, and the event for the rest', async () => {
  const { task, make, admin, asAdmin, runtime, workspaceId } = await place()
  const property = await make.property()
  const sent = { propertyId: property.id, scheduledDate: '2026-11-20', primaryUserId: admin.userId }
  const made = await task({ ...sent, tagIds: [(await make.tag()).id] }, '?include=assignees,tags')
  expect(made).toMatchObject({ visitId: expect.any(String), assignees: [{}], tags: [{}] })
  expect((await asAdmin.get(`/tasks/${made.id}/activity`)).body.items).toMatchObject([{ action: 'task.created' }])
  const events = sql`select payload from outbox where workspace_id = ${workspaceId} and type = 'task.created'`
  expect(await many(runtime.database.pool, events)).toMatchObject([{ payload: { taskId: made.id } }])
})

const NOW = '2026-11-15T09:30:00.000Z'

test.each<[field: string, value: unknown, together?: object]>([
  ['status', 'IN_PROGRESS'],
  ['summary', 'New washer.'],
  ['completedAt', NOW, { status: 'COMPLETED' }],
  ['startedAt', NOW],
  ['sortOrder', 2.5],
  ['projectId', NOBODY],
  ['billableToOwner', true],
  ['cost', 85.5],
  ['costCurrency', 'USD'],
  ['isNoCharge', true],
  ['customFields', { meter: 4711 }],
  ['completionFields', { rating: 5 }],
])('4.4 update: %s', async (field, value, together = {}) => {
  const { task, change, asKey, department } = await place()
  const { id, version } = await task()
  const changed = await change(id, { ...together, [field]: value })
  expect(changed).toMatchObject({ [field]: value, version: version + 1 })
  expect((await asKey.get(`/tasks/${id}`)).body).toEqual(changed)
  const created = await asKey.post('/tasks', { title: 'T', departmentId: department.id, [field]: value })
  expectFault(created, 400, field)
})

test('4.4 update: customFields and completionFields merge, null takes a field away', async () => {
  const { task, change } = await place()
  const { id } = await task()
  for (const field of ['customFields', 'completionFields']) {
    await change(id, { [field]: { a: 1, b: { c: 2 } } })
    expect((await change(id, { [field]: { a: null, d: 3 } }))[field]).toEqual({ b: { c: 2 }, d: 3 })
  }
})

test('4.4 update: replacePrimaryUser', async () => {
  const { task, change, make, admin } = await place()
  const other = await make.person()
  const { id } = await task({ primaryUserId: admin.userId })
  const set = async (body: object) =>
    people(await change(id, { primaryUserId: other.userId, ...body }, '?include=assignees'))
  expect(await set({ replacePrimaryUser: false })).toEqual([
    ['PRIMARY', admin.userId],
    ['SECONDARY', other.userId],
  ])
  expect(await set({ replacePrimaryUser: true })).toEqual([['PRIMARY', other.userId]])
})

/** What the create fields become in an update: the value to send and what shows it. */
const UPDATABLE: Record<string, (here: Place) => Promise<[value: unknown, shown: object]>> = {
  title: async () => ['Other', { title: 'Other' }],
  departmentId: async ({ make }) => {
    const { id } = await make.department({ name: 'Pool' })
    return [id, { departmentId: id, department: { name: 'Pool' } }]
  },
  description: async () => ['More', { description: 'More' }],
  propertyId: async ({ make }) => {
    const { id } = await make.property()
    return [id, { propertyId: id, property: { id } }]
  },
  propertyName: async ({ make }) => ['Torre', { propertyId: (await make.property({ name: 'Torre' })).id }],
  priority: async () => ['LOW', { priority: 'LOW' }],
  scheduledDate: async () => ['2026-11-21', { scheduledDate: '2026-11-21', status: 'SCHEDULED' }],
  scheduledTime: async () => ['10:00', { scheduledTime: '10:00' }],
  estimatedDurationMinutes: async () => [30, { estimatedDurationMinutes: 30 }],
  reservationId: async ({ make }) => {
    const { id } = await make.reservation((await make.property()).id)
    return [id, { reservationId: id }]
  },
  contactId: async ({ make }) => {
    const { id } = await make.contact()
    return [id, { contactId: id }]
  },
  parentTaskId: async ({ task }) => {
    const { id } = await task()
    return [id, { parentTaskId: id }]
  },
  isIssue: async () => [true, { isIssue: true }],
  primaryUserId: async ({ admin }) => [admin.userId, { assignees: [{ role: 'PRIMARY', userId: admin.userId }] }],
  primaryVendorOrgId: async ({ make }) => {
    const { id } = await make.vendor()
    return [id, { assignees: [{ role: 'PRIMARY', vendorOrgId: id }] }]
  },
  secondaryAssigneeIds: async ({ admin }) => [
    [admin.userId],
    { assignees: [{ role: 'SECONDARY', userId: admin.userId }] },
  ],
  tagIds: async ({ make }) => {
    const { id } = await make.tag()
    return [[id], { tagIds: [id] }]
  },
}

test.each(Object.entries(UPDATABLE))('4.4 update: the create field %s', async (field, prepare) => {
  const here = await place()
  const { id } = await here.task()
  const [value, shown] = await prepare(here)
  expect(await here.change(id, { [field]: value }, '?include=assignees')).toMatchObject(shown)
})

test('4.4 update: the create field useDefaultAssignees', async () => {
  const { task, change, make, asAdmin } = await place()
  const lead = await make.person()
  const defaultAssignees = [{ membershipId: lead.membershipId, role: 'PRIMARY' }]
  const { body: pool } = await asAdmin.post('/departments', { name: 'Pool', kind: 'field_ops', defaultAssignees })
  const { id } = await task({ departmentId: pool.id })
  expect(people(await change(id, { useDefaultAssignees: true }, '?include=assignees'))).toEqual([
    ['PRIMARY', lead.userId],
  ])
})

test.each(['source', 'templateId'])('4.4 update: the create field %s is for the creation only', async (field) => {
  const { task, change, make, asKey } = await place()
  const made = await task()
  const other = field === 'source' ? 'CALL' : (await make.template()).id
  expectFault(await asKey.patch(`/tasks/${made.id}`, { [field]: other }), 422, field)
  expect((await change(made.id, { [field]: made[field] })).version).toBe(made.version)
})
