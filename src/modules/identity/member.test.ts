import { expect, test } from 'vitest'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import type { Person } from '#test/makers.ts'
import { auditOf, eventsOf } from '#test/traces.ts'

const unique = (): string => `new-${Math.random().toString(36).slice(2)}@example.com`

function disable({ runtime }: Harness, { userId }: Person): Promise<number> {
  return run(runtime.database.pool, sql`update users set disabled_at = now() where id = ${userId}`)
}

test('assignable users are the active members, newest first, without a way to reach them', async () => {
  const h = await harness()
  const department = await h.make.department()
  const person = await h.make.person({ role: 'manager' })
  const gone = await h.make.person()
  const disabled = await h.make.person()
  await h.asAdmin.patch(`/members/${person.membershipId}`, { departmentIds: [department.id] })
  await h.asAdmin.delete(`/members/${gone.membershipId}`)
  await disable(h, disabled)

  const { status, body } = await h.asKey.get('/users')
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [
      {
        userId: person.userId,
        membershipId: person.membershipId,
        displayName: person.fullName,
        role: 'manager',
        departmentIds: [department.id],
      },
      {
        userId: h.admin.userId,
        membershipId: h.admin.membershipId,
        displayName: h.admin.fullName,
        role: 'admin',
        departmentIds: [],
      },
    ],
    pagination: { total: 2, limit: 50, offset: 0, hasMore: false },
  })
})

test('assignable users come in pages with the true total, past the end too', async () => {
  const { asUser, make, admin } = await harness()
  const person = await make.person()
  const first = await asUser.get('/users?limit=1')
  expect(first.body.items.map((item: Person) => item.userId)).toEqual([person.userId])
  expect(first.body.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true })
  const second = await asUser.get('/users?limit=1&offset=1')
  expect(second.body.items.map((item: Person) => item.userId)).toEqual([admin.userId])
  const past = await asUser.get('/users?offset=9')
  expect(past.body).toEqual({ items: [], pagination: { total: 2, limit: 50, offset: 9, hasMore: false } })
})

test('assignable users are refused to whom they are not for', async () => {
  const { as, asNobody, asKey, make } = await harness()
  const other = await harness()
  const narrow = await make.key({ scopes: ['departments:read'] })
  const stranger = await make.stranger()
  expect((await asNobody.get('/users')).status).toBe(401)
  expect((await as(other.asKey.token ?? '').get('/users')).status).toBe(401)
  expect((await as(stranger.token).get('/users')).body.code).toBe('workspace_forbidden')
  expect((await as(narrow.value).get('/users')).body).toMatchObject({
    code: 'insufficient_scope',
    requiredScope: 'users:read',
  })
  expect((await asKey.get('/users?role=admin')).status).toBe(400)
})

test('only administrators see members, with their e-mail', async () => {
  const { asAdmin, asConsole, asKey, make, admin } = await harness()
  const other = await harness()
  const manager = await make.person({ role: 'manager' })
  const { status, body } = await asAdmin.get('/members?limit=1&offset=1')
  expect(status).toBe(200)
  expect(body.items).toEqual([
    {
      id: admin.membershipId,
      userId: admin.userId,
      email: admin.email,
      fullName: admin.fullName,
      role: 'admin',
      departmentIds: [],
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      lastSignInAt: expect.anything(),
      state: 'joined',
      active: true,
      version: 1,
    },
  ])
  expect(body.pagination).toEqual({ total: 2, limit: 1, offset: 1, hasMore: false })
  expect((await asConsole(manager.token).get('/members')).body.code).toBe('insufficient_role')
  expect((await asConsole(other.admin.token).get('/members')).body.code).toBe('workspace_forbidden')
  expect((await asConsole(asKey.token ?? '').get('/members')).status).toBe(401)
  expect((await asAdmin.send('GET', '/api/app/v1/workspaces/no-such-place/members')).status).toBe(404)
  expect((await asAdmin.get('/members?former=1')).status).toBe(400)
  const single = await asAdmin.get(`/members/${manager.membershipId}`)
  expect(single.body).toMatchObject({ id: manager.membershipId, email: manager.email })
})

test('those who left are listed on request, and a disabled account is a member that is not active', async () => {
  const h = await harness()
  const gone = await h.make.person()
  const disabled = await h.make.person()
  await h.asAdmin.delete(`/members/${gone.membershipId}`)
  await disable(h, disabled)
  const states = async (query: string): Promise<Record<string, boolean>> => {
    const { items } = (await h.asAdmin.get(`/members${query}`)).body
    return Object.fromEntries(items.map((item: { id: string; active: boolean }) => [item.id, item.active]))
  }
  const current = { [h.admin.membershipId]: true, [disabled.membershipId]: false }
  expect(await states('')).toEqual(current)
  expect(await states('?former=false')).toEqual(current)
  expect(await states('?former=true')).toEqual({ ...current, [gone.membershipId]: false })
})

test('an unknown e-mail gets an account whose temporary password works', async () => {
  const h = await harness()
  const department = await h.make.department()
  const email = unique()
  const sent = { email, fullName: 'Zoë Okafor', role: 'manager', departmentIds: [department.id] }
  const added = await h.asAdmin.post('/members', sent)
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ ...sent, active: true, state: 'invited', lastSignInAt: null })
  expect(added.headers.location).toBe(`/api/app/v1/workspaces/${h.workspaceId}/members/${added.body.id}`)

  const credentials = JSON.stringify({ email, password: added.body.temporaryPassword })
  const tokens = await h.asNobody.send('POST', '/api/v1/auth/token', credentials, {
    'content-type': 'application/json',
  })
  expect(tokens.status).toBe(200)
  expect((await h.as(tokens.body.accessToken).get('/users')).status).toBe(200)

  expect((await h.asAdmin.get(`/members/${added.body.id}`)).body).not.toHaveProperty('temporaryPassword')
  const [entry] = await auditOf(h, 'member.added')
  expect(entry).toMatchObject({
    actor: { kind: 'user', id: h.admin.userId },
    target: { kind: 'member', id: added.body.id },
    details: { userId: added.body.userId, role: 'manager', departmentIds: [department.id] },
  })
  expect(JSON.stringify(entry)).not.toContain(added.body.temporaryPassword)
  expect(await eventsOf(h)).toContain('member.added')
})

test('a repeated request with the same Idempotency-Key adds once and does not show the password again', async () => {
  const { asAdmin } = await harness()
  const sent = { email: unique(), fullName: 'Ada Marino', role: 'member' }
  const first = await asAdmin.post('/members', sent, { 'idempotency-key': 'add-ada' })
  const second = await asAdmin.post('/members', sent, { 'idempotency-key': 'add-ada' })
  expect(first.body.temporaryPassword).toMatch(/^[\w-]{16}$/)
  expect(second.status).toBe(201)
  expect(second.body).toEqual({ ...first.body, temporaryPassword: null })
})

test('a former member whose account the workspace made comes back with the membership they had', async () => {
  const { asAdmin, asNobody, make } = await harness()
  const [before, after] = [await make.department(), await make.department()]
  const sent = { email: unique(), fullName: 'Ada Marino', role: 'manager', departmentIds: [before.id] }
  const added = (await asAdmin.post('/members', sent)).body
  await asNobody.send(
    'POST',
    '/api/v1/auth/token',
    JSON.stringify({ email: sent.email, password: added.temporaryPassword }),
    { 'content-type': 'application/json' },
  )
  await asAdmin.delete(`/members/${added.id}`)
  const again = { ...sent, role: 'member', departmentIds: [after.id] }
  const { status, body } = await asAdmin.post('/members', again)
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: added.id, ...again, active: true, state: 'joined' })
})

test('an active member cannot be added again', async () => {
  const { asAdmin, make } = await harness()
  const person = await make.person()
  const refused = await asAdmin.post('/members', { email: person.email, fullName: 'X', role: 'admin' })
  expect([refused.status, refused.body.code]).toEqual([409, 'already_member'])
  expect((await asAdmin.get(`/members/${person.membershipId}`)).body.role).toBe('member')
})

test('two administrators who add the same new person at once make one account', async () => {
  const { asAdmin } = await harness()
  const sent = { email: unique(), fullName: 'Ada Marino', role: 'member' }
  const answers = await Promise.all([asAdmin.post('/members', sent), asAdmin.post('/members', sent)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 201)?.body.temporaryPassword).toMatch(/^[\w-]{16}$/)
})

test('a department the workspace does not have is refused by name, and nobody is added', async () => {
  const { asAdmin, make, runtime } = await harness()
  const other = await harness()
  const [own, foreign, deleted] = [await make.department(), await other.make.department(), await make.department()]
  await asAdmin.delete(`/departments/${deleted.id}`)
  const email = unique()
  for (const unknown of [foreign, deleted]) {
    const departmentIds = [own.id, unknown.id]
    const added = await asAdmin.post('/members', { email, fullName: 'Ada', role: 'member', departmentIds })
    expect(added.status).toBe(422)
    expect(added.body).toMatchObject({
      code: 'department_unknown',
      detail: expect.stringContaining(unknown.id),
      errors: [{ pointer: '/departmentIds/1' }],
    })
  }
  const person = await make.person()
  const changed = await asAdmin.patch(`/members/${person.membershipId}`, { departmentIds: [foreign.id] })
  expect([changed.status, changed.body.code]).toEqual([422, 'department_unknown'])
  expect(await one(runtime.database.pool, sql`select id from users where email = ${email}`)).toBeUndefined()
})

test('a changed role counts at once, and leaves a trace', async () => {
  const h = await harness()
  const person = await h.make.person()
  expect((await h.asConsole(person.token).get('/members')).status).toBe(403)
  const changed = await h.asAdmin.patch(`/members/${person.membershipId}`, { role: 'admin' })
  expect([changed.status, changed.body.role]).toEqual([200, 'admin'])
  expect((await h.asConsole(person.token).get('/members')).status).toBe(200)
  expect(await auditOf(h, 'member.changed')).toMatchObject([
    { target: { id: person.membershipId }, details: { role: 'admin', roleBefore: 'member' } },
  ])
  expect(await eventsOf(h)).toContain('member.changed')
})

test('a member can be sent back as read; that changes nothing and leaves no trace', async () => {
  const h = await harness()
  const department = await h.make.department()
  const path = `/members/${(await h.make.person()).membershipId}`
  await h.asAdmin.patch(path, { departmentIds: [department.id.toUpperCase()] })
  const { body } = await h.asAdmin.get(path)
  expect(body.departmentIds).toEqual([department.id])
  expect(await h.asAdmin.patch(path, body)).toMatchObject({ status: 200, body })
  expect(await auditOf(h, 'member.changed')).toHaveLength(1)

  const refused = await h.asAdmin.patch(path, { fullName: 'New Name', active: body.active, role: 'manager' })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'read_only_field', errors: [{ pointer: '/fullName' }] })
  expect((await h.asAdmin.get(path)).body).toEqual(body)
})

test('the last administrator can neither leave nor be demoted', async () => {
  const h = await harness()
  const { asAdmin, make, admin } = h
  const path = `/members/${admin.membershipId}`
  const disabled = await make.person({ role: 'admin' })
  await disable(h, disabled)
  for (const refused of [await asAdmin.patch(path, { role: 'manager' }), await asAdmin.delete(path)]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
  }
  expect((await asAdmin.get(path)).body).toMatchObject({ role: 'admin', active: true })
  await make.person({ role: 'admin' })
  expect((await asAdmin.patch(path, { role: 'manager' })).status).toBe(200)
})

test('of the last administrators who leave at once, one stays', async () => {
  const { asConsole, make, admin } = await harness()
  const admins = [admin]
  while (admins.length < 6) admins.push(await make.person({ role: 'admin' }))
  const answers = await Promise.all(
    admins.map(({ token, membershipId }, index) => {
      const path = `/members/${membershipId}`
      return index % 2 === 0 ? asConsole(token).delete(path) : asConsole(token).patch(path, { role: 'member' })
    }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
})

test('a removed member is out at once, with their keys and default assignments', async () => {
  const h = await harness()
  const person = await h.make.person()
  const key = await h.make.key({ integrationType: 'tool-client', by: person })
  const defaultAssignees = [{ membershipId: person.membershipId, role: 'PRIMARY' }]
  const department = await h.asAdmin.post('/departments', { name: 'Linen', kind: 'office', defaultAssignees })
  expect(department.body.defaultAssignees).toEqual(defaultAssignees)
  expect((await h.as(key.value).get('/users')).status).toBe(200)

  const path = `/members/${person.membershipId}`
  const removed = await h.asAdmin.delete(path)
  expect(removed.status).toBe(200)
  expect(removed.body).toEqual({ id: person.membershipId, deleted: true, deletedAt: expect.any(String) })
  expect((await h.as(person.token).get('/users')).body.code).toBe('workspace_forbidden')
  expect((await h.as(key.value).get('/users')).status).toBe(401)
  for (const again of [await h.asAdmin.delete(path), await h.asAdmin.patch(path, {}), await h.asAdmin.get(path)]) {
    expect([again.status, again.body.code]).toEqual([404, 'member_not_found'])
  }
  const stale = await h.asAdmin.patch(
    `/departments/${department.body.id}`,
    { name: 'Sheets' },
    { 'if-match': department.headers.etag ?? '' },
  )
  expect(stale.status).toBe(412)
  expect((await h.asAdmin.get(`/departments/${department.body.id}`)).body.defaultAssignees).toEqual([])
  expect(await auditOf(h, 'member.removed')).toHaveLength(1)
  expect(await eventsOf(h)).toContain('member.removed')
})

test('members of another workspace are unknown here', async () => {
  const { asAdmin } = await harness()
  const other = await harness()
  const person = await other.make.person()
  const path = `/members/${person.membershipId}`
  for (const answer of [
    await asAdmin.get(path),
    await asAdmin.patch(path, { role: 'admin' }),
    await asAdmin.delete(path),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'member_not_found'])
  }
  expect((await other.asAdmin.get(path)).body).toMatchObject({ role: 'member', active: true })
})

test('only an administrator of the workspace changes its members', async () => {
  const { asConsole, make } = await harness()
  const other = await harness()
  const manager = await make.person({ role: 'manager' })
  const key = await make.key()
  const path = `/members/${manager.membershipId}`
  for (const token of [manager.token, other.admin.token, key.value, 'nonsense']) {
    const client = asConsole(token)
    const answers = [
      await client.post('/members', { email: unique(), fullName: 'Ada', role: 'member' }),
      await client.patch(path, { role: 'admin' }),
      await client.delete(path),
    ]
    const expected = token === key.value || token === 'nonsense' ? 401 : 403
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
  }
})

test.each([
  [{}, '/email'],
  [{ email: 'nobody', fullName: 'Ada', role: 'member' }, '/email'],
  [{ email: 'a@example.com', fullName: '  ', role: 'member' }, '/fullName'],
  [{ email: 'a@example.com', fullName: 'Ada', role: 'owner' }, '/role'],
  [{ email: 'a@example.com', fullName: 'Ada', role: 'member', departmentIds: ['x'] }, '/departmentIds/0'],
  [{ email: 'a@example.com', fullName: 'Ada', role: 'member', departmentIds: null }, '/departmentIds'],
  [{ email: 'a@example.com', fullName: 'Ada', role: 'member', phone: '1' }, '/phone'],
])('adding %j is refused at %s', async (body, pointer) => {
  const { asAdmin } = await harness()
  const { status, body: problem } = await asAdmin.post('/members', body)
  expect(status).toBe(400)
  expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
})

test('a malformed change of a member is refused', async () => {
  const { asAdmin, make } = await harness()
  const path = `/members/${(await make.person()).membershipId}`
  for (const body of [{ role: null }, { role: 'owner' }, { departmentIds: 'x' }, { unknown: 1 }, []]) {
    expect((await asAdmin.patch(path, body)).status).toBe(400)
  }
  expect((await asAdmin.patch('/members/42', { role: 'admin' })).status).toBe(400)
  expect((await asAdmin.delete('/members/42')).status).toBe(400)
  expect((await asAdmin.get('/members/42')).status).toBe(400)
})
