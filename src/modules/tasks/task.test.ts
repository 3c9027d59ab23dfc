import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'
import { taskPlace } from '#test/task-place.ts'

const titles = (answer: Answer): string[] => answer.body.items.map(({ title }: { title: string }) => title)

test('a task is created with its defaults and read back', async () => {
  const { asKey, department, task } = await taskPlace()
  const created = await task({ title: 'Replace the tap' })
  expect(created).toMatchObject({
    shortId: 'TK-1',
    status: 'OPEN',
    priority: 'NORMAL',
    source: 'INTEGRATION',
    department: { id: department.id, name: department.name, slug: department.slug },
    property: null,
    costCurrency: 'EUR',
    createdBy: { kind: 'key', name: 'Test key' },
    tagIds: [],
    version: 1,
  })
  const read = await asKey.get(`/tasks/${created.id}`)
  expect(read.body).toEqual(created)
  expect(read.headers['x-object-contract']).toBe('tasks.v1.3.0')
})

test('every field of the create table is kept', async () => {
  const { task, make, asKey } = await taskPlace()
  const property = await make.property({ name: 'Casa Azul', city: 'Lisbon', status: 'ACTIVE' })
  const [person, other, vendor] = [await make.person(), await make.person(), await make.vendor()]
  const [reservation, contact] = [await make.reservation(property.id), await make.contact()]
  const [parent, tag, template] = [await task(), await make.tag(), await make.template()]
  const sent = {
    description: 'It drips',
    propertyId: property.id,
    priority: 'URGENT',
    scheduledDate: '2026-11-20',
    scheduledTime: '09:30:15',
    estimatedDurationMinutes: 90,
    reservationId: reservation.id,
    contactId: contact.id,
    parentTaskId: parent.id,
    templateId: template.id,
    source: 'CALL',
    isIssue: true,
    tagIds: [tag.id],
  }
  const people = { primaryUserId: person.userId, secondaryAssigneeIds: [other.userId, vendor.id] }
  const created = await task({ ...sent, ...people })
  expect(created).toMatchObject({ ...sent, status: 'SCHEDULED', visitId: expect.any(String) })
  expect(created.property).toEqual({
    id: property.id,
    name: 'Casa Azul',
    status: 'ACTIVE',
    address: null,
    city: 'Lisbon',
  })
  const read = await asKey.get(`/tasks/${created.id}?include=assignees,costItems,tags,checklist`)
  expect(read.body.assignees).toMatchObject([
    { role: 'PRIMARY', type: 'USER', userId: person.userId, vendorOrgId: null, name: person.fullName },
    ...[
      { role: 'SECONDARY', type: 'USER', userId: other.userId, name: other.fullName },
      { role: 'SECONDARY', type: 'VENDOR', vendorOrgId: vendor.id, name: vendor.name },
    ].toSorted((a, b) => a.name.localeCompare(b.name)),
  ])
  expect(read.body.tags).toMatchObject([{ id: tag.id, name: tag.name }])
  expect(read.body).toMatchObject({ costItems: [], checklist: [] })
})

test.each([
  ['departmentId'],
  ['propertyId'],
  ['reservationId'],
  ['contactId'],
  ['parentTaskId'],
  ['templateId'],
  ['primaryUserId'],
  ['primaryVendorOrgId'],
])('%s of another workspace is 422 naming the field, on create and on update', async (field) => {
  const [here, there] = [await taskPlace(), await taskPlace()]
  const property = await there.make.property()
  const ids: Record<string, string> = {
    departmentId: there.department.id,
    propertyId: property.id,
    reservationId: (await there.make.reservation(property.id)).id,
    contactId: (await there.make.contact()).id,
    parentTaskId: (await there.task()).id,
    templateId: (await there.make.template()).id,
    primaryUserId: there.admin.userId,
    primaryVendorOrgId: (await there.make.vendor()).id,
  }
  const refused = await here.asKey.post('/tasks', { title: 'X', departmentId: here.department.id, [field]: ids[field] })
  expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: `/${field}` }] })
  const mine = await here.task()
  const unchanged = await here.asKey.patch(`/tasks/${mine.id}`, { title: 'Changed?', [field]: ids[field] })
  expect(unchanged.body).toMatchObject({ status: 422, errors: [{ pointer: `/${field}` }] })
  expect((await here.asKey.get('/tasks')).body.items).toEqual([mine])
})

test('tags and secondary assignees of another workspace are 422', async () => {
  const [here, there] = [await taskPlace(), await taskPlace()]
  const foreign = {
    tagIds: [(await here.make.tag()).id, (await there.make.tag()).id],
    secondaryAssigneeIds: [here.admin.userId, there.admin.userId],
  }
  const mine = await here.task()
  for (const [field, value] of Object.entries(foreign)) {
    const body = { title: 'X', departmentId: here.department.id, [field]: value }
    const refused = { status: 422, errors: [{ pointer: `/${field}/1`, code: 'unknown' }] }
    expect((await here.asKey.post('/tasks', body)).body).toMatchObject(refused)
    expect((await here.asKey.patch(`/tasks/${mine.id}`, { [field]: value })).body).toMatchObject(refused)
  }
  expect((await here.asKey.get(`/tasks/${mine.id}`)).body).toEqual(mine)
})

test('propertyName finds the one property by name, internal name or code; none or several are 422', async () => {
  const { task, make, asKey, department } = await taskPlace()
  const property = await make.property({ name: 'Casa Azul', internalName: 'Azul', internalCode: 'LIS-1' })
  await make.property({ name: 'Twin' })
  await make.property({ name: 'Other', internalCode: 'twin' })
  for (const propertyName of ['casa azul', 'AZUL', 'lis-1']) {
    expect((await task({ propertyName })).propertyId).toBe(property.id)
  }
  const body = { title: 'X', departmentId: department.id }
  expect((await asKey.post('/tasks', { ...body, propertyName: 'Azu' })).body.code).toBe('property_name_unknown')
  expect((await asKey.post('/tasks', { ...body, propertyName: 'Twin' })).body.code).toBe('property_name_ambiguous')
})

test('a name beside a propertyId that is null counts: nothing that was sent is dropped', async () => {
  const { task, asKey, make, department } = await taskPlace()
  const [azul, terrace] = [await make.property({ name: 'Casa Azul' }), await make.property({ name: 'Alfama Terrace' })]
  const { id, propertyId } = await task({ propertyId: null, propertyName: 'Casa Azul' })
  expect(propertyId).toBe(azul.id)
  const named = { propertyId: null, propertyName: 'Alfama Terrace' }
  expect((await asKey.patch(`/tasks/${id}`, named)).body).toMatchObject({ propertyId: terrace.id })
  const unknown = { propertyId: null, propertyName: 'Does not exist' }
  const refused = { status: 422, body: { code: 'property_name_unknown' } }
  expect(await asKey.patch(`/tasks/${id}`, unknown)).toMatchObject(refused)
  expect(await asKey.post('/tasks', { title: 'X', departmentId: department.id, ...unknown })).toMatchObject(refused)
  expect((await asKey.patch(`/tasks/${id}`, { propertyId: null })).body).toMatchObject({ propertyId: null })
})

test('short ids are counted per workspace, unique under fifty creations at once', async () => {
  const { task, runtime, workspaceId } = await taskPlace()
  const made = await Promise.all(Array.from({ length: 50 }, () => task()))
  expect(new Set(made.map(({ shortId }) => shortId)).size).toBe(50)
  const events = await many(
    runtime.database.pool,
    sql`
    select id from outbox where workspace_id = ${workspaceId} and type = 'task.created'`,
  )
  expect(events).toHaveLength(50)
  expect((await (await taskPlace()).task()).shortId).toBe('TK-1')
})

test('each filter of the list, alone and together', async () => {
  const { task, make, asKey, department } = await taskPlace()
  const office = await make.department({ name: 'Office', kind: 'office' })
  const property = await make.property()
  await task({ title: 'A', scheduledDate: '2026-11-10', priority: 'HIGH', propertyId: property.id })
  await task({ title: 'B', scheduledDate: '2026-11-11', departmentId: office.id })
  await task({ title: 'C', scheduledDate: '2026-11-12', description: 'needle in 100%_hay' })
  await task({ title: 'D' })
  const list = async (query: string): Promise<string[]> => titles(await asKey.get(`/tasks?sort=createdAt&${query}`))
  expect(await list('status=SCHEDULED')).toEqual(['A', 'B', 'C'])
  expect(await list('priority=HIGH')).toEqual(['A'])
  expect(await list(`propertyId=${property.id}`)).toEqual(['A'])
  expect(await list(`departmentId=${office.id}`)).toEqual(['B'])
  expect(await list('departmentKind=field_ops')).toEqual(['A', 'C', 'D'])
  expect(await list('scheduledDate=2026-11-11')).toEqual(['B'])
  expect(await list('scheduledFrom=2026-11-11')).toEqual(['B', 'C'])
  expect(await list('scheduledTo=2026-11-11')).toEqual(['A', 'B'])
  expect(await list('scheduledFrom=2026-11-11&scheduledTo=2026-11-11')).toEqual(['B'])
  expect(await list('scheduledDate=2026-11-10&scheduledFrom=2026-11-12')).toEqual(['A'])
  expect(await list('q=NEEDLE')).toEqual(['C'])
  expect(await list('q=tk-4')).toEqual(['D'])
  expect(await list(`q=${encodeURIComponent('%_')}`)).toEqual(['C'])
  expect(await list(`q=a&status=SCHEDULED&departmentId=${department.id}&scheduledTo=2026-11-11`)).toEqual(['A'])
  expect((await asKey.get('/tasks?offset=99')).body).toEqual({
    items: [],
    pagination: { total: 4, limit: 50, offset: 99, hasMore: false },
  })
})

test('a restricted key sees id, name and status of the property', async () => {
  const { task, make, as } = await taskPlace()
  const property = await make.property({ city: 'Lisbon' })
  const { id } = await task({ propertyId: property.id })
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['tasks:read'] })
  const reduced = { id: property.id, name: 'Casa Azul', status: 'ONBOARDING' }
  expect((await as(value).get(`/tasks/${id}`)).body.property).toEqual(reduced)
  expect((await as(value).get('/tasks')).body.items[0].property).toEqual(reduced)
})

test('the status follows the date until somebody says otherwise', async () => {
  const { task, asKey } = await taskPlace()
  const { id } = await task()
  const patch = async (body: object) => (await asKey.patch(`/tasks/${id}`, body)).body
  expect((await patch({ scheduledDate: '2026-12-01' })).status).toBe('SCHEDULED')
  expect((await patch({ scheduledDate: null })).status).toBe('OPEN')
  expect(await patch({ status: 'IN_PROGRESS' })).toMatchObject({ startedAt: expect.any(String), completedAt: null })
  expect((await patch({ scheduledDate: '2026-12-02' })).status).toBe('IN_PROGRESS')
  expect(await patch({ status: 'COMPLETED' })).toMatchObject({ completedAt: expect.any(String) })
  expect(await patch({ status: 'OPEN' })).toMatchObject({ completedAt: null })
})

test('a null does not move the time of a completion', async () => {
  const { task, asKey } = await taskPlace()
  const { id } = await task()
  const patch = (body: object) => asKey.patch(`/tasks/${id}`, body)
  const completedAt = '2026-11-01T10:00:00.000Z'
  const { body: done } = await patch({ status: 'COMPLETED', completedAt })
  const { body: again } = await patch({ status: 'COMPLETED', completedAt: null })
  expect([again.completedAt, again.version]).toEqual([completedAt, done.version])
  const refused = await patch({ completedAt: null })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/completedAt' }] } })
  expect((await patch({ status: 'OPEN', completedAt: null })).body).toMatchObject({ completedAt: null })
  expect((await patch({ status: 'COMPLETED', completedAt: null })).body.completedAt).toEqual(expect.any(String))
})

test('what was read with all its parts can be put back, and fixed fields cannot change', async () => {
  const { task, make, asKey } = await taskPlace()
  const property = await make.property()
  const { id } = await task({
    propertyId: property.id,
    primaryUserId: (await make.person()).userId,
    tagIds: [(await make.tag()).id],
  })
  const { body } = await asKey.get(`/tasks/${id}?include=assignees,tags,costItems,checklist,comments`)
  expect((await asKey.put(`/tasks/${id}`, { ...body, title: 'Other' })).body).toMatchObject({
    title: 'Other',
    version: 2,
  })
  for (const change of [
    { shortId: 'TK-9' },
    { source: 'AI' },
    { assignees: [] },
    { createdBy: { kind: 'system', id: null, name: 'x' } },
  ]) {
    expect((await asKey.patch(`/tasks/${id}`, change)).body).toMatchObject({ status: 422, code: 'read_only_field' })
  }
})

test('values that do not fit together are 422, malformed ones 400, each naming the field', async () => {
  const { task, asKey, department } = await taskPlace()
  const { id } = await task()
  const patched = async (body: object) => (await asKey.patch(`/tasks/${id}`, body)).body
  expect(
    await patched({ status: 'COMPLETED', startedAt: '2026-11-02T00:00:00Z', completedAt: '2026-11-01T00:00:00Z' }),
  ).toMatchObject({ status: 422 })
  expect(await patched({ completedAt: '2026-11-01T00:00:00Z' })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/completedAt' }],
  })
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const { id: done } = await task()
  await asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  const late = await asKey.patch(`/tasks/${done}`, { startedAt: later })
  expect(late.body).toMatchObject({ status: 422, errors: [{ pointer: '/startedAt' }] })
  const { id: ahead } = await task()
  await asKey.patch(`/tasks/${ahead}`, { startedAt: later })
  const early = await asKey.patch(`/tasks/${ahead}`, { status: 'COMPLETED' })
  expect(early.body).toMatchObject({ status: 422, errors: [{ pointer: '/status' }] })
  expect(await patched({ cost: 1.005 })).toMatchObject({ status: 422, errors: [{ pointer: '/cost' }] })
  expect(await patched({ cost: 1.5, costCurrency: 'JPY' })).toMatchObject({
    status: 400,
    errors: [{ pointer: '/cost' }],
  })
  const bad = [
    { scheduledTime: '25:00' },
    { scheduledDate: '2026-02-30' },
    { estimatedDurationMinutes: -1 },
    { status: 'DONE' },
    { costCurrency: 'XXQ' },
  ]
  for (const body of bad)
    expect(await patched(body)).toMatchObject({ status: 400, errors: [{ pointer: `/${Object.keys(body)[0]}` }] })
  expect((await asKey.post('/tasks', { title: 'X', departmentId: department.id, status: 'OPEN' })).status).toBe(400)
})

test('a task cannot be a part of itself or of its parts, even in two moves at once', async () => {
  const { task, asKey } = await taskPlace()
  const [a, b] = [await task(), await task()]
  expect((await asKey.patch(`/tasks/${a.id}`, { parentTaskId: a.id })).body.code).toBe('parent_cycle')
  const moves = await Promise.all([
    asKey.patch(`/tasks/${a.id}`, { parentTaskId: b.id }),
    asKey.patch(`/tasks/${b.id}`, { parentTaskId: a.id }),
  ])
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('an open part keeps a task from being completed, and is named', async () => {
  const { task, asKey } = await taskPlace()
  const parent = await task()
  const part = await task({ title: 'Part', parentTaskId: parent.id })
  const refused = await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'completion_blocked',
    blockers: [{ kind: 'task', id: part.id, title: 'Part' }],
  })
  expect((await asKey.get(`/tasks/${parent.id}`)).body).toEqual(parent)
  await asKey.patch(`/tasks/${part.id}`, { status: 'CLOSED' })
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).status).toBe(200)
  expect(
    (await asKey.post('/tasks', { title: 'Late', departmentId: parent.departmentId, parentTaskId: parent.id })).body
      .code,
  ).toBe('parent_closed')
})

test('completing races with a part being added: never both', async () => {
  const { task, asKey, department } = await taskPlace()
  for (let round = 0; round < 8; round++) {
    const parent = await task()
    const [done, added] = await Promise.all([
      asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' }),
      asKey.post('/tasks', { title: 'Part', departmentId: department.id, parentTaskId: parent.id }),
    ])
    expect([done.status, added.status], JSON.stringify([done.body, added.body])).not.toEqual([200, 201])
    expect([done.status, added.status]).toSatisfy((pair: number[]) => pair.includes(200) || pair.includes(201))
  }
})

test('tasks of one property on one day share a visit, and an empty visit goes away', async () => {
  const { task, make, asKey, runtime, workspaceId } = await taskPlace()
  const { id: propertyId } = await make.property()
  const [a, b] = [
    await task({ propertyId, scheduledDate: '2026-11-20' }),
    await task({ propertyId, scheduledDate: '2026-11-20' }),
  ]
  expect(a.visitId).toBe(b.visitId)
  const moved = await asKey.patch(`/tasks/${a.id}`, { scheduledDate: '2026-11-21' })
  expect(moved.body.visitId).not.toBe(b.visitId)
  await asKey.delete(`/tasks/${b.id}`)
  const visits = await many(runtime.database.pool, sql`select id from visits where workspace_id = ${workspaceId}`)
  expect(visits).toEqual([{ id: moved.body.visitId }])
})

test('a deleted task is gone from every answer, and its parts no longer block', async () => {
  const { task, asKey } = await taskPlace()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  expect((await asKey.delete(`/tasks/${part.id}`)).body).toMatchObject({ id: part.id, deleted: true })
  expect((await asKey.get(`/tasks/${part.id}`)).status).toBe(404)
  expect((await asKey.delete(`/tasks/${part.id}`)).status).toBe(404)
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).status).toBe(200)
})

test('a member creates and changes tasks, a manager deletes them', async () => {
  const { make, as, department }: Harness & { department: { id: string } } = await taskPlace()
  const [member, manager] = [await make.person(), await make.person({ role: 'manager' })]
  const created = await as(member.token).post('/tasks', { title: 'X', departmentId: department.id })
  expect(created.body).toMatchObject({
    source: 'MANUAL',
    createdBy: { kind: 'user', id: member.userId, name: member.fullName },
  })
  expect((await as(member.token).delete(`/tasks/${created.body.id}`)).status).toBe(403)
  expect((await as(manager.token).delete(`/tasks/${created.body.id}`)).status).toBe(200)
})

test('an update that names nothing new is no change: the version, the history and the events stay', async () => {
  const { task, asKey, runtime, workspaceId } = await taskPlace()
  const made = await task()
  for (const body of [{}, { id: made.id, source: made.source }]) {
    expect((await asKey.patch(`/tasks/${made.id}`, body)).body).toEqual(made)
  }
  const events = sql`select id from outbox where workspace_id = ${workspaceId} and type = 'task.updated'`
  expect(await many(runtime.database.pool, events)).toEqual([])
})
