import { expect, test } from 'vitest'
import { expectFault, place } from './spec-place.ts'

test('4.4 GET /tasks: envelope of tasks, deleted ones excluded', async () => {
  const { task, asKey } = await place()
  const [kept, gone] = [await task(), await task()]
  await asKey.delete(`/tasks/${gone.id}`)
  expect((await asKey.get('/tasks')).body).toEqual({
    items: [kept],
    pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
  })
})

test('4.4 GET /tasks/daily-work-orders: the report of the required date', async () => {
  const { asKey } = await place()
  const { status, body } = await asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  expect([status, body.date]).toEqual([200, '2026-11-20'])
  for (const query of ['', '?date=2026-02-30', '?date=20.11.2026']) {
    expectFault(await asKey.get(`/tasks/daily-work-orders${query}`), 400, 'date')
  }
})

test('4.4 POST /tasks: JSON gives the task', async () => {
  const { asKey, department, workspaceId } = await place()
  const made = await asKey.post('/tasks', { title: 'T', departmentId: department.id })
  expect(made).toMatchObject({ status: 201, body: { title: 'T', workspaceId } })
  expect((await asKey.send('GET', made.headers.location ?? '')).body).toEqual(made.body)
})

test('4.4 GET /tasks/{taskId}: the task', async () => {
  const { task, asKey } = await place()
  const made = await task()
  expect(await asKey.get(`/tasks/${made.id}`)).toMatchObject({ status: 200, body: made })
})

test.each(['patch', 'put'] as const)('4.4 %s /tasks/{taskId}: a subset changes what it names', async (method) => {
  const { task, asKey } = await place()
  const made = await task({ description: 'Stays' })
  const answer = await asKey[method](`/tasks/${made.id}`, { title: 'Other' })
  expect(answer).toMatchObject({ status: 200, body: { id: made.id, title: 'Other', description: 'Stays' } })
  expect((await asKey.get(`/tasks/${made.id}`)).body).toEqual(answer.body)
})

test('4.4 DELETE /tasks/{taskId}: soft delete', async () => {
  const { task, asKey, asAdmin } = await place()
  const made = await task()
  expect(await asKey.delete(`/tasks/${made.id}`)).toMatchObject({ status: 200, body: { id: made.id, deleted: true } })
  expect((await asKey.get(`/tasks/${made.id}`)).status).toBe(404)
  expect((await asKey.get('/tasks')).body.items).toEqual([])
  expect((await asAdmin.post(`/tasks/${made.id}/restore`)).status).toBe(200)
  expect((await asKey.get(`/tasks/${made.id}`)).body.title).toBe(made.title)
})

test('4.4 list: status, a task status', async () => {
  const { task, titles, asKey } = await place()
  await task({ title: 'Open' })
  await task({ title: 'Scheduled', scheduledDate: '2026-11-20' })
  expect(await titles('status=SCHEDULED')).toEqual(['Scheduled'])
  expect(await titles('status=OPEN')).toEqual(['Open'])
  expect(await titles('status=CLOSED')).toEqual([])
  expectFault(await asKey.get('/tasks?status=DONE'), 400, 'status')
})

test('4.4 list: priority, a task priority', async () => {
  const { task, titles, asKey } = await place()
  for (const priority of ['WATCH', 'NORMAL', 'URGENT']) await task({ title: priority, priority })
  for (const priority of ['WATCH', 'NORMAL', 'URGENT']) expect(await titles(`priority=${priority}`)).toEqual([priority])
  expect(await titles('priority=LOW')).toEqual([])
  expectFault(await asKey.get('/tasks?priority=urgent'), 400, 'priority')
})

test.each(['propertyId', 'departmentId'])('4.4 list: %s, uuid', async (field) => {
  const { task, titles, asKey, make } = await place()
  const [a, b] =
    field === 'propertyId'
      ? [await make.property(), await make.property()]
      : [await make.department({ name: 'A' }), await make.department({ name: 'B' })]
  await task({ title: 'A', [field]: a.id })
  await task({ title: 'B', [field]: b.id })
  await task({ title: 'Neither' })
  expect(await titles(`${field}=${a.id}`)).toEqual(['A'])
  expect(await titles(`${field}=${b.id}`)).toEqual(['B'])
  const foreign = await place()
  const id = field === 'propertyId' ? (await foreign.make.property()).id : foreign.department.id
  expect(await titles(`${field}=${id}`)).toEqual([])
  expectFault(await asKey.get(`/tasks?${field}=not-a-uuid`), 400, field)
})

test('4.4 list: departmentKind, value field_ops', async () => {
  const { task, titles, asKey, make } = await place()
  const office = await make.department({ name: 'Office', kind: 'office' })
  await task({ title: 'Field' })
  await task({ title: 'Office', departmentId: office.id })
  expect(await titles('departmentKind=field_ops')).toEqual(['Field'])
  expect(await titles('')).toEqual(['Field', 'Office'])
  expectFault(await asKey.get('/tasks?departmentKind=office'), 400, 'departmentKind')
})

async function withDays() {
  const here = await place()
  for (const day of ['10', '11', '12']) await here.task({ title: day, scheduledDate: `2026-11-${day}` })
  await here.task({ title: 'none' })
  return here
}

test('4.4 list: scheduledDate, exact date; overrides scheduledFrom and scheduledTo', async () => {
  const { titles, asKey } = await withDays()
  expect(await titles('scheduledDate=2026-11-11')).toEqual(['11'])
  expect(await titles('scheduledDate=2026-11-10&scheduledFrom=2026-11-12')).toEqual(['10'])
  expect(await titles('scheduledDate=2026-11-12&scheduledTo=2026-11-10')).toEqual(['12'])
  expectFault(await asKey.get('/tasks?scheduledDate=2026-11-31'), 400, 'scheduledDate')
})

test('4.4 list: scheduledFrom, on or after', async () => {
  const { titles, asKey } = await withDays()
  expect(await titles('scheduledFrom=2026-11-11')).toEqual(['11', '12'])
  expect(await titles('scheduledFrom=2026-11-13')).toEqual([])
  expectFault(await asKey.get('/tasks?scheduledFrom=tomorrow'), 400, 'scheduledFrom')
})

test('4.4 list: scheduledTo, on or before', async () => {
  const { titles, asKey } = await withDays()
  expect(await titles('scheduledTo=2026-11-11')).toEqual(['10', '11'])
  expect(await titles('scheduledFrom=2026-11-11&scheduledTo=2026-11-11')).toEqual(['11'])
  expectFault(await asKey.get('/tasks?scheduledFrom=2026-11-12&scheduledTo=2026-11-10'), 400, 'scheduledTo')
  expectFault(await asKey.get('/tasks?scheduledTo=tomorrow'), 400, 'scheduledTo')
})

test('4.4 list: include, comma-separated costItems and assignees', async () => {
  const { task, asKey, admin } = await place()
  await task({ primaryUserId: admin.userId })
  const parts = async (include: string) => {
    const { body } = await asKey.get(`/tasks?include=${include}`)
    return Object.keys(body.items[0])
      .filter((name) => ['costItems', 'assignees'].includes(name))
      .toSorted()
  }
  expect(await parts('costItems')).toEqual(['costItems'])
  expect(await parts('assignees')).toEqual(['assignees'])
  expect(await parts('assignees,costItems')).toEqual(['assignees', 'costItems'])
  for (const bad of ['guests', 'assignees,', 'assignees;costItems']) {
    expectFault(await asKey.get(`/tasks?include=${encodeURIComponent(bad)}`), 400, 'include', bad)
  }
})

test('4.4 list: q searches title, description and short id', async () => {
  const { task, titles } = await place()
  const { shortId } = await task({ title: 'Fix the TAP' })
  await task({ title: 'Second', description: 'Beside the tap' })
  await task({ title: 'Third' })
  expect(await titles('q=tap')).toEqual(['Fix the TAP', 'Second'])
  expect(await titles('q=beside')).toEqual(['Second'])
  expect(await titles(`q=${shortId.toLowerCase()}`)).toEqual(['Fix the TAP'])
  expect(await titles('q=nothing-like-it')).toEqual([])
  expect(await titles(`q=${encodeURIComponent('%')}`)).toEqual([])
})

test('4.4 list: limit, default 50, 1 to 100', async () => {
  const { task, asKey } = await place()
  for (const title of ['A', 'B', 'C']) await task({ title })
  expect((await asKey.get('/tasks')).body.pagination.limit).toBe(50)
  for (const limit of [1, 2, 100]) {
    const { items, pagination } = (await asKey.get(`/tasks?limit=${limit}`)).body
    expect([items.length, pagination.limit]).toEqual([Math.min(limit, 3), limit])
  }
  for (const bad of ['0', '101', '-1', '1.5', 'ten', ''])
    expectFault(await asKey.get(`/tasks?limit=${bad}`), 400, 'limit', bad)
})

test('4.4 list: offset, default 0, 0 or more', async () => {
  const { task, asKey } = await place()
  for (const title of ['A', 'B', 'C']) await task({ title })
  const titles = async (query: string) =>
    (await asKey.get(`/tasks${query}`)).body.items.map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['C', 'B', 'A'])
  expect(await titles('?offset=0')).toEqual(['C', 'B', 'A'])
  expect(await titles('?offset=2')).toEqual(['A'])
  expect(await titles('?offset=3')).toEqual([])
  for (const bad of ['-1', '1.5', 'one', '']) expectFault(await asKey.get(`/tasks?offset=${bad}`), 400, 'offset', bad)
})
