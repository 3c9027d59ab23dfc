import { expect, test } from 'vitest'
import { harness } from './harness.ts'
import { expectFault, NOBODY, place } from './spec-place.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

test('4.1 POST /auth/token: e-mail and password give a session; a wrong password none', async () => {
  const { asNobody, make } = await harness()
  const { email } = await make.person({ password: 'correct horse' })
  const signIn = (body: object) => asNobody.send('POST', '/api/v1/auth/token', JSON.stringify(body), JSON_TYPE)
  const { status, body } = await signIn({ email, password: 'correct horse' })
  expect([status, body.user.email]).toEqual([200, email])
  expect((await signIn({ email, password: 'wrong' })).status).toBe(401)
  expectFault(await signIn({ email }), 400, 'password')
})

test('4.1 these endpoints create no users and no memberships', async () => {
  const { asNobody, asKey } = await harness()
  const body = JSON.stringify({ email: 'new-here@example.com', password: 'correct horse' })
  for (let time = 0; time < 2; time += 1) {
    expect((await asNobody.send('POST', '/api/v1/auth/token', body, JSON_TYPE)).status).toBe(401)
  }
  expect((await asKey.get('/users')).body.pagination.total).toBe(1)
})

test('4.2 GET /workspaces: only the key’s owner workspace, its id and display name', async () => {
  const { asKey, workspaceId } = await harness()
  await harness()
  const { body } = await asKey.send('GET', '/api/v1/workspaces')
  expect(body.items).toEqual([{ id: workspaceId, name: `Workspace ${workspaceId}` }])
})

test('4.2 GET /departments: gives the departmentId needed to create tasks', async () => {
  const { asKey, department } = await place()
  const { items } = (await asKey.get('/departments')).body
  expect(items).toMatchObject([department])
  expect((await asKey.post('/tasks', { title: 'T', departmentId: items[0].id })).status).toBe(201)
})

test('4.2 GET /users: active assignable users', async () => {
  const { asKey, asAdmin, make, admin, task } = await place()
  const gone = await make.person()
  const ids = async () => (await asKey.get('/users')).body.items.map(({ userId }: { userId: string }) => userId)
  expect((await ids()).toSorted()).toEqual([admin.userId, gone.userId].toSorted())
  await asAdmin.delete(`/members/${gone.membershipId}`)
  expect(await ids()).toEqual([admin.userId])
  const made = await task({ primaryUserId: admin.userId }, '?include=assignees')
  expect(made.assignees).toMatchObject([{ userId: admin.userId }])
})

test('4.3 GET /properties: status and q (name, internal code, city), limit, offset; deleted excluded', async () => {
  const { asKey, make } = await harness()
  await make.property({ name: 'Azul', status: 'ACTIVE' })
  await make.property({ name: 'B', internalCode: 'AZ-7', status: 'PROSPECT' })
  await make.property({ name: 'C', city: 'Azores', status: 'INACTIVE' })
  const gone = await make.property({ name: 'Azul gone' })
  await asKey.delete(`/properties/${gone.id}`)
  const names = async (query: string) =>
    (await asKey.get(`/properties?sort=name&${query}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await names('q=az')).toEqual(['Azul', 'B', 'C'])
  expect(await names('status=PROSPECT')).toEqual(['B'])
  expect(await names('q=az&status=ACTIVE')).toEqual(['Azul'])
  expect(await names('limit=1&offset=1')).toEqual(['B'])
  expectFault(await asKey.get('/properties?status=OPEN'), 400, 'status')
})

test('4.3 POST /properties: JSON property fields give the property', async () => {
  const { asKey } = await harness()
  const sent = { name: 'Casa', status: 'ACTIVE', city: 'Lisbon' }
  expect(await asKey.post('/properties', sent)).toMatchObject({ status: 201, body: sent })
  expectFault(await asKey.post('/properties', { city: 'Lisbon' }), 400, 'name')
  expectFault(await asKey.post('/properties', { name: 'Casa', pool: true }), 400, 'pool')
})

test('4.3 GET /properties/{propertyId}: the property', async () => {
  const { asKey } = await harness()
  const { body } = await asKey.post('/properties', { name: 'Casa' })
  expect(await asKey.get(`/properties/${body.id}`)).toMatchObject({ status: 200, body })
  expect((await asKey.get(`/properties/${NOBODY}`)).status).toBe(404)
})

test.each(['patch', 'put'] as const)(
  '4.3 %s /properties/{propertyId}: a subset changes what it names',
  async (method) => {
    const { asKey } = await harness()
    const { body } = await asKey.post('/properties', { name: 'Casa', city: 'Lisbon' })
    const changed = await asKey[method](`/properties/${body.id}`, { city: 'Porto' })
    expect(changed.body).toEqual({ ...body, city: 'Porto', updatedAt: changed.body.updatedAt })
  },
)

test('4.3 DELETE /properties/{propertyId}: soft delete', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  expect(await asKey.delete(`/properties/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } })
  expect((await asKey.get(`/properties/${id}`)).status).toBe(404)
})
