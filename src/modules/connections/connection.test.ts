import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'

const SECRET = 'a-secret-of-the-provider-7788'
const BODY = {
  provider: 'breezeway',
  name: 'Breezeway Lisbon',
  credentials: { clientId: 'client-1', clientSecret: SECRET },
}

const connect = async (place: Harness, changes: object = {}) => {
  const { status, body } = await place.asAdmin.post('/connections', { ...BODY, ...changes })
  expect(status).toBe(201)
  return body
}

test('a connection is made, read, listed, renamed, paused and deleted', async () => {
  const place = await harness()
  const created = await connect(place)
  expect(created).toEqual({
    id: expect.any(String),
    provider: 'breezeway',
    name: 'Breezeway Lisbon',
    status: 'active',
    credentialsLastFour: '7788',
    settings: { defaultDepartment: 'maintenance', departments: [] },
    lastSyncAt: null,
    lastError: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  const path = `/connections/${created.id}`
  expect((await place.asAdmin.get(path)).body).toEqual(created)
  const paused = await place.asAdmin.patch(path, { ...created, name: 'Old account', status: 'paused' })
  expect([paused.status, paused.body.name, paused.body.status]).toEqual([200, 'Old account', 'paused'])
  expect((await place.asAdmin.get('/connections')).body.items).toEqual([paused.body])
  expect((await place.asAdmin.delete(path)).body).toMatchObject({ id: created.id, deleted: true })
  expect((await place.asAdmin.get(path)).body.code).toBe('connection_not_found')
  expect((await place.asAdmin.delete(path)).status).toBe(404)
})

test('the same credentials sent again are a new beginning: what the provider held against them is forgotten', async () => {
  const place = await harness()
  const { id } = await connect(place)
  const { pool } = place.runtime.database
  await run(pool, sql`update connections set blocked_until = now() + interval '1 hour' where id = ${id}`)
  const { body } = await place.asAdmin.patch(`/connections/${id}`, { name: 'Lisbon' })
  const blocked = sql`select blocked_until as "until" from connections where id = ${id}`
  expect(await one(pool, blocked)).not.toEqual({ until: null })
  await place.asAdmin.patch(`/connections/${id}`, { ...body, credentials: BODY.credentials })
  expect(await one(pool, blocked)).toEqual({ until: null })
})

test('credentials are kept as ciphertext and are in no answer, event or audit line', async () => {
  const place = await harness()
  const { id } = await connect(place)
  const changed = await place.asAdmin.patch(`/connections/${id}`, {
    credentials: { clientId: 'client-2', clientSecret: 'another-secret-of-theirs-9900' },
  })
  expect(changed.body.credentialsLastFour).toBe('9900')
  const { pool } = place.runtime.database
  const row = await one<{ credentials: string }>(pool, sql`select * from connections where id = ${id}`)
  expect(row?.credentials.length).toBeGreaterThan(40)
  const told = await one(
    pool,
    sql`
    select (select coalesce(jsonb_agg(payload), '[]') from outbox where workspace_id = ${place.workspaceId}) as events,
      (select jsonb_agg(details) from audit_log where workspace_id = ${place.workspaceId}) as audit`,
  )
  const all = JSON.stringify([row, told, changed.body, (await place.asAdmin.get('/connections')).body])
  for (const secret of [SECRET, 'another-secret', 'client-1', 'client-2']) expect(all).not.toContain(secret)
  expect(all).toContain('"credentials":"replaced"')
})

test('of a short secret not even the end is shown', async () => {
  const place = await harness()
  const made = await connect(place, { credentials: { clientId: 'c', clientSecret: 'short-12345' } })
  expect(made.credentialsLastFour).toBe('')
})

test('a workspace has one active connection at most; paused ones do not count', async () => {
  const place = await harness()
  const first = await connect(place)
  const second = await place.asAdmin.post('/connections', BODY)
  expect([second.status, second.body.code]).toEqual([409, 'connection_exists'])
  const spare = await connect(place, { status: 'paused' })
  const resumed = await place.asAdmin.patch(`/connections/${spare.id}`, { status: 'active' })
  expect([resumed.status, resumed.body.code]).toEqual([409, 'connection_exists'])
  await place.asAdmin.patch(`/connections/${first.id}`, { status: 'paused' })
  expect((await place.asAdmin.patch(`/connections/${spare.id}`, { status: 'active' })).status).toBe(200)
  const elsewhere = await harness()
  await connect(elsewhere)
})

test('of many made at once, one is active', async () => {
  const place = await harness()
  const answers = await Promise.all(Array.from({ length: 6 }, () => place.asAdmin.post('/connections', BODY)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('nobody can declare a connection failing, and only administrators see connections', async () => {
  const place = await harness()
  const { id } = await connect(place)
  const refused = await place.asAdmin.patch(`/connections/${id}`, { status: 'failing' })
  expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
    422,
    'read_only_field',
    '/status',
  ])
  const manager = place.asConsole((await place.make.person({ role: 'manager' })).token)
  expect((await manager.get('/connections')).status).toBe(403)
  expect((await manager.post('/connections', BODY)).status).toBe(403)
})

test('departments in the settings must be of this workspace, each once', async () => {
  const [place, stranger] = [await harness(), await harness()]
  const { id: ours } = await place.make.department()
  const { id: theirs } = await stranger.make.department()
  const settings = (...ids: string[]) => ({
    settings: { departments: ids.map((departmentId) => ({ departmentId, remoteDepartment: 'safety' })) },
  })
  for (const [ids, wrong] of [
    [[ours, theirs], 1],
    [[ours, ours], 1],
    [[newId()], 0],
  ] as const) {
    const answer = await place.asAdmin.post('/connections', { ...BODY, ...settings(...ids) })
    expect([answer.status, answer.body.code]).toEqual([422, 'mapped_department_unknown'])
    expect(answer.body.errors[0].pointer).toBe(`/settings/departments/${wrong}/departmentId`)
  }
  const made = await connect(place, settings(ours))
  const merged = await place.asAdmin.patch(`/connections/${made.id}`, { settings: { defaultDepartment: 'inspection' } })
  expect(merged.body.settings).toEqual({
    defaultDepartment: 'inspection',
    departments: [{ departmentId: ours, remoteDepartment: 'safety' }],
  })
  await place.asAdmin.delete(`/departments/${ours}`)
  const later = await place.asAdmin.patch(`/connections/${made.id}`, { settings: { defaultDepartment: 'safety' } })
  expect([later.status, later.body.settings?.defaultDepartment]).toEqual([200, 'safety'])
  const { id: newer } = await place.make.department()
  const anew = await place.asAdmin.patch(`/connections/${made.id}`, settings(newer, ours))
  expect([anew.status, anew.body.errors?.[0]?.pointer]).toEqual([422, '/settings/departments/1/departmentId'])
})

test('a property is mapped, mapped anew, and unmapped; one of the provider belongs to one of ours', async () => {
  const place = await harness()
  const { id } = await connect(place)
  const [first, second] = [await place.make.property(), await place.make.property({ name: 'Casa Verde' })]
  const at = (propertyId: string) => `/connections/${id}/properties/${propertyId}`
  expect((await place.asAdmin.put(at(first.id), { remoteId: '100' })).body).toMatchObject({
    propertyId: first.id,
    remoteId: '100',
  })
  const taken = await place.asAdmin.put(at(second.id), { remoteId: '100' })
  expect([taken.status, taken.body.code]).toEqual([409, 'remote_property_taken'])
  expect((await place.asAdmin.put(at(first.id), { remoteId: '101' })).body.remoteId).toBe('101')
  expect((await place.asAdmin.put(at(second.id), { remoteId: '100' })).status).toBe(200)
  const listed = await place.asAdmin.get(`/connections/${id}/properties?limit=1`)
  expect(listed.body).toMatchObject({ items: [{ propertyId: second.id }], pagination: { total: 2 } })
  expect((await place.asAdmin.delete(at(first.id))).body).toEqual({ propertyId: first.id, removed: true })
  expect((await place.asAdmin.delete(at(first.id))).body.code).toBe('property_mapping_not_found')
  expect((await place.asAdmin.put(at(newId()), { remoteId: '5' })).body.code).toBe('property_not_found')
  await place.asAdmin.delete(`/connections/${id}`)
  expect((await place.asAdmin.get(`/connections/${id}/properties`)).body.code).toBe('connection_not_found')
})
