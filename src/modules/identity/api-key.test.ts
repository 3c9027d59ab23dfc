import { expect, test } from 'vitest'
import { many, one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from '#test/client.ts'
import { harness } from '#test/harness.ts'

const NEW_KEY = { name: 'Export', integrationType: 'server', scopes: ['properties:read'] }

test('a created key shows its value once, works, and is nowhere in the database', async () => {
  const { asAdmin, as, runtime } = await harness()
  const created = await asAdmin.post('/api-keys', NEW_KEY)
  expect(created.status).toBe(201)
  const { value, id } = created.body
  expect(value).toMatch(/^ink_srv_[A-Za-z0-9]{40}_[A-Za-z0-9]{6}$/)
  expect((await as(value).get('/properties')).status).toBe(200)
  const read = await asAdmin.get(`/api-keys/${id}`)
  expect(read.body).not.toHaveProperty('value')
  expect(read.body).toMatchObject({ lastFour: value.slice(-4), scopes: ['properties:read'], revokedAt: null })
  const rows = await many(runtime.database.pool, sql`select to_jsonb(k)::text as row from api_keys k where id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(value)
})

test('a key has its scopes and no others', async () => {
  const { make, as } = await harness()
  const { value } = await make.key({ scopes: ['properties:read'] })
  const refused = await as(value).post('/properties', { name: 'Casa' })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'insufficient_scope', requiredScope: 'properties:write' })
})

test('a re-scoped key changes at once', async () => {
  const { asAdmin, make, as } = await harness()
  const { id, value } = await make.key({ scopes: ['properties:read'] })
  expect((await as(value).get('/properties')).status).toBe(200)
  await asAdmin.patch(`/api-keys/${id}`, { scopes: ['departments:read'] })
  expect((await as(value).get('/properties')).status).toBe(403)
  expect((await as(value).get('/departments')).status).toBe(200)
})

test('a revoked key stops at once and cannot be changed or revoked again', async () => {
  const { asAdmin, make, as } = await harness()
  const { id, value } = await make.key()
  expect((await as(value).get('/properties')).status).toBe(200)
  expect((await asAdmin.delete(`/api-keys/${id}`)).body).toMatchObject({ id, deleted: true })
  expect((await as(value).get('/properties')).status).toBe(401)
  expect((await asAdmin.patch(`/api-keys/${id}`, { name: 'Again' })).status).toBe(409)
  expect((await asAdmin.delete(`/api-keys/${id}`)).status).toBe(404)
})

// That an expired one is refused is in test/conventions.test.ts.
test('an expiry in the past is not accepted', async () => {
  const { asAdmin } = await harness()
  const past = await asAdmin.post('/api-keys', { ...NEW_KEY, expiresAt: '2020-01-01T00:00:00Z' })
  expect(past.body).toMatchObject({ status: 422, code: 'expiry_in_past' })
})

test.each(['*', 'tools:use', 'properties:write', 'workflows:read', 'knowledge:read', 'reservations:read'])(
  'a restricted key cannot hold %s',
  async (scope) => {
    const { asAdmin, make } = await harness()
    const refused = await asAdmin.post('/api-keys', {
      ...NEW_KEY,
      integrationType: 'restricted',
      scopes: ['tasks:read', scope],
    })
    expect(refused.body).toMatchObject({ status: 422, code: 'scope_not_allowed', errors: [{ pointer: '/scopes' }] })
    expect(refused.body.detail).toContain(scope)
    const { id } = await make.key({ integrationType: 'restricted', scopes: ['tasks:read'] })
    expect((await asAdmin.patch(`/api-keys/${id}`, { scopes: [scope] })).status).toBe(422)
  },
)

test('a tool-client key has the role of its creator and falls with the membership', async () => {
  const { asAdmin, make, as } = await harness()
  const creator = await make.person({ role: 'manager' })
  const { value } = await make.key({ integrationType: 'tool-client', by: creator })
  expect((await as(value).post('/properties', { name: 'Casa' })).status).toBe(201)
  await asAdmin.patch(`/members/${creator.membershipId}`, { role: 'member' })
  expect((await as(value).post('/properties', { name: 'Casa' })).body).toMatchObject({
    status: 403,
    code: 'insufficient_role',
  })
  expect((await as(value).get('/properties')).status).toBe(200)
  await asAdmin.delete(`/members/${creator.membershipId}`)
  expect((await as(value).get('/properties')).status).toBe(401)
})

test('only administrators manage keys, and keys never do', async () => {
  const { asKey, make, asConsole } = await harness()
  const manager = await make.person({ role: 'manager' })
  expect((await asConsole(manager.token).post('/api-keys', NEW_KEY)).status).toBe(403)
  expect((await asConsole(manager.token).get('/api-keys')).status).toBe(403)
  const refused = await asConsole(asKey.token ?? '').get('/api-keys')
  expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('API keys are not taken here.')])
})

test('the list is newest first, with the envelope, revoked keys included', async () => {
  const { asAdmin, make } = await harness()
  const { id } = await make.key()
  await asAdmin.delete(`/api-keys/${id}`)
  const list = await asAdmin.get('/api-keys?limit=1')
  expect(list.body.items[0]).toMatchObject({ id })
  expect(list.body.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true })
})

test('what was read can be sent back; another value for a fixed field is refused by name', async () => {
  const { asAdmin, make } = await harness()
  const { id } = await make.key()
  const read = await asAdmin.get(`/api-keys/${id}`)
  expect((await asAdmin.put(`/api-keys/${id}`, { ...read.body, name: 'Renamed' })).body.name).toBe('Renamed')
  const refused = await asAdmin.put(`/api-keys/${id}`, { prefix: 'ink_other' })
  expect(refused.body).toMatchObject({ status: 422, code: 'read_only_field', errors: [{ pointer: '/prefix' }] })
})

test('each action leaves an audit row with its actor, and no secret', async () => {
  const { asAdmin, admin } = await harness()
  const { id, value } = (await asAdmin.post('/api-keys', NEW_KEY)).body
  await asAdmin.patch(`/api-keys/${id}`, { name: 'Renamed' })
  await asAdmin.delete(`/api-keys/${id}`)
  const log = await asAdmin.get('/audit-log?limit=3')
  expect(log.body.items.map((row: { action: string }) => row.action)).toEqual([
    'api_key.revoked',
    'api_key.updated',
    'api_key.created',
  ])
  expect(log.body.items[0]).toMatchObject({
    actor: { kind: 'user', id: admin.userId, name: admin.fullName },
    target: { kind: 'api_key', id },
  })
  expect(JSON.stringify(log.body)).not.toContain(value)
})

test('the last use is noted', async () => {
  const { make, as, runtime } = await harness()
  const { id, value } = await make.key()
  await as(value).get('/properties')
  await expect
    .poll(() => one(runtime.database.pool, sql`select 1 from api_keys where id = ${id} and last_used_at is not null`))
    .toBeDefined()
})

test('a key lists its own workspace, a person those they are in', async () => {
  const one = await harness()
  const { body } = await clientOf(one.app, '/api/v1', one.asKey.token).get('/workspaces')
  expect(body.items).toEqual([{ id: one.workspaceId, name: `Workspace ${one.workspaceId}` }])
  const stranger = await one.make.stranger()
  expect((await clientOf(one.app, '/api/v1', stranger.token).get('/workspaces')).body.pagination.total).toBe(0)
})

test('a key can be put back as it was read before it was used', async () => {
  const { asAdmin, as } = await harness()
  const { id, value } = (await asAdmin.post('/api-keys', NEW_KEY)).body
  const path = `/api-keys/${id}`
  const { body: read } = await asAdmin.get(path)
  expect(read.lastUsedAt).toBeNull()
  await as(value).get('/properties')
  await expect.poll(async () => (await asAdmin.get(path)).body.lastUsedAt).not.toBeNull()
  const put = await asAdmin.put(path, { ...read, name: 'Renamed' })
  expect(put).toMatchObject({ status: 200, body: { name: 'Renamed', lastUsedAt: expect.any(String) } })
})
