import { expect, test } from 'vitest'
import { expectFault, place, UUID } from './spec-place.ts'

const COST = {
  amount: 85.5,
  currency: 'USD',
  description: 'Mixer tap',
  billToType: 'OWNER',
  categoryName: 'Parts',
  notes: 'Chrome',
}

test.each<[field: keyof typeof COST, other: unknown, bad: unknown]>([
  ['amount', 12.25, '85'],
  ['currency', 'GBP', 'XXQ'],
  ['description', 'Washer', 5],
  ['billToType', 'GUEST', 'NOBODY'],
  ['categoryName', 'Labour', 5],
  ['notes', 'From stock', 5],
])('2.5 CostItem.%s: shown in the task as it was written', async (field, other, bad) => {
  const { task, asKey, asAdmin } = await place()
  const { id } = await task()
  const items = `/tasks/${id}/cost-items`
  const { body: item } = await asAdmin.post(items, COST)
  const shown = async () => (await asKey.get(`/tasks/${id}?include=costItems`)).body.costItems[0][field]
  expect(await shown()).toEqual(COST[field])
  await asAdmin.patch(`${items}/${item.id}`, { [field]: other })
  expect(await shown()).toEqual(other)
  expectFault(await asAdmin.patch(`${items}/${item.id}`, { [field]: bad }), 400, field)
  expect(await shown()).toEqual(other)
})

test('2.5 CostItem.id: uuid, in the task and in the work-order report', async () => {
  const { task, asKey, asAdmin } = await place()
  const { id } = await task({ scheduledDate: '2026-11-20' })
  const { body: item } = await asAdmin.post(`/tasks/${id}/cost-items`, COST)
  expect(item.id).toMatch(UUID)
  expect((await asKey.get(`/tasks/${id}?include=costItems`)).body.costItems).toEqual([item])
  const { body } = await asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  expect(body.workOrders[0].costItems).toEqual([item])
})

async function assigned() {
  const here = await place()
  const [person, vendor] = [await here.make.person(), await here.make.vendor()]
  const sent = { primaryUserId: person.userId, secondaryAssigneeIds: [vendor.id], scheduledDate: '2026-11-20' }
  const { assignees } = await here.task(sent, '?include=assignees')
  return { ...here, person, vendor, assignees, user: assignees[0], company: assignees[1] }
}

test('2.6 Assignee.id: uuid, present in the work-order report', async () => {
  const { asKey, assignees } = await assigned()
  const { body } = await asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  expect(body.workOrders[0].assignees).toEqual(assignees)
  for (const { id } of assignees) expect(id).toMatch(UUID)
})

test('2.6 Assignee.role: PRIMARY or SECONDARY', async () => {
  const { user, company } = await assigned()
  expect([user.role, company.role]).toEqual(['PRIMARY', 'SECONDARY'])
})

test('2.6 Assignee.type: USER or VENDOR', async () => {
  const { user, company } = await assigned()
  expect([user.type, company.type]).toEqual(['USER', 'VENDOR'])
})

test('2.6 Assignee.userId: uuid|null', async () => {
  const { user, company, person } = await assigned()
  expect([user.userId, company.userId]).toEqual([person.userId, null])
})

test('2.6 Assignee.vendorOrgId: uuid|null', async () => {
  const { user, company, vendor } = await assigned()
  expect([user.vendorOrgId, company.vendorOrgId]).toEqual([null, vendor.id])
})

test('2.6 Assignee.name: of the person or the vendor', async () => {
  const { user, company, person, vendor } = await assigned()
  expect([user.name, company.name]).toEqual([person.fullName, vendor.name])
})

/** Two work orders on the day: one with a cost, one with cost items. */
async function reported(currency = 'EUR') {
  const here = await place()
  const property = await here.make.property({ city: 'Lisbon', status: 'ACTIVE' })
  const day = { scheduledDate: '2026-11-20' }
  const first = await here.task({ ...day, title: 'First', scheduledTime: '09:00', propertyId: property.id })
  const second = await here.task({ ...day, title: 'Second' })
  await here.change(first.id, { cost: 10.1 })
  for (const amount of [0.1, 0.2]) {
    await here.asAdmin.post(`/tasks/${second.id}/cost-items`, { amount, currency, billToType: 'OWNER' })
  }
  const { body: report } = await here.asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  return { ...here, property, first, second, report }
}

test('2.7 WorkOrderReport.workspaceId', async () => {
  const { report, workspaceId } = await reported()
  expect(report.workspaceId).toBe(workspaceId)
})

test('2.7 WorkOrderReport.date: the requested date', async () => {
  const { report } = await reported()
  expect(report.date).toBe('2026-11-20')
})

test('2.7 WorkOrderReport.workOrderCount', async () => {
  const { report, task, asKey } = await reported()
  expect([report.workOrderCount, report.workOrders.length]).toEqual([2, 2])
  await task({ scheduledDate: '2026-11-21' })
  expect((await asKey.get('/tasks/daily-work-orders?date=2026-11-21')).body.workOrderCount).toBe(1)
})

test('2.7 WorkOrderReport.totalCost: exact; null when currencies are mixed', async () => {
  expect((await reported()).report.totalCost).toBe(10.4)
  expect((await reported('USD')).report.totalCost).toBeNull()
})

test('2.7 WorkOrderReport.totalCostCurrency: the code, or MIXED', async () => {
  expect((await reported()).report.totalCostCurrency).toBe('EUR')
  expect((await reported('USD')).report.totalCostCurrency).toBe('MIXED')
})

test('2.7 WorkOrderReport.costTotalsByCurrency: currency code to total', async () => {
  expect((await reported()).report.costTotalsByCurrency).toEqual({ EUR: 10.4 })
  expect((await reported('USD')).report.costTotalsByCurrency).toEqual({ EUR: 10.1, USD: 0.3 })
})

const ORDER = [
  'id',
  'shortId',
  'title',
  'description',
  'status',
  'priority',
  'property',
  'department',
  'scheduledDate',
  'scheduledTime',
  'estimatedDurationMinutes',
  'billableToOwner',
  'cost',
  'costCurrency',
  'isNoCharge',
  'costItems',
  'assignees',
]

test('2.7 WorkOrderReport.workOrders: each entry has the fields of the task that the table names', async () => {
  const { report, asKey, first, property } = await reported()
  const { body: task } = await asKey.get(`/tasks/${first.id}?include=costItems,assignees`)
  expect(report.workOrders[0]).toEqual(Object.fromEntries(ORDER.map((field) => [field, task[field]])))
  expect(report.workOrders[0].property).toMatchObject({ id: property.id, city: 'Lisbon' })
})

const STATUSES = [
  'OPEN',
  'CREATED',
  'DRAFT',
  'DRAFTED',
  'SCHEDULED',
  'IN_PROGRESS',
  'FINISHED',
  'CLOSED',
  'PENDING_APPROVAL',
  'REQUEST_APPROVED',
  'REQUEST_REJECTED',
  'COMPLETED',
]

test.each(STATUSES)('2.4 Task.status and 3.1 PATCH or PUT: from any status to %s', async (status) => {
  const { task, change, asKey } = await place()
  const { id } = await task()
  for (const [index, from] of STATUSES.entries()) {
    await change(id, { status: from })
    const answer = await asKey[index % 2 === 0 ? 'patch' : 'put'](`/tasks/${id}`, {
      status,
      summary: 'In the same request',
    })
    expect(answer, from).toMatchObject({ status: 200, body: { status, summary: 'In the same request' } })
  }
})

test('3.1 PATCH or PUT: a value that is no status is refused', async () => {
  const { task, asKey } = await place()
  const { id } = await task()
  for (const bad of ['DONE', 'open', '', null, 3])
    expectFault(await asKey.patch(`/tasks/${id}`, { status: bad }), 400, 'status', bad)
})

test('3.1 PATCH or PUT: completedAt and summary may be sent in the same request', async () => {
  const { task, change } = await place()
  const sent = { status: 'COMPLETED', completedAt: '2026-11-15T09:30:00.000Z', summary: 'New washer.' }
  expect(await change((await task()).id, sent)).toMatchObject(sent)
})

test('3.1 PATCH to COMPLETED: a required blocking checklist item keeps the task as it is', async () => {
  const { task, asKey } = await place()
  const { id } = await task()
  const link = { externalSource: 'acme', externalId: '1', actionUrl: 'https://acme.example/1' }
  await asKey.post(`/tasks/${id}/checklist-items`, { ...link, blocksCompletion: true })
  const { body: before } = await asKey.get(`/tasks/${id}`)
  for (const method of ['patch', 'put'] as const) {
    const refused = await asKey[method](`/tasks/${id}`, { status: 'COMPLETED' })
    expect(refused).toMatchObject({ status: 409, body: { blockers: [{ kind: 'checklist_item' }] } })
  }
  expect((await asKey.get(`/tasks/${id}`)).body).toEqual(before)
})

test('3.1 PATCH to COMPLETED: another task blocks it', async () => {
  const { task, asKey, asAdmin } = await place()
  const [waiting, first] = [await task(), await task({ title: 'First' })]
  await asAdmin.put(`/tasks/${waiting.id}/dependencies/${first.id}`)
  const refused = await asKey.patch(`/tasks/${waiting.id}`, { status: 'COMPLETED' })
  expect(refused).toMatchObject({ status: 409, body: { blockers: [{ kind: 'task', id: first.id, title: 'First' }] } })
  expect((await asKey.get(`/tasks/${waiting.id}`)).body.status).toBe('OPEN')
})

test('3.1 PATCH to COMPLETED: a rule blocks it', async () => {
  const { task, asKey, asAdmin, department } = await place()
  const { id } = await task()
  await asAdmin.post('/completion-rules', { departmentId: department.id, requires: 'summary' })
  const refused = await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  expect(refused).toMatchObject({ status: 409, body: { blockers: [{ kind: 'workflow_rule' }] } })
  expect((await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED', summary: 'Done' })).status).toBe(200)
})

test('3.1 DELETE task: soft-deleted, hidden from lists, from any state', async () => {
  const { task, change, asKey } = await place()
  for (const status of ['OPEN', 'COMPLETED']) {
    const { id } = await task()
    await change(id, { status })
    expect((await asKey.delete(`/tasks/${id}`)).status).toBe(200)
    expect((await asKey.get('/tasks')).body.items).toEqual([])
  }
})

test('3.1 the daily report has only SCHEDULED tasks of field-ops departments', async () => {
  const { task, change, make, asKey } = await place()
  const office = await make.department({ name: 'Office', kind: 'office' })
  const day = { scheduledDate: '2026-11-20' }
  await task({ ...day, title: 'Scheduled' })
  await task({ ...day, title: 'Office', departmentId: office.id })
  await change((await task({ ...day, title: 'Started' })).id, { status: 'IN_PROGRESS' })
  const { body } = await asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  expect(body.workOrders.map(({ title }: { title: string }) => title)).toEqual(['Scheduled'])
})
