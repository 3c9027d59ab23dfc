import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from './client.ts'
import { harness, startTestApp, type TestApp } from './harness.ts'

let server: TestApp
let draining = false
const lines: string[] = []

beforeAll(async () => {
  server = await startTestApp({ logTo: sink(), isDraining: () => draining })
})
afterAll(() => server.close())

const nobody = () => clientOf(server.app, '')

test('health says that the process answers, readiness that its parts work', async () => {
  const health = await nobody().get('/health')
  expect(health.body).toEqual({ status: 'ok', version: expect.any(String), uptimeSeconds: expect.any(Number) })
  const ready = await nobody().get('/health/ready')
  expect(ready.status).toBe(200)
  expect(ready.body).toEqual({
    status: 'ready',
    checks: { database: 'ok', migrations: 'ok', storage: 'ok', jobs: 'ok' },
  })
})

test('readiness is 503 while draining', async () => {
  draining = true
  const ready = await nobody().get('/health/ready')
  draining = false
  expect(ready.status).toBe(503)
  expect(ready.body.status).toBe('draining')
  expect(ready.headers['retry-after']).toBeDefined()
})

test('a heartbeat needs the secret, then a timestamp, and is kept per source', async () => {
  const beat = (body: object, token?: string) => clientOf(server.app, '', token).post('/health/trigger-canary', body)
  const timestamp = '2026-11-15T09:30:00.000Z'
  expect((await beat({})).status).toBe(401)
  expect((await beat({ timestamp }, 'wrong')).status).toBe(401)
  const malformed = await beat({ timestamp: 'yesterday' }, 'canary-secret')
  expect(malformed.body).toMatchObject({ status: 422, errors: [{ pointer: '/timestamp' }] })
  expect(malformed.body.detail).toMatch(/^\/timestamp: Must be a timestamp/)
  await beat({ timestamp: '2026-11-14T00:00:00Z', source: 'probe-eu' }, 'canary-secret')
  const kept = await beat({ timestamp, source: 'probe-eu' }, 'canary-secret')
  expect(kept.body).toEqual({ source: 'probe-eu', timestamp, receivedAt: expect.any(String) })
  const rows = await one<{ count: number }>(server.runtime.database.pool, sql`select count(*) as count from canaries`)
  expect(rows?.count).toBe(1)
  const inSmall = { authorization: 'bearer canary-secret' }
  expect((await nobody().post('/health/trigger-canary', { timestamp, source: 'probe-eu' }, inSmall)).status).toBe(200)
})

test('with a token the numbers are for whoever shows it, however they write the scheme', async () => {
  const guarded = await startTestApp({ config: { metricsToken: 'a-token-of-the-monitor' } })
  onTestFinished(() => guarded.close())
  const read = async (authorization: string) =>
    (await clientOf(guarded.app, '').send('GET', '/metrics', undefined, { authorization })).status
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await read(`${scheme} a-token-of-the-monitor`)).toBe(200)
  for (const wrong of ['', 'a-token-of-the-monitor', 'Basic a-token-of-the-monitor', 'Bearer A-Token-Of-The-Monitor'])
    expect([wrong, await read(wrong)]).toEqual([wrong, 403])
})

test('metrics count requests by route, without addresses or ids', async () => {
  const { asKey, make } = await harness(server)
  const { id } = await make.property()
  await asKey.get(`/properties/${id}`)
  const metrics = await nobody().send('GET', '/metrics')
  expect(metrics.body).toMatch(
    /innkeeper_http_request_seconds_count\{method="GET",route="[^"]*:propertyId",status="200"\} \d/,
  )
  expect(metrics.body).not.toContain(id)
  const passedOn = await nobody().get('/metrics', { 'x-forwarded-for': '203.0.113.9' })
  expect(passedOn.status).toBe(403)
})

test('the log has a line for each answer and never a secret', async () => {
  const { asKey, asAdmin, make } = await harness(server)
  const person = await make.person({ password: 'a-very-secret-password' })
  const session = await nobody().post('/api/v1/auth/token', { email: person.email, password: 'a-very-secret-password' })
  const key = await asAdmin.post('/api-keys', { name: 'K', integrationType: 'server', scopes: ['*'] })
  const { id } = await make.property()
  await asKey.get(`/properties/${id}`, { 'x-request-id': 'log-me-1' })
  await asKey.get('/properties?q=private-search')
  await nobody().post('/api/v1/auth/token', '{"password": "half a body', { 'x-request-id': 'log-me-2' })
  await expect.poll(() => lines.join('')).toContain('log-me-2')
  const log = lines.join('')
  const line = JSON.parse(lines.find((text) => text.includes('log-me-1')) ?? '{}')
  expect(line).toMatchObject({
    reqId: 'log-me-1',
    method: 'GET',
    status: 200,
    principal: expect.stringContaining('key '),
  })
  const { accessToken, refreshToken } = session.body
  const secrets = [
    'a-very-secret',
    accessToken,
    refreshToken,
    key.body.value,
    asKey.token,
    asAdmin.token,
    'private-search',
    'half a body',
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('a defect is a 500 that tells nothing, and its cause is in the log', async () => {
  const broken = await startTestApp({ logTo: sink() })
  const { asKey } = await harness(broken)
  await broken.runtime.database.pool.raw('drop table properties cascade')
  const answer = await asKey.get('/properties')
  await broken.close()
  expect(answer.body).toMatchObject({ status: 500, code: 'internal_error', retryable: true })
  expect(JSON.stringify(answer.body)).not.toContain('relation')
  const said = lines.join('').split('\n').filter(Boolean)
  const line = JSON.parse(said.find((text) => text.includes('does not exist')) ?? '{}')
  expect(line).toMatchObject({ reqId: answer.headers['x-request-id'], msg: 'internal_error' })
})

function sink(): PassThrough {
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  return stream
}
