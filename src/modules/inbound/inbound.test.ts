import { Webhook as Svix } from 'svix'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { called, type Called } from '#test/webhooks.ts'
import { soon, working } from '#test/working.ts'
import { inboundWork, pruneInbound } from './inbound.ts'
import { senders } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another secret of some by').toString('base64')}`

interface Line extends Called {
  id: string
  path: string
  say(message: object, options?: { id?: string; secret?: string; at?: Date; headers?: object }): Promise<Answer>
}
type Answer = Awaited<ReturnType<Called['call']>>

function signed(secret: string, id: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

async function line(): Promise<Line> {
  const place = await called()
  const { id } = await place.connect({ kind: 'messaging', secrets: { webhookSecret: SECRET } })
  const path = `/v1/webhooks/messaging-agent/${place.workspaceId}/${id}`
  return {
    ...place,
    id,
    path,
    say(message, { id = newId(), secret = SECRET, at = new Date(), headers = {} } = {}) {
      const body = JSON.stringify(message)
      return place.call(path, body, { ...signed(secret, id, at, body), ...headers })
    },
  }
}

const hello = (id = newId(), text = 'Is the pool open?') => ({
  type: 'message.received',
  message: { id, channel: 'whatsapp', from: { name: 'Ana', address: '+34600000001' }, text },
})

test('a genuine delivery is kept, answered, and seen to once however often it comes', async () => {
  const here = await line()
  const [first, again] = [await here.say(hello('m1'), { id: 'd1' }), await here.say(hello('m1'), { id: 'd1' })]
  expect(first.body).toEqual({ status: 'accepted', eventId: expect.any(String), duplicate: false })
  expect(again.body).toEqual({ ...first.body, duplicate: true })
  await here.seen()
  await here.seen()
  expect(await here.kept()).toMatchObject([
    { id: first.body.eventId, sender: 'messaging-agent', kind: 'message.received', externalId: 'd1', status: 'done' },
  ])
  const { items } = (await here.asAdmin.get('/conversations')).body
  expect(items).toMatchObject([
    { channel: 'whatsapp', contactName: 'Ana', unreadCount: 1, excerpt: 'Is the pool open?' },
  ])
})

test('the other names of the headers are accepted, as the service behind them signs', async () => {
  const here = await line()
  const body = JSON.stringify(hello())
  const at = new Date()
  const headers = {
    'svix-id': 'd1',
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': `v1,AAAA v2,x ${new Svix(SECRET).sign('d1', at, body)}`,
  }
  expect((await here.call(here.path, body, headers)).body).toMatchObject({ status: 'accepted' })
})

test('nothing is kept of what is not proven', async () => {
  const here = await line()
  const body = JSON.stringify(hello())
  const good = signed(SECRET, 'd1', new Date(), body)
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const { 'webhook-signature': signature = '', ...unsigned } = good
  const cases: [string, string, Record<string, string>][] = [
    ['no signature', body, unsigned],
    ['an empty one', body, { ...good, 'webhook-signature': '' }],
    ['a cut one', body, { ...good, 'webhook-signature': signature.slice(0, -4) }],
    ['of another version', body, { ...good, 'webhook-signature': signature.replace('v1,', 'v2,') }],
    ['over other bytes', body.replace('pool', 'bar'), good],
    ['over the same value in other bytes', body.replace(':', ': '), good],
    ['of another delivery', body, { ...good, 'webhook-id': 'd2' }],
    ['with another secret', body, signed(OTHER, 'd1', new Date(), body)],
    ['too old', body, signed(SECRET, 'd1', minutes(-6), body)],
    ['from the future', body, signed(SECRET, 'd1', minutes(6), body)],
    ['at no time', body, { ...good, 'webhook-timestamp': 'soon' }],
    ['no JSON and not signed', '{', unsigned],
  ]
  for (const [name, text, headers] of cases) {
    const refused = await here.call(here.path, text, headers)
    expect([name, refused.status, refused.body.code]).toEqual([name, 401, 'invalid_token'])
  }
  expect(await here.kept()).toEqual([])
})

test('an unknown workspace, an unknown integration and a paused one are refused like a wrong signature', async () => {
  const here = await line()
  const body = JSON.stringify(hello())
  const headers = signed(SECRET, 'd1', new Date(), body)
  const stranger = await line()
  for (const path of [
    `/v1/webhooks/messaging-agent/nobody/${here.id}`,
    `/v1/webhooks/messaging-agent/${here.workspaceId}/${newId()}`,
    `/v1/webhooks/messaging-agent/${here.workspaceId}/${'x'.repeat(40)}`,
    `/v1/webhooks/messaging-agent/%00/${here.id}`,
    `/v1/webhooks/messaging-agent/${stranger.workspaceId}/${here.id}`,
  ]) {
    expect((await here.call(path, body, headers)).status).toBe(401)
  }
  await here.asAdmin.patch(`/integrations/${here.id}`, { status: 'paused' })
  expect((await here.call(here.path, body, headers)).status).toBe(401)
  await here.asAdmin.patch(`/integrations/${here.id}`, { status: 'active' })
  expect((await here.call(here.path, body, headers)).status).toBe(200)
})

test('what is genuine and cannot be read is 422 with the field, and nothing is kept', async () => {
  const here = await line()
  const send = (text: string) => here.call(here.path, text, signed(SECRET, newId(), new Date(), text))
  const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
  const cases: [string, object[]][] = [
    ['{', []],
    ['type=message.received', []],
    [deep, [{ code: 'too_deep' }]],
    ['[]', [{ pointer: '' }]],
    ['null', [{ pointer: '' }]],
    ['{"type":1}', [{ pointer: '/type' }]],
    [JSON.stringify({ type: 'message.received' }), [{ pointer: '/message/id' }]],
    [
      JSON.stringify({ type: 'message.received', message: { ...hello().message, channel: 'owl' } }),
      [{ pointer: '/message/channel' }],
    ],
  ]
  for (const [text, errors] of cases) {
    const { status, body } = await send(text)
    expect([text.slice(0, 60), status]).toEqual([text.slice(0, 60), 422])
    expect(body.errors).toMatchObject(errors)
  }
  const large = JSON.stringify({ type: 'message.received', text: 'x'.repeat(10 * 1_048_576) })
  expect((await send(large)).status).toBe(413)
  const zipped = { ...signed(SECRET, 'z', new Date(), '{}'), 'content-encoding': 'gzip' }
  expect((await here.call(here.path, '{}', zipped)).status).toBe(415)
  expect(await here.kept()).toEqual([])
})

test('a kind that nothing is done about is 200, kept, and counted', async () => {
  const here = await line()
  const count = async () => {
    const text = (await here.app.inject({ url: '/metrics' })).body
    return Number(/webhooks_total\{sender="messaging-agent",outcome="ignored"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  const before = await count()
  const answer = await here.say({ type: 'message.read', by: 'Ana' }, { id: 'd9' })
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: 'ignored', eventId: expect.any(String), duplicate: false },
  ])
  expect(await here.kept('?status=ignored')).toMatchObject([{ kind: 'message.read', externalId: 'd9' }])
  expect(await count()).toBe(before + 1)
})

test('two secrets are good while one is being changed, and the old one no longer than a week', async () => {
  const here = await line()
  const changed = await here.asAdmin.patch(`/integrations/${here.id}`, { secrets: { webhookSecret: OTHER } })
  const until = Date.parse(changed.body.secretsShown[0].previousUntil)
  expect(until - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)
  expect((await here.say(hello())).status).toBe(200)
  expect((await here.say(hello(), { secret: OTHER })).status).toBe(200)
  const third = `whsec_${Buffer.from('a third secret of many by').toString('base64')}`
  await here.asAdmin.patch(`/integrations/${here.id}`, { secrets: { webhookSecret: third } })
  expect((await here.say(hello())).status).toBe(401)
  expect((await here.say(hello(), { secret: OTHER })).status).toBe(200)
  expect((await here.say(hello(), { secret: third })).status).toBe(200)
})

test('what was received is shown to administrators without secrets, and to no other workspace', async () => {
  const here = await line()
  const message = {
    ...hello().message,
    raw: [{ access_token: 'hush', apiKey: 'hush', responseUrl: 'hush', tokens: 3 }],
  }
  const { body } = await here.say({ type: 'message.received', message }, { headers: { 'user-agent': 'main-app/1' } })
  const { body: shown } = await here.asAdmin.get(`/inbound-deliveries/${body.eventId}`)
  expect(shown.payload.message).toMatchObject({
    text: 'Is the pool open?',
    raw: [{ access_token: '[hidden]', apiKey: '[hidden]', responseUrl: '[hidden]', tokens: 3 }],
  })
  expect(shown.headers).toMatchObject({ 'user-agent': 'main-app/1', 'content-type': 'application/json' })
  expect(JSON.stringify(shown)).not.toContain('hush')
  expect(JSON.stringify(shown.headers)).not.toMatch(/signature/)
  const stranger = await called()
  expect((await stranger.asAdmin.get(`/inbound-deliveries/${body.eventId}`)).status).toBe(404)
  const manager = here.asConsole((await here.make.person({ role: 'manager' })).token)
  expect((await manager.get('/inbound-deliveries')).status).toBe(403)
})

test('a delivery that fails is tried again, becomes a dead letter, and a replay does it once', async () => {
  const here = await line()
  const { pool } = here.runtime.database
  const { body } = await here.say(hello('m1'), { id: 'd1' })
  // What it needs is not there at first.
  await run(pool, sql`update inbound_deliveries set payload = '{}' where id = ${body.eventId}`)
  await working(here, [inboundWork(senders)])
  await soon(async () => expect(await here.kept()).toMatchObject([{ status: 'failed', attempts: 1 }]))
  expect((await here.asAdmin.get('/dead-letters?subscriber=inbound')).body.items).toHaveLength(1)
  await run(
    pool,
    sql`update inbound_deliveries set payload = ${JSON.stringify(hello('m1'))} where id = ${body.eventId}`,
  )
  expect((await here.asAdmin.post(`/inbound-deliveries/${body.eventId}/replay`)).body).toMatchObject({
    status: 'pending',
    error: null,
  })
  await soon(async () => expect(await here.kept()).toMatchObject([{ status: 'done', error: null }]))
  await here.asAdmin.post(`/inbound-deliveries/${body.eventId}/replay`)
  await soon(async () =>
    expect(await here.kept()).toMatchObject([{ status: 'done', outcome: 'The message was there already.' }]),
  )
  const messages = await many(pool, sql`select 1 from messages where workspace_id = ${here.workspaceId}`)
  expect(messages).toHaveLength(1)
  const audit = await here.asAdmin.get('/audit-log?action=inbound_delivery.replayed')
  expect(audit.body.items).toHaveLength(2)
})

test('what was received is deleted after a month, and not before it was seen to', async () => {
  const here = await line()
  const { pool } = here.runtime.database
  const ids = [await here.say({ type: 'message.read' }), await here.say(hello()), await here.say({ type: 'other' })]
  await run(
    pool,
    sql`
    update inbound_deliveries set received_at = now() - interval '31 days'
    where workspace_id = ${here.workspaceId} and id = any(${ids.slice(0, 2).map(({ body }) => body.eventId)})`,
  )
  await pruneInbound.run(systemContext(here.runtime))
  expect((await here.kept()).map(({ id }) => id).toSorted()).toEqual(
    ids
      .slice(1)
      .map(({ body }) => body.eventId)
      .toSorted(),
  )
})
