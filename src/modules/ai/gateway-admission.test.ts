import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import * as callers from './gateway-caller.service.ts'
import { openNonces } from './nonce.ts'
import { addressOf } from '#test/event-source.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { clientAt, gatewayClient, type GatewayClient } from '#test/gateway-client.ts'
import { secondNode } from '#test/second-node.ts'
import { soon } from '#test/working.ts'

const WORDS = { prompt: 'hello' }
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const agoSeconds = (seconds: number): string => String(Math.floor(Date.now() / 1000) - seconds)

async function noncesOf({ ctx, name }: GatewayClient): Promise<string[]> {
  const rows = await many<{ nonce: string }>(ctx.db, sql`select nonce from ai_nonces where caller = ${name}`)
  return rows.map(({ nonce }) => nonce)
}

test('health says who is there and in which mode models are, in texts only', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const { status, body } = await client.get('health')
  expect([status, body]).toEqual([
    200,
    { status: 'ok', auth: 'hmac', caller: client.name, workspace_id: place.workspaceId, mode: 'embedded' },
  ])
  const { body: elsewhere } = await client.get('health', { workspaceId: '' })
  expect(elsewhere).toMatchObject({ workspace_id: '', mode: 'unknown' })
})

test('without any header it is 401 and never 422', async () => {
  const { app } = await harness()
  for (const route of ['health', 'completion', 'structured', 'embeddings', 'transcriptions', 'images']) {
    const method = route === 'health' ? 'GET' : 'POST'
    const answer = await app.inject({ method, url: `/v1/internal/ai-gateway/${route}` })
    const body = answer.json()
    expect([answer.statusCode, body.error]).toEqual([
      401,
      { code: 'unauthenticated', message: expect.any(String), retryable: false, details: {} },
    ])
    expect(body.request_id).toBe(answer.headers['x-request-id'])
    expect(answer.headers['www-authenticate']).toContain('AIGW1-HMAC-SHA256')
  }
})

test('a wrong secret, an unknown caller and a body changed after signing are bad signatures', async () => {
  const client = await gatewayClient(await harness())
  const wrong = { secret: randomBytes(24).toString('hex') }
  expect(codeOf(await client.post('completion', WORDS, wrong))).toEqual([401, 'bad_signature'])
  expect(codeOf(await client.post('completion', WORDS, { caller: 'nobody' }))).toEqual([401, 'bad_signature'])
  expect(codeOf(await client.post('completion', WORDS, { caller: 'a caller, b' }))).toEqual([401, 'bad_signature'])
  const changed = { signedBody: '{"prompt":"hello!"}' }
  expect(codeOf(await client.post('completion', WORDS, changed))).toEqual([401, 'bad_signature'])
  expect(await noncesOf(client)).toEqual([])
})

test.for(['workspace-id', 'actor-kind', 'actor-id', 'timestamp', 'nonce'])(
  'a changed %s is a bad signature',
  async (name) => {
    const client = await gatewayClient(await harness())
    const value = name === 'timestamp' ? agoSeconds(5) : name === 'nonce' ? randomBytes(12).toString('hex') : 'system'
    const headers = { [`x-service-ai-gateway-${name}`]: value }
    expect(codeOf(await client.get('health', { headers }))).toEqual([401, 'bad_signature'])
  },
)

test('a signature for another path, method or query does not pass', async () => {
  const client = await gatewayClient(await harness())
  const path = '/v1/internal/ai-gateway/embeddings'
  expect(codeOf(await client.post('completion', WORDS, { path }))).toEqual([401, 'bad_signature'])
  expect(codeOf(await client.post('completion', WORDS, { method: 'PUT' }))).toEqual([401, 'bad_signature'])
  expect(codeOf(await client.get('health', { query: 'a=1' }))).toEqual([422, 'invalid_request'])
  const signed = { path: '/v1/internal/ai-gateway/health' }
  expect(codeOf(await client.get('health?a=1', signed))).toEqual([401, 'bad_signature'])
  const posted = { path: '/v1/internal/ai-gateway/completion' }
  expect(codeOf(await client.post('completion?a=1', WORDS, posted))).toEqual([401, 'bad_signature'])
})

test('a timestamp may be 300 seconds off, in both directions, and not more', async () => {
  const client = await gatewayClient(await harness())
  expect((await client.get('health', { timestamp: agoSeconds(290) })).status).toBe(200)
  expect((await client.get('health', { timestamp: agoSeconds(-290) })).status).toBe(200)
  expect(codeOf(await client.get('health', { timestamp: agoSeconds(310) }))).toEqual([401, 'stale_timestamp'])
  expect(codeOf(await client.get('health', { timestamp: agoSeconds(-310) }))).toEqual([401, 'stale_timestamp'])
  const malformed = await client.get('health', { timestamp: 'soon' })
  expect(codeOf(malformed)).toEqual([401, 'unauthenticated'])
  expect(malformed.body.error.message).toContain('-Timestamp (Unix seconds)')
})

test('a nonce is good once; of many at the same time one gets through', async () => {
  const client = await gatewayClient(await harness())
  const nonce = randomBytes(12).toString('hex')
  const answers = await Promise.all(Array.from({ length: 12 }, () => client.get('health', { nonce })))
  const codes = answers.map(({ status, body }) => body.error?.code ?? status)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 'replayed_nonce')).toHaveLength(11)
  expect(codeOf(await client.get('health', { nonce }))).toEqual([401, 'replayed_nonce'])
  expect(await noncesOf(client)).toEqual([nonce])
})

test('of those that come in one batch only one is the first', async () => {
  const { runtime } = await harness()
  const take = openNonces(runtime.database.pool, () => new Date())
  const nonce = randomBytes(12).toString('hex')
  const taken = await Promise.all(Array.from({ length: 5 }, () => take('some-caller', nonce)))
  expect(taken.filter((isFirst) => isFirst)).toHaveLength(1)
  const others = await Promise.all(['other-caller', 'some-caller'].map((caller) => take(caller, nonce)))
  expect(others).toEqual([true, false])
})

test('what one node has seen another refuses', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const other = await secondNode()
  onTestFinished(() => other.close())
  const nonce = randomBytes(12).toString('hex')
  const timestamp = agoSeconds(0)
  expect((await client.get('health', { nonce, timestamp })).status).toBe(200)
  const there = clientAt(client, other.app)
  expect(codeOf(await there.get('health', { nonce, timestamp }))).toEqual([401, 'replayed_nonce'])
  expect((await there.get('health')).status).toBe(200)
})

test('a request that is refused for its signature does not use up the nonce of the true one', async () => {
  const client = await gatewayClient(await harness())
  const nonce = randomBytes(12).toString('hex')
  expect((await client.get('health', { nonce, secret: 'x'.repeat(32) })).status).toBe(401)
  expect((await client.get('health', { nonce })).status).toBe(200)
})

test('a line break in a header is refused, whatever was signed', async () => {
  const client = await gatewayClient(await harness())
  for (const change of [{ workspaceId: 'a\nb' }, { actorId: 'x\r\ny' }, { caller: `${client.name}\nmore` }]) {
    expect(codeOf(await client.handed('GET', 'health', undefined, change))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await client.handed('POST', 'completion', '{}', change))).toEqual([401, 'unauthenticated'])
  }
})

test.each(['\n', '\r', '\r\n ', '\nX-More: ', '\0'])(
  'a line break on the wire is refused in the form of the gateway: %j',
  async (sign) => {
    const place = await harness()
    const ask = async (path: string) => {
      const socket = connect(Number(new URL(await addressOf(place.app)).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Service-AI-Gateway-Caller: a${sign}b\r\n\r\n`)
      const [head = '', body = ''] = String(await once(socket, 'data')).split('\r\n\r\n')
      return { status: head.slice(9, 12), body: JSON.parse(body), head }
    }
    const refused = await ask('/v1/internal/ai-gateway/health')
    expect(refused).toMatchObject({ status: '401', body: { error: { code: 'unauthenticated', retryable: false } } })
    expect(refused.head).toContain(`x-request-id: ${refused.body.request_id}`)
    expect(refused.head).toContain('www-authenticate: AIGW1-HMAC-SHA256')
    // Elsewhere who asks is not told by headers of ours.
    expect(await ask('/api/v1/tasks')).toMatchObject({ status: '400', body: { code: 'unreadable_request' } })
  },
)

test('an address in other letters leads to the same answer, and so does one with an empty query', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const counts = async () => {
    const { body: metrics } = await place.app.inject('/metrics')
    const counter = (status: number) =>
      new RegExp(`_seconds_count{method="POST",route="[^"]*/completion",status="${status}"} (\\d+)`)
    return [200, 422].map((status) => Number(counter(status).exec(metrics)?.[1] ?? 0))
  }
  const before = await counts()
  const body = JSON.stringify({ prompt: 'hello' })
  const whole = { status: 200, body: { object: 'completion', provider: 'embedded' } }
  for (const route of ['completion', 'completion?', '%63ompletion']) {
    const signed = { path: `/v1/internal/ai-gateway/${route.replace('?', '')}` }
    const answer = await client.send(route, body, 'application/json', signed)
    expect(answer).toMatchObject(whole)
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'x-api-contract': expect.any(String),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-ai-gateway-overhead-ms': expect.stringMatching(/^\d+\.\d\d$/),
    })
  }
  const asJson = { headers: { 'content-type': 'application/json' } }
  expect(await client.handed('POST', 'completion', body, asJson)).toMatchObject(whole)
  expect(codeOf(await client.send('completion', body, 'application/json', { query: 'more=1' }))).toEqual([
    422,
    'invalid_request',
  ])
  const socket = connect(Number(new URL(await addressOf(place.app)).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(client.raw('completion#more=1', body))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 422 /)
  const after = await counts()
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([4, 2])
})

test('what comes to an address that is not there is not read', async () => {
  const client = await gatewayClient(await harness())
  expect(codeOf(await client.send('chat', '{', 'application/json'))).toEqual([404, 'route_not_found'])
  expect(codeOf(await client.handed('PUT', 'completion', '{'))).toEqual([405, 'method_not_allowed'])
})

test('an answer and a refusal keep the id that the caller gave, and so does the record of the call', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const headers = { 'x-request-id': 'mine-1' }
  const answer = await client.post('completion', { prompt: 'hello' }, { headers })
  expect([answer.status, answer.headers['x-request-id']]).toEqual([200, 'mine-1'])
  const refused = await client.post('completion', { prompt: 7 }, { headers: { 'x-request-id': 'mine-2' } })
  expect([refused.status, refused.headers['x-request-id'], refused.body.request_id]).toEqual([422, 'mine-2', 'mine-2'])
  const { items } = await soon(async () => {
    const { body } = await place.asAdmin.get('/ai-calls')
    expect(body.items).toHaveLength(1)
    return body
  })
  expect(items).toMatchObject([{ requestId: 'mine-1', status: 'ok' }])
})

test('while a secret is replaced both are valid; afterwards only the new one', async () => {
  const client = await gatewayClient(await harness())
  const { secret: second } = await callers.rotateSecret(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  expect((await client.get('health')).status).toBe(200)
  expect((await client.get('health', { secret: second })).status).toBe(200)
  const { secret: third } = await callers.rotateSecret(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  expect(codeOf(await client.get('health'))).toEqual([401, 'bad_signature'])
  expect((await client.get('health', { secret: second })).status).toBe(200)
  await callers.dropOldSecret(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  expect(codeOf(await client.get('health', { secret: second }))).toEqual([401, 'bad_signature'])
  expect((await client.get('health', { secret: third })).status).toBe(200)
})

test('a revoked caller is out at once, and its name can be given again', async () => {
  const client = await gatewayClient(await harness())
  await callers.revokeCaller(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  expect(codeOf(await client.get('health'))).toEqual([401, 'bad_signature'])
  const fresh = { name: client.name, routes: ['*'], workspaces: ['*'], actorKinds: ['service'] } as const
  const { secret } = await callers.createCaller(client.ctx, structuredClone(fresh) as never)
  await client.ctx.services.bus.settle()
  expect((await client.get('health', { secret })).status).toBe(200)
})

test('secrets and tokens are not in the database', async () => {
  const client = await gatewayClient(await harness())
  const { token } = await callers.createToken(client.ctx, client.name)
  const rows = await many(client.ctx.db, sql`select * from ai_callers where name = ${client.name}`)
  expect(JSON.stringify(rows)).not.toContain(client.secret)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a service token alone suffices where signatures are optional', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const { token } = await callers.createToken(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  const send = (headers: Record<string, string>) =>
    place.app
      .inject({ method: 'GET', url: '/v1/internal/ai-gateway/health', headers })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() }))
  const optional = place.runtime.config.aiGateway.requireSignature
  expect(optional).toBe(false)
  const authorization = `Bearer ${token}`
  const workspace = { 'x-service-ai-gateway-workspace-id': place.workspaceId }
  expect((await send({ authorization, ...workspace })).body).toMatchObject({ auth: 'bearer', caller: client.name })
  expect(codeOf(await send({ authorization: 'Bearer aigw_wrong', ...workspace }))).toEqual([401, 'unauthenticated'])
  const other = { 'x-service-ai-gateway-caller': 'somebody' }
  expect(codeOf(await send({ authorization, ...other }))).toEqual([401, 'unauthenticated'])
  // No downgrade: half a signature is not ignored because there is a token.
  const half = { 'x-service-ai-gateway-nonce': randomBytes(12).toString('hex') }
  expect(codeOf(await send({ authorization, ...workspace, ...half }))).toEqual([401, 'unauthenticated'])
  for (const name of ['signature', 'timestamp', 'nonce']) {
    const empty = { [`x-service-ai-gateway-${name}`]: '' }
    expect(codeOf(await send({ authorization, ...workspace, ...empty }))).toEqual([401, 'unauthenticated'])
  }
})

test('of two tokens neither is taken', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const { token } = await callers.createToken(client.ctx, client.name)
  await client.ctx.services.bus.settle()
  const statusWith = async (...tokens: string[]) => {
    const socket = connect(Number(new URL(await addressOf(place.app)).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const lines = tokens.map((each, at) => `${at === 0 ? 'Authorization' : 'authorization'}: Bearer ${each}\r\n`)
    const workspace = `X-Service-AI-Gateway-Workspace-Id: ${place.workspaceId}\r\n`
    socket.write(`GET /v1/internal/ai-gateway/health HTTP/1.1\r\nHost: localhost\r\n${workspace}${lines.join('')}\r\n`)
    return String(await once(socket, 'data')).slice(9, 12)
  }
  expect(await statusWith(token)).toBe('200')
  expect(await statusWith(token, 'aigw_of_somebody_else')).toBe('401')
  expect(await statusWith(token, token)).toBe('401')
})

test('a token and a signature must both be right and name the same caller', async () => {
  const place = await harness()
  const [one, two] = [await gatewayClient(place), await gatewayClient(place)]
  const [{ token }, { token: foreign }] = [
    await callers.createToken(one.ctx, one.name),
    await callers.createToken(two.ctx, two.name),
  ]
  await one.ctx.services.bus.settle()
  const withToken = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
  expect((await one.get('health', withToken(token))).body).toMatchObject({ auth: 'hmac', caller: one.name })
  expect(codeOf(await one.get('health', withToken(foreign)))).toEqual([401, 'unauthenticated'])
  expect(codeOf(await one.get('health', withToken('aigw_nothing')))).toEqual([401, 'unauthenticated'])
  expect(codeOf(await one.get('health', { ...withToken(token), secret: 'y'.repeat(32) }))).toEqual([
    401,
    'bad_signature',
  ])
})

test('with signatures required a token alone is refused', async () => {
  const server = await startTestApp({ config: { aiGateway: { requireSignature: true, perMinute: 1000 } } })
  try {
    const place = await harness(server)
    const client = await gatewayClient(place)
    const { token } = await callers.createToken(client.ctx, client.name)
    await client.ctx.services.bus.settle()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await place.app.inject({ method: 'GET', url: '/v1/internal/ai-gateway/health', headers })
    expect(codeOf({ status: answer.statusCode, body: answer.json() })).toEqual([401, 'unauthenticated'])
    expect((await client.get('health', { headers })).status).toBe(200)
  } finally {
    await server.close()
  }
})

test('a caller uses its routes and workspaces and no others', async () => {
  const place = await harness()
  const client = await gatewayClient(place, { routes: ['completion'] })
  expect((await client.post('completion', WORDS)).status).toBe(200)
  expect(codeOf(await client.post('completion/translation', WORDS))).toEqual([403, 'caller_not_allowed'])
  const foreign = await harness()
  const there = { workspaceId: foreign.workspaceId }
  expect(codeOf(await client.post('completion', WORDS, there))).toEqual([403, 'workspace_not_allowed'])
  expect(codeOf(await client.post('completion', WORDS, { workspaceId: '' }))).toEqual([403, 'workspace_not_allowed'])
  const everywhere = await gatewayClient(place, { workspaces: ['*'] })
  expect((await everywhere.post('completion', WORDS, there)).status).toBe(200)
  const nowhere = { workspaceId: 'no-such-workspace' }
  expect(codeOf(await everywhere.post('completion', WORDS, nowhere))).toEqual([403, 'workspace_not_allowed'])
})

test('an actor is of a kind that the caller may act for, and a user is a member', async () => {
  const place = await harness()
  const client = await gatewayClient(place, { actorKinds: ['user', 'agent'] })
  const user = { actorKind: 'user', actorId: place.admin.userId }
  expect((await client.post('completion', WORDS, user)).status).toBe(200)
  const stranger = { ...user, actorId: (await place.make.stranger()).userId }
  expect(codeOf(await client.post('completion', WORDS, stranger))).toEqual([403, 'workspace_not_allowed'])
  for (const actorId of ['', 'no-uuid', newId()]) {
    expect(codeOf(await client.post('completion', WORDS, { ...user, actorId }))).toEqual([403, 'workspace_not_allowed'])
  }
  const refused = await client.post('completion', WORDS, { actorKind: 'system' })
  expect(codeOf(refused)).toEqual([403, 'caller_not_allowed'])
  expect(refused.body.error.message).toBe('This caller may not act for actors of the kind "system".')
  expect(codeOf(await client.post('completion', WORDS, { actorKind: 'robot' }))).toEqual([422, 'invalid_request'])
})

test('a member who leaves can no longer be acted for', async () => {
  const place = await harness()
  const client = await gatewayClient(place)
  const person = await place.make.person()
  const user = { actorKind: 'user', actorId: person.userId }
  expect((await client.post('completion', WORDS, user)).status).toBe(200)
  await place.asAdmin.delete(`/members/${person.membershipId}`)
  expect(codeOf(await client.post('completion', WORDS, user))).toEqual([403, 'workspace_not_allowed'])
})
