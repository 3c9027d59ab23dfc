import { describe, expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { auditOf, eventsOf } from '#test/traces.ts'
import { freeSlug, slugOf } from '#core/slug.ts'

describe('slugs', () => {
  test.each([
    ['Housekeeping', 'housekeeping'],
    ['  Küche & Bar  ', 'kuche-bar'],
    ['Front\tDesk (24/7)', 'front-desk-24-7'],
    ['İSTANBUL Ofisi', 'istanbul-ofisi'],
    ['Řízení', 'rizeni'],
    ['清洁 部门', '清洁-部门'],
    ['Й отдел', 'й-отдел'],
    ['हाउसकीपिंग', 'हाउसकीपिंग'],
    ['ﬁeld ①', 'field-1'],
    ['—!?—', 'department'],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
  ])('%j becomes %j', (name, slug) => {
    expect(slugOf(name, 'department')).toBe(slug)
  })

  test('a taken slug gets the first free number', () => {
    expect(freeSlug('linen', new Set())).toBe('linen')
    expect(freeSlug('linen', new Set(['linen']))).toBe('linen-2')
    expect(freeSlug('linen', new Set(['linen', 'linen-2', 'linen-4']))).toBe('linen-3')
  })
})

test('departments are listed newest first, in pages, without deleted ones', async () => {
  const { asKey, asAdmin, make } = await harness()
  const first = await make.department({ name: 'Cleaning', kind: 'field_ops' })
  const second = await make.department({ name: 'Office', kind: 'office' })
  const gone = await make.department({ name: 'Gone' })
  await asAdmin.delete(`/departments/${gone.id}`)
  const { status, body } = await asKey.get('/departments')
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [
      { id: second.id, name: 'Office', slug: second.slug, kind: 'office' },
      { id: first.id, name: 'Cleaning', slug: first.slug, kind: 'field_ops' },
    ],
    pagination: { total: 2, limit: 50, offset: 0, hasMore: false },
  })
  const page = await asKey.get('/departments?limit=1')
  expect(page.body.items.map((item: { id: string }) => item.id)).toEqual([second.id])
  expect(page.body.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true })
  const past = await asKey.get('/departments?offset=7')
  expect(past.body).toEqual({ items: [], pagination: { total: 2, limit: 50, offset: 7, hasMore: false } })
})

test('departments are refused to whom they are not for', async () => {
  const { as, asNobody, asKey, asUser, make } = await harness()
  const other = await harness()
  const narrow = await make.key({ scopes: ['users:read'] })
  const restricted = await make.key({ integrationType: 'restricted', scopes: ['departments:read'] })
  expect((await as(restricted.value).get('/departments')).status).toBe(200)
  expect((await asUser.get('/departments')).status).toBe(200)
  expect((await asNobody.get('/departments')).status).toBe(401)
  expect((await as(other.asKey.token ?? '').get('/departments')).status).toBe(401)
  expect((await as(other.admin.token).get('/departments')).body.code).toBe('workspace_forbidden')
  expect((await as(narrow.value).get('/departments')).body).toMatchObject({
    code: 'insufficient_scope',
    requiredScope: 'departments:read',
  })
  expect((await asKey.get('/departments?kind=office')).status).toBe(400)
  expect((await asKey.get('/departments?limit=0')).status).toBe(400)
})

test('the console lists departments with their default assignees, to every member', async () => {
  const { asConsole, asAdmin, asKey, make, admin } = await harness()
  const other = await harness()
  const defaultAssignees = [{ membershipId: admin.membershipId, role: 'SECONDARY' }]
  const { body } = await asAdmin.post('/departments', { name: 'Linen', kind: 'field_ops', defaultAssignees })
  const member = await make.person()
  const list = await asConsole(member.token).get('/departments')
  expect(list.body.items).toEqual([body])
  expect(body).toEqual({
    id: body.id,
    name: 'Linen',
    slug: 'linen',
    kind: 'field_ops',
    defaultAssignees,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: body.createdAt,
  })
  expect((await asConsole(member.token).get(`/departments/${body.id}`)).body).toEqual(body)
  expect((await asConsole(other.admin.token).get('/departments')).status).toBe(403)
  expect((await asConsole(asKey.token ?? '').get('/departments')).status).toBe(401)
})

test('a department is created with a slug of its name, numbered when that is taken', async () => {
  const h = await harness()
  const create = (name: string) => h.asAdmin.post('/departments', { name, kind: 'office' })
  const first = await create('Küche')
  expect(first.status).toBe(201)
  expect(first.body.slug).toBe('kuche')
  expect(first.headers.location).toBe(`/api/app/v1/workspaces/${h.workspaceId}/departments/${first.body.id}`)
  expect(first.headers.etag).toMatch(/^"1\./)
  expect((await create('Kuche!')).body.slug).toBe('kuche-2')
  expect((await create('KÜCHE')).body.slug).toBe('kuche-3')
  expect((await auditOf(h, 'department.created')).map(({ target }) => target)).toContainEqual({
    kind: 'department',
    id: first.body.id,
    name: null,
  })
  expect((await eventsOf(h)).filter((type) => type === 'department.created')).toHaveLength(3)
})

test('departments of one name created at once get slugs of their own', async () => {
  const { asAdmin } = await harness()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => asAdmin.post('/departments', { name: 'Linen', kind: 'office' })),
  )
  const slugs = answers.map(({ body }) => body.slug).toSorted()
  expect(slugs).toEqual(['linen', 'linen-2', 'linen-3', 'linen-4', 'linen-5', 'linen-6'])
})

test('a slug that is sent and taken is refused, on creation and on change', async () => {
  const { asAdmin } = await harness()
  const other = await harness()
  const linen = { name: 'Linen', kind: 'office', slug: 'laken' }
  const first = await asAdmin.post('/departments', linen)
  expect(first.body.slug).toBe('laken')
  const second = await asAdmin.post('/departments', { name: 'Second', kind: 'office' })
  const refusals = [
    await asAdmin.post('/departments', linen),
    await asAdmin.patch(`/departments/${second.body.id}`, { slug: 'laken', name: 'Other' }),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.code, body.errors[0].pointer]).toEqual([409, 'slug_taken', '/slug'])
  }
  expect((await asAdmin.get(`/departments/${second.body.id}`)).body).toEqual(second.body)
  expect((await other.asAdmin.post('/departments', linen)).status).toBe(201)
  await asAdmin.delete(`/departments/${first.body.id}`)
  expect((await asAdmin.post('/departments', linen)).status).toBe(201)
})

test('a refused slug leaves nothing behind, with an Idempotency-Key too', async () => {
  const { asAdmin } = await harness()
  const body = { name: 'Linen', kind: 'office', slug: 'linen' }
  await asAdmin.post('/departments', body)
  const refused = await asAdmin.post('/departments', body, { 'idempotency-key': 'once' })
  expect(refused.status).toBe(409)
  const again = await asAdmin.post('/departments', { ...body, slug: 'linen-9' }, { 'idempotency-key': 'once' })
  expect(again.status).toBe(201)
  expect((await asAdmin.get('/departments')).body.pagination.total).toBe(2)
})

test('default assignees are current members, each once, with at most one primary', async () => {
  const { asAdmin, make, admin } = await harness()
  const other = await harness()
  const person = await make.person()
  const former = await make.person()
  await asAdmin.delete(`/members/${former.membershipId}`)
  const as = (membershipId: string, role: string) => ({ membershipId, role })
  const refusals: [string, string, object[]][] = [
    [
      'several_primaries',
      '/defaultAssignees/1',
      [as(admin.membershipId, 'PRIMARY'), as(person.membershipId, 'PRIMARY')],
    ],
    [
      'assignee_repeated',
      '/defaultAssignees/1',
      [as(person.membershipId, 'PRIMARY'), as(person.membershipId.toUpperCase(), 'SECONDARY')],
    ],
    ['member_unknown', '/defaultAssignees/0', [as(former.membershipId, 'PRIMARY')]],
    [
      'member_unknown',
      '/defaultAssignees/1',
      [as(person.membershipId, 'PRIMARY'), as(other.admin.membershipId, 'SECONDARY')],
    ],
  ]
  const { body: department } = await asAdmin.post('/departments', { name: 'Linen', kind: 'office' })
  for (const [code, pointer, defaultAssignees] of refusals) {
    const answers = [
      await asAdmin.post('/departments', { name: 'Refused', kind: 'office', defaultAssignees }),
      await asAdmin.patch(`/departments/${department.id}`, { defaultAssignees }),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, code, pointer])
  }
  expect((await asAdmin.get('/departments')).body.items).toEqual([department])

  const both = [as(admin.membershipId, 'SECONDARY'), as(person.membershipId.toUpperCase(), 'PRIMARY')]
  const saved = await asAdmin.patch(`/departments/${department.id}`, { defaultAssignees: both })
  expect(saved.body.defaultAssignees).toEqual([as(person.membershipId, 'PRIMARY'), as(admin.membershipId, 'SECONDARY')])
  const cleared = await asAdmin.patch(`/departments/${department.id}`, { defaultAssignees: [] })
  expect(cleared.body.defaultAssignees).toEqual([])
})

test('a change keeps what it does not name, the slug above all', async () => {
  const h = await harness()
  const { body: before } = await h.asAdmin.post('/departments', { name: 'Linen', kind: 'office' })
  const changed = await h.asAdmin.patch(`/departments/${before.id}`, { name: 'Sheets' })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ ...before, name: 'Sheets', updatedAt: changed.body.updatedAt })
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect(await auditOf(h, 'department.updated')).toMatchObject([
    { target: { id: before.id }, details: { name: 'Sheets' } },
  ])
  expect(await eventsOf(h)).toContain('department.updated')
})

test('a department can be sent back as read; another value of a read-only field is refused', async () => {
  const { asAdmin, admin } = await harness()
  const defaultAssignees = [{ membershipId: admin.membershipId, role: 'PRIMARY' }]
  const { body, headers } = await asAdmin.post('/departments', { name: 'Linen', kind: 'office', defaultAssignees })
  const same = await asAdmin.patch(`/departments/${body.id}`, body)
  expect([same.status, same.headers.etag]).toEqual([200, headers.etag])
  const createdAt = '2020-01-01T00:00:00.000Z'
  const refused = await asAdmin.patch(`/departments/${body.id}`, { ...body, createdAt, name: 'Sheets' })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'read_only_field', errors: [{ pointer: '/createdAt' }] })
  expect((await asAdmin.get(`/departments/${body.id}`)).body).toEqual(body)
})

test('If-Match protects against a lost update, If-None-Match saves the answer', async () => {
  const { asAdmin } = await harness()
  const { body, headers } = await asAdmin.post('/departments', { name: 'Linen', kind: 'office' })
  const path = `/departments/${body.id}`
  const read = { 'if-match': headers.etag ?? '' }
  expect((await asAdmin.get(path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304)
  expect((await asAdmin.patch(path, { name: 'Sheets' }, read)).status).toBe(200)
  for (const stale of [await asAdmin.patch(path, { name: 'Towels' }, read), await asAdmin.delete(path, read)]) {
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
  }
  const current = await asAdmin.get(path)
  expect(current.body.name).toBe('Sheets')
  expect((await asAdmin.delete(path, { 'if-match': current.headers.etag ?? '' })).status).toBe(200)
})

test('a deleted department is gone, and nobody works in it', async () => {
  const h = await harness()
  const { asAdmin, admin } = h
  const { body } = await asAdmin.post('/departments', { name: 'Linen', kind: 'office' })
  const path = `/departments/${body.id}`
  await asAdmin.patch(`/members/${admin.membershipId}`, { departmentIds: [body.id] })
  const deleted = await asAdmin.delete(path)
  expect(deleted.status).toBe(200)
  expect(deleted.body).toEqual({ id: body.id, deleted: true, deletedAt: expect.stringMatching(/Z$/) })
  for (const again of [await asAdmin.delete(path), await asAdmin.get(path), await asAdmin.patch(path, {})]) {
    expect([again.status, again.body.code]).toEqual([404, 'department_not_found'])
  }
  expect((await h.asKey.get('/users')).body.items[0].departmentIds).toEqual([])
  expect(await auditOf(h, 'department.deleted')).toMatchObject([
    { target: { id: body.id }, details: { name: 'Linen' } },
  ])
  expect(await eventsOf(h)).toContain('department.deleted')
})

test('departments of another workspace are unknown here', async () => {
  const { asAdmin } = await harness()
  const other = await harness()
  const foreign = await other.make.department()
  const path = `/departments/${foreign.id}`
  for (const answer of [
    await asAdmin.get(path),
    await asAdmin.patch(path, { name: 'Mine' }),
    await asAdmin.delete(path),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'department_not_found'])
  }
  expect((await other.asAdmin.get(path)).body.name).toBe(foreign.name)
})

test('only an administrator of the workspace changes its departments', async () => {
  const { asConsole, make } = await harness()
  const other = await harness()
  const { id } = await make.department()
  const manager = await make.person({ role: 'manager' })
  const key = await make.key()
  for (const token of [manager.token, other.admin.token, key.value, 'nonsense']) {
    const client = asConsole(token)
    const answers = [
      await client.post('/departments', { name: 'Mine', kind: 'office' }),
      await client.patch(`/departments/${id}`, { name: 'Mine' }),
      await client.delete(`/departments/${id}`),
    ]
    const expected = token === key.value || token === 'nonsense' ? 401 : 403
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
  }
})

test.each([
  [{ kind: 'office' }, '/name'],
  [{ name: ' ', kind: 'office' }, '/name'],
  [{ name: 'Linen' }, '/kind'],
  [{ name: 'Linen', kind: 'vendors' }, '/kind'],
  [{ name: 'Linen', kind: 'office', slug: 'Li nen' }, '/slug'],
  [{ name: 'Linen', kind: 'office', slug: '-' }, '/slug'],
  [{ name: 'Linen', kind: 'office', slug: null }, '/slug'],
  [{ name: 'Linen', kind: 'office', defaultAssignees: [{ role: 'PRIMARY' }] }, '/defaultAssignees/0/membershipId'],
  [{ name: 'Linen', kind: 'office', color: 'red' }, '/color'],
])('creating %j is refused at %s', async (body, pointer) => {
  const { asAdmin } = await harness()
  const { status, body: problem } = await asAdmin.post('/departments', body)
  expect(status).toBe(400)
  expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
})

test('a malformed change of a department is refused', async () => {
  const { asAdmin, make } = await harness()
  const path = `/departments/${(await make.department()).id}`
  for (const body of [{ name: null }, { kind: 'x' }, { slug: 'A' }, { defaultAssignees: null }, { unknown: 1 }]) {
    expect((await asAdmin.patch(path, body)).status).toBe(400)
  }
  expect((await asAdmin.patch('/departments/42', {})).status).toBe(400)
  expect((await asAdmin.delete('/departments/42')).status).toBe(400)
  expect((await asAdmin.get('/departments/42')).status).toBe(400)
})
