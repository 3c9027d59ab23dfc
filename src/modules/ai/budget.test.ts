import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { openModelUse } from './model-use.ts'
import { backend } from '#test/database.ts'
import { dayAfter, wholeDay } from '#test/days.ts'
import { addressOf } from '#test/event-source.ts'
import { gatewayPlace, type GatewayPlace } from '#test/gateway-place.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { gatewayClient } from '#test/gateway-client.ts'
import { secondNode } from '#test/second-node.ts'
import { soon } from '#test/working.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const request = { prompt: 'hello', max_output_tokens: 8 }

async function limited(limits: object): Promise<GatewayPlace> {
  const place = await gatewayPlace()
  expect((await place.asAdmin.patch('/ai-budget', limits)).status).toBe(200)
  return place
}

/** Something to reserve and settle by hand, at any time, with prices. */
function useAt({ runtime, workspaceId }: GatewayPlace, clock: { now: Date }) {
  const { database, bus, log } = runtime
  const prices = new Map([['up:words', { input: 2, output: 10, unit: 0 }]])
  const use = openModelUse({ pool: database.pool, bus, log, prices, now: () => clock.now })
  const model = { provider: 'up', modelId: 'words' }
  const usage = (tokens: number) => ({ inputTokens: tokens, outputTokens: 0, audioSeconds: 0, images: 0 })
  const user = { workspaceId, caller: 'test', actor: { kind: 'service', id: null }, route: 'test', requestId: newId() }
  return {
    reserve: (tokens: number) => use.reserve(workspaceId, model, usage(tokens)),
    settle: (hold: Awaited<ReturnType<typeof use.reserve>>, tokens: number) =>
      use.settle(hold, user, {
        model,
        spent: [{ model, usage: usage(tokens) }],
        status: 'ok',
        latencyMillis: 1,
        cached: false,
      }),
    close: () => use.close(),
  }
}

test('a workspace has no limit until one is set', async () => {
  const { gateway, asAdmin } = await gatewayPlace()
  expect((await asAdmin.get('/ai-budget')).body).toMatchObject({
    dayTokensMax: null,
    monthCostMicrosMax: null,
    dayTokens: 0,
  })
  expect((await gateway.post('completion', request)).status).toBe(200)
})

test('what is inside the installation, and spends nothing, answers although the budget is used up', async () => {
  const { gateway } = await limited({ dayTokensMax: 1 })
  expect(codeOf(await gateway.post('completion', request))).toEqual([429, 'budget_exceeded'])
  expect((await gateway.post('completion', { ...request, model: 'embedded' })).body).toMatchObject({ degraded: true })
  const other = { ...request, model: 'embedded', fallback_models: ['default'] }
  expect(codeOf(await gateway.post('completion', other))).toEqual([429, 'budget_exceeded'])
})

test('what was used before there was a limit counts against it', async () => {
  await wholeDay('UTC')
  const { gateway, asAdmin } = await gatewayPlace()
  for (let call = 0; call < 2; call++) expect((await gateway.post('completion', request)).status).toBe(200)
  await soon(async () => {
    const { body } = await asAdmin.get('/ai-budget')
    expect(body).toMatchObject({ dayTokens: 64, monthTokens: 64, heldTokens: 0, dayTokensMax: null, updatedAt: null })
  })
  expect((await asAdmin.patch('/ai-budget', { monthTokensMax: 70 })).body).toMatchObject({ monthTokens: 64 })
  expect(codeOf(await gateway.post('completion', request))).toEqual([429, 'budget_exceeded'])
})

test('what calls take is counted, and a call that could pass the limit is not made', async () => {
  await wholeDay('UTC')
  const { gateway, upstream, asAdmin } = await limited({ dayTokensMax: 45 })
  expect((await gateway.post('completion', request)).status).toBe(200)
  await soon(async () => {
    const { body } = await asAdmin.get('/ai-budget')
    expect(body).toMatchObject({ dayTokens: 32, monthTokens: 32, heldTokens: 0 })
  })
  expect((await gateway.post('completion', request)).status).toBe(200)
  const { headers, ...over } = await gateway.post('completion', request)
  expect(codeOf(over)).toEqual([429, 'budget_exceeded'])
  expect(over.body.error).toMatchObject({ retryable: true, details: { limit: 'dayTokensMax' } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400)
  expect(upstream.calls).toHaveLength(2)
})

test('a new limit holds at once', async () => {
  const { gateway, asAdmin } = await limited({ dayTokensMax: 1_000_000 })
  expect((await gateway.post('completion', request)).status).toBe(200)
  await asAdmin.patch('/ai-budget', { dayTokensMax: 0 })
  expect(codeOf(await gateway.post('completion', request))).toEqual([429, 'budget_exceeded'])
  await asAdmin.patch('/ai-budget', { dayTokensMax: null })
  expect((await gateway.post('completion', request)).status).toBe(200)
})

test('of many at the same time only as many go as fit, whatever their order', async () => {
  await wholeDay('UTC')
  const place = await limited({ dayTokensMax: 100 })
  const clock = { now: new Date() }
  const [one, two] = [useAt(place, clock), useAt(place, clock)]
  const asked = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).reserve(9))
  const outcomes = await Promise.allSettled(asked)
  const held = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(held).toHaveLength(11)
  expect((await place.asAdmin.get('/ai-budget')).body).toMatchObject({ heldTokens: 99, dayTokens: 0 })
  for (const outcome of held) if (outcome.status === 'fulfilled') one.settle(outcome.value, 3)
  await Promise.all([one.close(), two.close()])
  expect((await place.asAdmin.get('/ai-budget')).body).toMatchObject({ heldTokens: 0, dayTokens: 33, monthTokens: 33 })
})

test('money is counted by the prices', async () => {
  await wholeDay('UTC')
  const place = await limited({ monthCostMicrosMax: 1000 })
  const use = useAt(place, { now: new Date() })
  const hold = await use.reserve(500)
  await expect(use.reserve(1)).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  use.settle(hold, 100)
  await use.reserve(400)
  expect((await place.asAdmin.get('/ai-budget')).body).toMatchObject({ monthCostMicros: 200, heldCostMicros: 800 })
  await use.close()
})

test('a model that was left costs its own price, whoever answers in its place', async () => {
  const place = await limited({ monthCostMicrosMax: 1_000_000 })
  const { database, bus, log } = place.runtime
  const prices = new Map([['up:hang', { input: 1, output: 100, unit: 0 }]])
  const modelUse = openModelUse({ pool: database.pool, bus, log, prices })
  const node = await secondNode({ services: { modelUse } })
  const gateway = await gatewayClient({ ...place, ...node })
  const left = { prompt: 'hello', model: 'up:hang', max_output_tokens: 50, timeout_ms: 6000 }
  expect((await gateway.post('completion', { ...left, fallback_models: ['default'] })).body.model).toBe('words')
  await modelUse.close()
  await node.close()
  const { monthCostMicros } = (await place.asAdmin.get('/ai-budget')).body
  expect(monthCostMicros).toBe(2 + 50 * 100)
  expect((await place.asAdmin.get('/ai-calls')).body.items).toMatchObject([{ model: 'words', costMicros: 5002 }])
})

test('a day and a month begin anew, and what is held goes on', async () => {
  const place = await limited({ dayTokensMax: 100, monthTokensMax: 150 })
  const clock = { now: new Date('2031-03-30T23:59:00Z') }
  const use = useAt(place, clock)
  use.settle(await use.reserve(100), 100)
  await expect(use.reserve(1)).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  clock.now = new Date('2031-03-31T00:01:00Z')
  use.settle(await use.reserve(50), 50)
  clock.now = new Date('2031-03-31T23:59:00Z')
  await expect(use.reserve(1)).rejects.toMatchObject({
    options: { extra: { limit: 'monthTokensMax' }, retryAfterSeconds: 60 },
  })
  clock.now = new Date('2031-04-01T00:00:01Z')
  const hold = await use.reserve(100)
  await expect(use.reserve(1)).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  use.settle(hold, 1)
  await use.reserve(99)
  await use.close()
})

test('what a node that died had held is forgotten within twenty minutes, and not before ten', async () => {
  const place = await limited({ dayTokensMax: 100 })
  const clock = { now: new Date('2031-05-05T10:01:00Z') }
  const use = useAt(place, clock)
  await use.reserve(60)
  clock.now = new Date('2031-05-05T10:11:00Z')
  await expect(use.reserve(50)).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  const late = await use.reserve(40)
  clock.now = new Date('2031-05-05T10:20:00Z')
  const next = await use.reserve(50)
  // Held in the span before: given back there.
  use.settle(late, 10)
  use.settle(next, 10)
  await use.reserve(80)
  await expect(use.reserve(1)).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  await use.close()
})

test('managers read the budget, administrators change it, with a version', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  const { headers } = await manager.get('/ai-budget')
  expect((await manager.patch('/ai-budget', { dayTokensMax: 5 })).status).toBe(403)
  const changed = await asAdmin.patch('/ai-budget', { dayTokensMax: 5 }, { 'if-match': headers['etag'] ?? '' })
  expect([changed.status, changed.body.dayTokensMax]).toEqual([200, 5])
  const stale = await asAdmin.patch('/ai-budget', { dayTokensMax: 6 }, { 'if-match': headers['etag'] ?? '' })
  expect(stale.status).toBe(412)
  expect((await asAdmin.patch('/ai-budget', { dayTokens: 7 })).status).toBe(422)
  expect((await asAdmin.patch('/ai-budget', { dayTokensMax: -1 })).status).toBe(400)
})

test('every call leaves a row and its part in the sum of the day, and no words', async () => {
  await wholeDay('UTC')
  const { gateway, asAdmin, admin } = await gatewayPlace()
  const secret = 'the butler did it'
  const user = { actorKind: 'user', actorId: admin.userId }
  const said = await gateway.post('completion', { prompt: secret, cache: { ttl_seconds: 60 } }, user)
  await gateway.post('completion', { prompt: secret, cache: { ttl_seconds: 60 } }, user)
  await gateway.post('completion', { prompt: secret, model: 'up:fail-400' })
  await gateway.post('embeddings', { input: secret })
  const { body } = await soon(async () => {
    const calls = await asAdmin.get('/ai-calls')
    expect(calls.body.pagination.total).toBe(4)
    return calls
  })
  const rows = body.items.toReversed()
  expect(rows).toMatchObject([
    {
      caller: gateway.name,
      actorKind: 'user',
      actorId: admin.userId,
      route: 'completion',
      provider: 'up',
      model: 'words',
    },
    { status: 'ok', cached: true, inputTokens: 0, outputTokens: 0 },
    { status: 'upstream_error', model: 'fail-400', actorKind: 'service', actorId: null },
    { route: 'embeddings', model: 'vectors', inputTokens: 5 },
  ])
  expect(rows[0]).toMatchObject({
    inputTokens: 20,
    outputTokens: 12,
    status: 'ok',
    id: said.body.id,
    requestId: said.headers['x-request-id'],
  })
  expect(JSON.stringify(rows)).not.toContain(secret)
  const { body: days } = await asAdmin.get('/ai-usage')
  expect(days.items).toHaveLength(3)
  const ofWords = days.items.find(({ model }: { model: string }) => model === 'words')
  expect(ofWords).toMatchObject({ calls: 2, cached: 1, failed: 0, inputTokens: 20, outputTokens: 12 })
  const failed = await asAdmin.get('/ai-calls?status=upstream_error')
  expect(failed.body.items).toHaveLength(1)
  const today = dayAfter(0, 'UTC')
  expect((await asAdmin.get(`/ai-usage?toDate=${today}&caller=${gateway.name}`)).body.items).toHaveLength(3)
  expect((await asAdmin.get('/ai-usage?fromDate=2999-01-01')).body.items).toEqual([])
  const { body: summary } = await asAdmin.get('/ai-usage-summary?lastDays=7')
  expect(summary).toMatchObject({
    toDate: today,
    days: [
      { day: today, route: 'completion', calls: 3, failed: 1, cached: 1, inputTokens: 20, outputTokens: 12 },
      { day: today, route: 'embeddings', calls: 1, inputTokens: 5 },
    ],
  })
})

test('what was noted is written before the process ends', async () => {
  const server = await startTestApp()
  const place = await harness(server)
  const client = await gatewayClient(place)
  await client.post('completion', { prompt: 'hello' })
  await place.runtime.services.modelUse.close()
  expect((await place.asAdmin.get('/ai-calls')).body.items).toMatchObject([{ provider: 'embedded', costMicros: 0 }])
  await server.close()
})

test.for(['structured', 'structured/fast-analysis', 'structured/inbox-classification'])(
  '%s: schemas that cannot be used count as requests of that minute too',
  async (route) => {
    const server = await startTestApp({ config: { aiGateway: { requireSignature: false, perMinute: 1 } } })
    const client = await gatewayClient(await harness(server))
    const statuses = []
    const schema = { type: 'string', pattern: '(' }
    for (let turn = 0; turn < 11; turn++) statuses.push((await client.post(route, { prompt: 'hello', schema })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    await server.close()
  },
)

test('one caller too many a minute is 429 with Retry-After, before anything is spent', async () => {
  const server = await startTestApp({ config: { aiGateway: { requireSignature: false, perMinute: 1 } } })
  const place = await harness(server)
  const client = await gatewayClient(place)
  const answers = []
  for (let turn = 0; turn < 11; turn++) answers.push(await client.post('completion', { prompt: 'hello' }))
  expect(answers.slice(0, 10).every(({ status }) => status === 200)).toBe(true)
  const last = answers.at(-1)
  expect([last?.status, last?.body.error.code, last?.body.error.retryable]).toEqual([429, 'rate_limited', true])
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  const other = await gatewayClient(place)
  expect((await other.post('completion', { prompt: 'hello' })).status).toBe(200)
  await server.close()
})

test('far from a limit some is held in advance, and given back when nobody uses it', async () => {
  await wholeDay('UTC')
  const place = await limited({ dayTokensMax: 1_000_000 })
  const use = useAt(place, { now: new Date() })
  const holds = await Promise.all(Array.from({ length: 100 }, () => use.reserve(10)))
  const { body } = await place.asAdmin.get('/ai-budget')
  expect(body.heldTokens).toBeGreaterThan(1000)
  for (const hold of holds) use.settle(hold, 7)
  await soon(async () => {
    const { body } = await place.asAdmin.get('/ai-budget')
    expect(body).toMatchObject({ dayTokens: 700, heldTokens: 0 })
  })
  await use.close()
})

test.runIf(backend === 'postgres')('whoever leaves before a model is asked costs nothing', async () => {
  const { app, gateway, upstream, asAdmin, runtime, workspaceId } = await limited({ dayTokensMax: 1_000_000 })
  const arrival = once(app.server, 'connection')
  const socket = connect(Number(new URL(await addressOf(app)).port), '127.0.0.1')
  const [line] = (await arrival) as [Socket]
  const { pool } = runtime.database
  await pool.transaction(async (tx) => {
    await run(tx, sql`select from ai_budgets where workspace_id = ${workspaceId} for update`)
    socket.write(gateway.raw('completion', JSON.stringify({ prompt: 'hello' })))
    const waiting = sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%update ai_budgets%'`
    await expect.poll(() => many(pool, waiting)).toHaveLength(1)
    socket.destroy()
    await once(line, 'close')
  })
  const noted = await soon(async () => {
    const { items } = (await asAdmin.get('/ai-calls')).body
    expect(items).toHaveLength(1)
    return items[0]
  })
  expect(noted).toMatchObject({ status: 'upstream_error', inputTokens: 0, outputTokens: 0 })
  expect(upstream.calls).toEqual([])
})
