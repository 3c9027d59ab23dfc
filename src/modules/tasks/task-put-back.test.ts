import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { taskPlace } from '#test/task-place.ts'

test('a task is put back as it was read when what it names is deleted since', async () => {
  const { asKey, asAdmin, make, task, department } = await taskPlace()
  const [property, contact] = [await make.property(), await make.contact()]
  const reservation = await make.reservation(property.id)
  const named = { propertyId: property.id, contactId: contact.id, reservationId: reservation.id }
  const { id } = await task(named)
  for (const deleted of [
    await asAdmin.delete(`/reservations/${reservation.id}`),
    await asAdmin.delete(`/contacts/${contact.id}`),
    await asKey.delete(`/properties/${property.id}`),
    await asAdmin.delete(`/departments/${department.id}`),
  ]) {
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
  }
  const { body: read } = await asKey.get(`/tasks/${id}`)
  expect(read).toMatchObject({ ...named, departmentId: department.id })
  expect(await asKey.put(`/tasks/${id}`, { ...read, title: 'Other' })).toMatchObject({
    status: 200,
    body: { ...named, departmentId: department.id, title: 'Other' },
  })

  const other = await task({ departmentId: (await make.department()).id })
  for (const [field, value] of Object.entries({ ...named, departmentId: department.id })) {
    expect(await asKey.patch(`/tasks/${other.id}`, { [field]: value })).toMatchObject({
      status: 422,
      body: { code: 'reference_unknown', errors: [{ pointer: `/${field}` }] },
    })
  }
})

test('what is only repeated is no change: the version, the history and the events stay', async () => {
  const { asKey, make, task, runtime, workspaceId } = await taskPlace()
  const [person, other, vendor, tag] = [await make.person(), await make.person(), await make.vendor(), await make.tag()]
  const property = await make.property()
  const { id } = await task({
    propertyId: property.id,
    scheduledDate: '2026-12-01',
    tagIds: [tag.id, (await make.tag()).id],
    primaryUserId: person.userId,
    secondaryAssigneeIds: [other.userId, vendor.id],
  })
  const path = `/tasks/${id}`
  const set = { customFields: { floor: 3, list: [1] }, startedAt: '2026-11-30T10:00:00Z', cost: 12.5, summary: 'Done.' }
  const { body: read } = await asKey.patch(`${path}?include=assignees,tags`, set)
  expect(read.version).toBe(2)
  for (const body of [
    read,
    { title: read.title, priority: read.priority },
    { customFields: { floor: 3, unknown: null } },
    { startedAt: '2026-11-30T11:00:00.000000+01:00' },
    { propertyName: property.name },
    { tagIds: read.tagIds.toReversed() },
    { primaryUserId: person.userId },
    { secondaryAssigneeIds: [vendor.id, other.userId] },
    { status: 'SCHEDULED', scheduledDate: '2026-12-01' },
  ]) {
    const answer = await asKey.put(`${path}?include=assignees,tags`, body)
    expect([body, answer.body]).toEqual([body, read])
  }
  const stale = await asKey.patch(path, { title: read.title }, { 'if-match': '"1.x"' })
  expect(stale.status).toBe(412)

  const { body: changed } = await asKey.put(path, { ...read, title: 'Other', tagIds: [tag.id] })
  expect(changed).toMatchObject({ version: 3, title: 'Other', tagIds: [tag.id] })
  const { body: moved } = await asKey.patch(path, { primaryUserId: other.userId, priority: 'NORMAL' })
  expect(moved.version).toBe(4)
  const told = sql`select payload from outbox where workspace_id = ${workspaceId} and type = 'task.updated' order by id`
  const noted = sql`select details from task_activities where workspace_id = ${workspaceId} and task_id = ${id}
    and action = 'task.updated' order by created_at, id`
  const news = [{ changed: Object.keys(set) }, { changed: ['title', 'tagIds'] }, { changed: ['primaryUserId'] }]
  const { pool } = runtime.database
  expect(await many(pool, told)).toMatchObject(news.map((payload) => ({ payload })))
  expect(await many(pool, noted)).toMatchObject(news.map((details) => ({ details })))
})

test('a task is put back when its property or department has changed since', async () => {
  const { asKey, asAdmin, as, make, task, department } = await taskPlace()
  const property = await make.property({ name: 'Casa Azul', city: 'Lisbon' })
  const { id } = await task({ propertyId: property.id })
  const path = `/tasks/${id}`
  const read = await asKey.get(path)
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['tasks:read', 'tasks:update'] })
  const reduced = await as(value).get(path)
  await asKey.patch(`/properties/${property.id}`, { city: 'Porto', name: 'Casa Verde' })
  await asAdmin.patch(`/departments/${department.id}`, { name: 'Another name' })
  const sent = { ...read.body, title: 'New' }
  expect(await asKey.put(path, sent, { 'if-match': read.headers.etag ?? '' })).toMatchObject({
    status: 200,
    body: { title: 'New', property: { city: 'Porto' }, department: { name: 'Another name' } },
  })
  const { version: _version, updatedAt: _updated, ...old } = reduced.body
  expect((await as(value).put(path, { ...old, title: 'Newer' })).status).toBe(200)
  for (const change of [
    { property: { ...read.body.property, id: department.id } },
    { property: null },
    { department: { ...read.body.department, id: property.id } },
  ]) {
    expect((await asKey.patch(path, change)).body).toMatchObject({ status: 422, code: 'read_only_field' })
  }
})

test('a moment is the same in whatever way it is written', async () => {
  const { asKey, task } = await taskPlace()
  const { id } = await task()
  const path = `/tasks/${id}`
  await asKey.post(`${path}/checklist-items`, {
    externalSource: 'x',
    externalId: '1',
    actionUrl: 'https://x.example/',
    blocksCompletion: false,
  })
  const { body: read } = await asKey.get(`${path}?include=checklist`)
  const written = [
    (moment: string) => moment.replace('Z', '+00:00'),
    (moment: string) => moment.replace('Z', '000Z'),
    (moment: string) => moment.replace(/\.?0*Z$/, 'Z'),
    (moment: string) => new Date(Date.parse(moment) + 3_600_000).toISOString().replace('Z', '+01:00'),
  ]
  for (const rewrite of written) {
    const { createdAt, updatedAt, checklist } = read
    const sent = {
      createdAt: rewrite(createdAt),
      updatedAt: rewrite(updatedAt),
      checklist: [{ ...checklist[0], createdAt: rewrite(checklist[0].createdAt) }],
    }
    expect([sent, (await asKey.patch(path, sent)).status]).toEqual([sent, 200])
  }
  const other = new Date(Date.parse(read.createdAt) + 1).toISOString()
  expect((await asKey.patch(path, { createdAt: other })).body).toMatchObject({ code: 'read_only_field' })
})

test('a task is reopened by reading, editing and putting; a status that is named is the status', async () => {
  const { asKey, task } = await taskPlace()
  const { id } = await task()
  const path = `/tasks/${id}`
  const edited = async (edit: object) => (await asKey.put(path, { ...(await asKey.get(path)).body, ...edit })).body
  expect(await edited({ scheduledDate: '2026-12-01' })).toMatchObject({ status: 'OPEN' })
  const patched = async (change: object) => (await asKey.patch(path, change)).body.status
  expect(await patched({ scheduledDate: '2026-12-02' })).toBe('SCHEDULED')
  expect(await patched({ status: 'SCHEDULED', scheduledDate: null })).toBe('SCHEDULED')
  expect(await edited({ status: 'COMPLETED' })).toMatchObject({ completedAt: expect.any(String) })
  expect(await edited({ status: 'OPEN' })).toMatchObject({ status: 'OPEN', completedAt: null })
  expect(await edited({ completedAt: '2026-11-01T00:00:00Z' })).toMatchObject({ code: 'task_inapplicable' })
})

test('a start that was taken away stays so when the task is put back', async () => {
  const { asKey, task } = await taskPlace()
  const { id } = await task()
  const path = `/tasks/${id}`
  await asKey.patch(path, { status: 'IN_PROGRESS' })
  const { body: read } = await asKey.patch(path, { startedAt: null })
  expect((await asKey.put(path, { ...read, title: 'Other' })).body).toMatchObject({ title: 'Other', startedAt: null })
})
