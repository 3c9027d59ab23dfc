import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

const names = (answer: { body: { items: { name: string }[] } }): string[] => answer.body.items.map(({ name }) => name)

test('a created property is answered whole, with Location and ETag', async () => {
  const { asKey, workspaceId } = await harness()
  const created = await asKey.post('/properties', { name: 'Casa Azul', city: 'Lisbon', bathrooms: 1.5 })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    name: 'Casa Azul',
    status: 'ONBOARDING',
    bathrooms: 1.5,
    wifiName: null,
    hasParking: false,
  })
  expect(created.headers.location).toBe(`/api/v1/workspaces/${workspaceId}/properties/${created.body.id}`)
  expect(created.headers['x-object-contract']).toBe('properties.v1.2.0')
  const read = await asKey.get(`/properties/${created.body.id}`)
  expect(read.body).toEqual(created.body)
  expect(read.headers.etag).toBe(created.headers.etag)
})

test('nullable fields take null on create, and null clears on update', async () => {
  const { asKey } = await harness()
  const { body } = await asKey.post('/properties', { name: 'Casa', city: null, cleaningFee: 12.5 })
  const cleared = await asKey.patch(`/properties/${body.id}`, { cleaningFee: null })
  expect(cleared.body).toMatchObject({ city: null, cleaningFee: null, name: 'Casa' })
})

test('customFields merges one level and null removes a key', async () => {
  const { asKey } = await harness()
  const { body } = await asKey.post('/properties', { name: 'Casa', customFields: { a: { x: 1 }, b: 2 } })
  const merged = await asKey.patch(`/properties/${body.id}`, { customFields: { a: { y: 2 }, b: null, c: [1, '€'] } })
  expect(merged.body.customFields).toEqual({ a: { y: 2 }, c: [1, '€'] })
})

test('what was read can be put back, and a read-only field with another value is refused by name', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  const { body } = await asKey.get(`/properties/${id}`)
  const put = await asKey.put(`/properties/${id}`, { ...body, city: 'Porto' })
  expect(put.status).toBe(200)
  expect(put.body.city).toBe('Porto')
  const refused = await asKey.patch(`/properties/${id}`, { workspaceId: 'elsewhere', name: 'Kept?' })
  expect(refused.body).toMatchObject({ status: 422, code: 'read_only_field', errors: [{ pointer: '/workspaceId' }] })
  expect((await asKey.get(`/properties/${id}`)).body.name).toBe(put.body.name)
})

test('an empty update changes nothing, the version included', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  const before = await asKey.get(`/properties/${id}`)
  const after = await asKey.patch(`/properties/${id}`, {})
  expect(after.headers.etag).toBe(before.headers.etag)
})

test('If-None-Match answers 304, If-Match keeps a newer change', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  const first = await asKey.get(`/properties/${id}`)
  const etag = first.headers.etag ?? ''
  expect((await asKey.get(`/properties/${id}`, { 'if-none-match': etag })).status).toBe(304)
  expect((await asKey.patch(`/properties/${id}`, { city: 'Porto' }, { 'if-match': etag })).status).toBe(200)
  const stale = await asKey.patch(`/properties/${id}`, { city: 'Faro' }, { 'if-match': etag })
  expect(stale.body).toMatchObject({ status: 412, code: 'precondition_failed' })
  expect((await asKey.delete(`/properties/${id}`, { 'if-match': etag })).status).toBe(412)
  expect((await asKey.get(`/properties/${id}`, { 'if-none-match': etag })).body.city).toBe('Porto')
  expect((await asKey.patch(`/properties/${id}`, { city: 'Faro' }, { 'if-match': '*' })).status).toBe(200)
})

test('a deleted property is gone from every answer, and its row stays', async () => {
  const { asKey, make, runtime } = await harness()
  const { id } = await make.property()
  const deleted = await asKey.delete(`/properties/${id}`)
  expect(deleted.body).toEqual({ id, deleted: true, deletedAt: expect.any(String) })
  expect((await asKey.get('/properties')).body.pagination.total).toBe(0)
  for (const again of [
    asKey.get(`/properties/${id}`),
    asKey.patch(`/properties/${id}`, {}),
    asKey.delete(`/properties/${id}`),
  ]) {
    expect((await again).body).toMatchObject({ status: 404, code: 'property_not_found' })
  }
  expect(await many(runtime.database.pool, sql`select 1 from properties where id = ${id}`)).toHaveLength(1)
})

test('the list filters by status and q, each alone and together', async () => {
  const { asKey, make } = await harness()
  await make.property({ name: 'Casa Azul', city: 'Lisbon', status: 'ACTIVE' })
  await make.property({ name: 'Casa Verde', internalCode: 'AZ-7', status: 'ACTIVE' })
  await make.property({ name: 'Torre', city: 'Azores', status: 'INACTIVE' })
  expect(names(await asKey.get('/properties?q=az&sort=name'))).toEqual(['Casa Azul', 'Casa Verde', 'Torre'])
  expect(names(await asKey.get('/properties?status=INACTIVE'))).toEqual(['Torre'])
  expect(names(await asKey.get('/properties?q=AZ&status=ACTIVE&sort=-name'))).toEqual(['Casa Verde', 'Casa Azul'])
  expect((await asKey.get('/properties?q=nothing')).body).toEqual({
    items: [],
    pagination: { total: 0, limit: 50, offset: 0, hasMore: false },
  })
})

test('q takes pattern characters literally', async () => {
  const { asKey, make } = await harness()
  await make.property({ name: '100% Casa_Azul \\ x' })
  await make.property({ name: 'Plain' })
  for (const q of ['100%', '_', '\\', '% casa']) {
    expect(names(await asKey.get(`/properties?q=${encodeURIComponent(q)}`))).toEqual(['100% Casa_Azul \\ x'])
  }
})

test('pages have the true total, past the end too', async () => {
  const { asKey, make } = await harness()
  for (const name of ['One', 'Two', 'Three']) await make.property({ name })
  const first = await asKey.get('/properties?limit=2')
  expect(first.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, hasMore: true })
  const second = await asKey.get('/properties?limit=2&offset=2')
  expect(second.body.pagination.hasMore).toBe(false)
  expect([...names(first), ...names(second)]).toEqual(['Three', 'Two', 'One'])
  expect((await asKey.get('/properties?offset=50')).body).toEqual({
    items: [],
    pagination: { total: 3, limit: 50, offset: 50, hasMore: false },
  })
})

test('updatedSince finds what changed', async () => {
  const { asKey, make } = await harness()
  await make.property({ name: 'Old' })
  const { id } = await make.property({ name: 'Changed' })
  const { body } = await asKey.patch(`/properties/${id}`, { city: 'Faro' })
  expect(names(await asKey.get(`/properties?updatedSince=${body.updatedAt}`))).toEqual(['Changed'])
})

test('a restricted key sees the reduced view at every place and cannot search what it does not see', async () => {
  const { make, as } = await harness()
  const { id } = await make.property({ name: 'Casa', city: 'Lisbon', internalCode: 'C-1', wifiName: 'secret' })
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['properties:read'] })
  const reduced = { id, name: 'Casa', internalName: null, internalCode: 'C-1', status: 'ONBOARDING' }
  expect((await as(value).get(`/properties/${id}`)).body).toEqual(reduced)
  expect((await as(value).get('/properties?q=c-1')).body.items).toEqual([reduced])
  expect((await as(value).get('/properties?q=lisbon')).body.pagination.total).toBe(0)
  expect((await as(value).post('/properties', { name: 'X' })).body.code).toBe('insufficient_scope')
})

test('values that do not fit together are 422 and name the field', async () => {
  const { asKey } = await harness()
  const cases: [object, string][] = [
    [{ minNights: 9, maxNights: 3 }, '/minNights'],
    [{ minGuests: 9, maxGuests: 3 }, '/minGuests'],
    [{ minNights: 5, maxNights: 0 }, '/minNights'],
    [{ latitude: 1 }, '/latitude'],
    [{ longitude: 1 }, '/longitude'],
    [{ cleaningFee: 10.001 }, '/cleaningFee'],
  ]
  for (const [fields, pointer] of cases) {
    const refused = await asKey.post('/properties', { name: 'Casa', ...fields })
    expect(refused.body).toMatchObject({ status: 422, code: 'property_inapplicable', errors: [{ pointer }] })
  }
  expect((await asKey.get('/properties')).body.pagination.total).toBe(0)
})

test('roles: a member reads, a manager writes', async () => {
  const { make, as } = await harness()
  const [member, manager] = [await make.person({ role: 'member' }), await make.person({ role: 'manager' })]
  expect((await as(member.token).get('/properties')).status).toBe(200)
  expect((await as(member.token).post('/properties', { name: 'X' })).body.code).toBe('insufficient_role')
  expect((await as(manager.token).post('/properties', { name: 'X' })).status).toBe(201)
})

test('a change and its event are in one transaction', async () => {
  const { asKey, runtime, workspaceId } = await harness()
  const events = () =>
    many<{ type: string }>(
      runtime.database.pool,
      sql`select type from outbox where workspace_id = ${workspaceId} order by id`,
    )
  const before = (await events()).length
  const { body } = await asKey.post('/properties', { name: 'Casa' })
  await asKey.patch(`/properties/${body.id}`, { minNights: 5, maxNights: 2 })
  await asKey.patch(`/properties/${body.id}`, { city: 'Faro' })
  await asKey.delete(`/properties/${body.id}`)
  expect((await events()).slice(before).map(({ type }) => type)).toEqual([
    'property.created',
    'property.updated',
    'property.deleted',
  ])
})

test('twenty changes at once all count', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      asKey.patch(`/properties/${id}`, { customFields: { [`k${index}`]: index } }),
    ),
  )
  const read = await asKey.get(`/properties/${id}`)
  expect(Object.keys(read.body.customFields)).toHaveLength(20)
  expect(read.headers.etag).toMatch(/^"21\./)
})

test('q finds letters of any alphabet in any case', async () => {
  const { asKey, make } = await harness()
  await make.property({ name: 'Moinho Velho', city: 'Évora' })
  for (const q of ['ÉVORA', 'évora', 'Évora']) {
    expect(names(await asKey.get(`/properties?q=${encodeURIComponent(q)}`))).toEqual(['Moinho Velho'])
  }
})

test('an amount kept from before the currency changed is in nobody’s way', async () => {
  const { asKey, asAdmin, make } = await harness()
  const { id } = await make.property({ cleaningFee: 65.5 })
  await asAdmin.patch('', { currency: 'JPY' })
  expect((await asKey.patch(`/properties/${id}`, { beds: 7 })).status).toBe(200)
  expect((await asKey.patch(`/properties/${id}`, { cleaningFee: 60.5 })).status).toBe(422)
})
