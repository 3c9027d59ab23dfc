import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from './client.ts'
import { harness, type Harness } from './harness.ts'
import { serve } from './peer.ts'
import { PNG } from './photos.ts'
import { secondNode } from './second-node.ts'
import { DATETIME, expectFault, NOBODY, place, UUID } from './spec-place.ts'

const LISTS = ['/departments', '/users', '/properties', '/tasks', '/task-tags']

/** Every list of the workspace and of a task, with three items in each. */
async function lists() {
  const here = await place()
  const { id } = await here.task()
  await here.task()
  await here.task()
  for (let number = 0; number < 3; number += 1) await Promise.all([here.make.property(), here.make.tag()])
  for (let number = 0; number < 2; number += 1) {
    await here.make.department({ name: `D${number}` })
    await here.make.person()
  }
  const link = { externalSource: 'a', actionUrl: 'https://a.example/1', blocksCompletion: false }
  for (const externalId of ['1', '2', '3'])
    await here.asKey.post(`/tasks/${id}/checklist-items`, { ...link, externalId })
  const { host } = await serve((_, response) => response.setHeader('content-type', 'image/png').end(PNG))
  const sourceUrl = `http://${host.replace('127.0.0.1', 'localhost')}/1.png`
  for (const externalId of ['1', '2', '3']) {
    await here.asKey.post(`/tasks/${id}/attachments`, { externalSource: 'a', externalId, sourceUrl })
  }
  return { ...here, paths: [...LISTS, `/tasks/${id}/checklist-items`, `/tasks/${id}/attachments`] }
}

test('2.2 items and pagination.total, limit, offset and hasMore, on every list', async () => {
  const { paths, asKey } = await lists()
  for (const path of paths) {
    const { body: all } = await asKey.get(path)
    expect(all.pagination, path).toEqual({ total: 3, limit: 50, offset: 0, hasMore: false })
    expect(all.items).toHaveLength(3)
    const { body: page } = await asKey.get(`${path}?limit=1&offset=1`)
    expect(page, path).toEqual({ items: [all.items[1]], pagination: { total: 3, limit: 1, offset: 1, hasMore: true } })
    const { body: last } = await asKey.get(`${path}?limit=2&offset=1`)
    expect(last.pagination.hasMore).toBe(false)
    const { body: beyond } = await asKey.get(`${path}?offset=9`)
    expect(beyond).toEqual({ items: [], pagination: { total: 3, limit: 50, offset: 9, hasMore: false } })
  }
})

test('8 limit: default 50, 1 to 100; offset: default 0, minimum 0; on every list endpoint', async () => {
  const { paths, asKey } = await lists()
  for (const path of paths) {
    expect((await asKey.get(`${path}?limit=100`)).body.pagination.limit).toBe(100)
    for (const bad of ['0', '101']) expectFault(await asKey.get(`${path}?limit=${bad}`), 400, 'limit', path)
    expectFault(await asKey.get(`${path}?offset=-1`), 400, 'offset', path)
  }
})

const JSON_TYPE = { 'content-type': 'application/json' }

async function signedIn(): Promise<Harness & { password: string; email: string; fullName: string; session: Answer }> {
  const here = await harness()
  const { email, fullName } = await here.make.person({ password: 'correct horse' })
  const body = JSON.stringify({ email, password: 'correct horse' })
  const session = await here.asNobody.send('POST', '/api/v1/auth/token', body, JSON_TYPE)
  return { ...here, email, fullName, password: 'correct horse', session }
}

test('2.8 auth user profile: id, email, fullName, avatarUrl, createdAt and lastSignInAt; 4.1 GET /auth/me', async () => {
  const { session, email, fullName, as } = await signedIn()
  const { body } = await as(session.body.accessToken).send('GET', '/api/v1/auth/me')
  expect(body).toEqual({ user: session.body.user })
  expect(body.user).toEqual({
    id: expect.stringMatching(UUID),
    email,
    fullName,
    avatarUrl: null,
    createdAt: expect.stringMatching(DATETIME),
    lastSignInAt: expect.stringMatching(DATETIME),
  })
})

test('2.9 session: accessToken is a JWT that works as a bearer token, tokenType is bearer', async () => {
  const { session, as } = await signedIn()
  expect(session.body.tokenType).toBe('bearer')
  expect(session.body.accessToken.split('.')).toHaveLength(3)
  expect((await as(session.body.accessToken).get('/tasks')).status).toBe(200)
})

test('2.9 session: refreshToken is replaced on every refresh; 4.1 POST /auth/refresh', async () => {
  const { session, asNobody } = await signedIn()
  const refresh = (refreshToken: string) =>
    asNobody.send('POST', '/api/v1/auth/refresh', JSON.stringify({ refreshToken }), JSON_TYPE)
  const renewed = await refresh(session.body.refreshToken)
  expect(Object.keys(renewed.body).toSorted()).toEqual(Object.keys(session.body).toSorted())
  expect(renewed.body.refreshToken).not.toBe(session.body.refreshToken)
  expect((await refresh(renewed.body.refreshToken)).status).toBe(200)
  expect((await refresh(session.body.refreshToken)).status).toBe(401)
})

test('2.9 session: expiresIn and expiresAt; 8 access token lifetime: given in expiresIn', async () => {
  const { session } = await signedIn()
  const { accessToken, expiresIn, expiresAt } = session.body
  expect(expiresIn).toBeGreaterThan(0)
  expect(expiresAt).toMatch(DATETIME)
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString())
  expect(claims.exp - claims.iat).toBe(expiresIn)
  expect(Math.abs(Date.parse(expiresAt) / 1000 - claims.exp)).toBeLessThanOrEqual(1)
})

test('7 400: request validation failed', async () => {
  const { asKey } = await place()
  const refused = await asKey.post('/tasks', { tittle: 'X', title: 5 })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  expect(pointers).toEqual(['/departmentId', '/title', '/tittle'])
})

test('7 401: key missing, invalid, expired, revoked, or of another workspace; GET /auth/me with a key', async () => {
  const { asNobody, as, make, asAdmin, asKey, runtime } = await harness()
  const other = await harness()
  const expired = await make.key({ expiresAt: '2099-01-01T00:00:00.000Z' })
  await run(runtime.database.pool, sql`update api_keys set expires_at = '2020-01-01' where id = ${expired.id}`)
  const revoked = await make.key()
  await asAdmin.delete(`/api-keys/${revoked.id}`)
  const callers = [asNobody, as('ink_wrong'), as(expired.value), as(revoked.value), as(other.asKey.token ?? '')]
  for (const caller of callers)
    expect((await caller.get('/tasks')).body).toMatchObject({ status: 401, code: 'invalid_token' })
  expect((await asKey.send('GET', '/api/v1/auth/me')).status).toBe(401)
})

test('7 403: an authenticated user without access to the workspace', async () => {
  const { as, make } = await harness()
  const stranger = await make.stranger()
  expect((await as(stranger.token).get('/tasks')).body).toMatchObject({ status: 403, code: 'workspace_forbidden' })
})

test('7 404: workspace, task or property not found', async () => {
  const { asKey, asUser } = await harness()
  const elsewhere = await asUser.send('GET', '/api/v1/workspaces/not-there/tasks')
  expect(elsewhere.body).toMatchObject({ status: 404, code: 'workspace_not_found' })
  expect((await asKey.get(`/tasks/${NOBODY}`)).body).toMatchObject({ status: 404, code: 'task_not_found' })
  expect((await asKey.get(`/properties/${NOBODY}`)).body).toMatchObject({ status: 404, code: 'property_not_found' })
  const foreign = await place()
  expect((await asKey.get(`/tasks/${(await foreign.task()).id}`)).status).toBe(404)
})

test('7 409: completion blocked by another task or a rule', async () => {
  const { task, asKey, asAdmin, department } = await place()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  await asAdmin.post('/completion-rules', { departmentId: department.id, requires: 'summary' })
  const refused = await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })
  expect(refused.body).toMatchObject({ status: 409, code: 'completion_blocked' })
  const kinds = refused.body.blockers.map(({ kind, id }: { kind: string; id: string }) => [kind, id === part.id])
  expect(kinds).toEqual([
    ['task', true],
    ['workflow_rule', false],
  ])
})

test('7 422: valid JSON that cannot be applied to the current object', async () => {
  const { task, asKey } = await place()
  const made = await task()
  expectFault(await asKey.patch(`/tasks/${made.id}`, { departmentId: NOBODY }), 422, 'departmentId')
  expectFault(await asKey.patch(`/tasks/${made.id}`, { completedAt: '2026-11-15T00:00:00Z' }), 422, 'completedAt')
  expect((await asKey.patch(`/tasks/${made.id}`, { parentTaskId: made.id })).body).toMatchObject({
    status: 422,
    code: 'parent_cycle',
  })
  expect((await asKey.get(`/tasks/${made.id}`)).body).toEqual(made)
})

test('7 429: too many requests', async () => {
  const node = await secondNode({ config: { rateLimit: { perMinute: 1, burst: 2, addressPerMinute: 60 } } })
  onTestFinished(() => node.close())
  const { asKey } = await harness(node)
  const answers = await Promise.all(Array.from({ length: 12 }, () => asKey.get('/tasks')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
})

test('7 500: the request could not be completed, without a word about why', async () => {
  const { asKey, runtime } = await harness()
  await run(runtime.database.pool, sql`alter table task_tags rename to task_tags_away`)
  const answer = await asKey.get('/task-tags')
  await run(runtime.database.pool, sql`alter table task_tags_away rename to task_tags`)
  expect(answer.body).toMatchObject({
    status: 500,
    code: 'internal_error',
    detail: 'The request could not be completed.',
  })
  expect(JSON.stringify(answer.body)).not.toContain('task_tags')
  expect((await asKey.get('/task-tags')).status).toBe(200)
})

test('7 every refusal has the request’s id to quote', async () => {
  const { asKey, asNobody } = await harness()
  for (const answer of [
    await asKey.get(`/tasks/${NOBODY}`),
    await asNobody.get('/tasks'),
    await asKey.get('/tasks?x=1'),
  ]) {
    expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['content-type']).toContain('application/problem+json')
  }
})

test('8 durable attachment: at most 25 MB, image/*, HTTPS source', async () => {
  const { task, asKey } = await place()
  const attach = `/tasks/${(await task()).id}/attachments`
  const large = Buffer.concat([PNG, Buffer.alloc(25 * 1024 * 1024)])
  const { host } = await serve(({ url }, response) => {
    const isPhoto = url === '/large.png'
    response.setHeader('content-type', isPhoto ? 'image/png' : 'text/plain').end(isPhoto ? large : 'text')
  })
  const local = `http://${host.replace('127.0.0.1', 'localhost')}`
  for (const [sourceUrl, code] of [
    [`${local}/large.png`, 'too_large'],
    [`${local}/text`, 'not_an_image'],
    [`http://${host}/large.png`, 'source_not_allowed'],
  ]) {
    const refused = await asKey.post(attach, { sourceUrl, externalSource: 'a', externalId: '1' })
    expect(refused.body).toMatchObject({ status: 422, code })
  }
})

test('9 public REST API: v1, in the URL path', async () => {
  const { asKey, workspaceId } = await harness()
  expect((await asKey.send('GET', `/api/v1/workspaces/${workspaceId}/tasks`)).status).toBe(200)
  expect((await asKey.send('GET', `/api/v2/workspaces/${workspaceId}/tasks`)).status).toBe(404)
})

test('9 API contract: 1.4.0, on successes and refusals and in the document', async () => {
  const { asKey, asNobody } = await harness()
  for (const answer of [await asKey.get('/tasks'), await asNobody.get('/tasks')]) {
    expect(answer.headers['x-api-contract']).toBe('1.4.0')
  }
  expect((await asNobody.send('GET', '/api/v1/openapi.public.json')).body.info.version).toBe('1.4.0')
})

test('9 OpenAPI document: 3.1.0', async () => {
  const { asNobody } = await harness()
  expect((await asNobody.send('GET', '/api/v1/openapi.public.json')).body.openapi).toBe('3.1.0')
})

test('9 tasks object: tasks.v1.3.0, with daily work orders, cost items, assignees and the filters', async () => {
  const { asKey, asNobody, task } = await place()
  const { id } = await task()
  const query = 'include=costItems,assignees&departmentKind=field_ops&scheduledFrom=2026-01-01'
  for (const path of [`/tasks/${id}`, `/tasks?${query}`, '/tasks/daily-work-orders?date=2026-11-20']) {
    const { status, headers } = await asKey.get(path)
    expect([status, headers['x-object-contract']], path).toEqual([200, 'tasks.v1.3.0'])
  }
  for (const part of ['checklist-items', 'attachments'])
    expect((await asKey.get(`/tasks/${id}/${part}`)).headers['x-object-contract'], part).toBe('tasks.v1.3.0')
  // On refusals too.
  const refusals = [
    await asKey.get('/tasks?limit=0'),
    await asNobody.get('/tasks'),
    await asKey.get(`/tasks/${newId()}`),
  ]
  const told = refusals.map(({ status, headers }) => [status, headers['x-object-contract']])
  expect(told).toEqual([400, 401, 404].map((status) => [status, 'tasks.v1.3.0']))
})

test('9 properties object: properties.v1.2.0, without legacy internal columns', async () => {
  const { asKey, make } = await harness()
  const { id } = await make.property()
  const { headers, body } = await asKey.get(`/properties/${id}`)
  expect(headers['x-object-contract']).toBe('properties.v1.2.0')
  for (const column of ['version', 'deletedAt', 'accessNotes', 'wifiPassword']) expect(body).not.toHaveProperty(column)
})
