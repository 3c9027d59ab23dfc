import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startCalendars } from '#test/calendar-server.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { logLines } from '#test/log-lines.ts'
import { soon, working } from '#test/working.ts'
import { systemContext } from '#src/runtime.ts'
import { requestDue } from './poll.queries.ts'
import { pollStays, stayPoll } from './stay-poll.ts'

const URL = '/v1/webhooks/property-system'
const SECRET = 'a-secret-between-us-1234'
const JSON_BODY = { 'content-type': 'application/json' }

async function place(secret = SECRET) {
  const { logTo, lines } = logLines()
  const server = await startTestApp({
    config: { webhookSecrets: { PROPERTY_SYSTEM_WEBHOOK_SECRET: secret === '' ? [] : [secret] } },
    logTo,
  })
  onTestFinished(() => server.close())
  const here = await harness(server)
  const send = (body: string | undefined, headers: Record<string, string>) =>
    here.asNobody.send('POST', URL, body, body === undefined ? headers : { ...JSON_BODY, ...headers })
  return { ...here, lines, send }
}

test('the secret is a bearer or a header of its own; without it nobody is let in, and the log names the setting', async () => {
  const { send } = await place()
  const right = { 'x-webhook-secret': SECRET }
  for (const headers of [right, { authorization: `Bearer ${SECRET}` }, { authorization: `bearer ${SECRET}` }]) {
    expect((await send('{}', headers)).body).toEqual({
      status: 'accepted',
      eventId: expect.any(String),
      duplicate: expect.any(Boolean),
    })
  }
  for (const body of ['[]', '"x"', 'null', '{"event":"reservation.new","data":{"id":1}}', undefined]) {
    expect((await send(body, right)).status).toBe(200)
  }
  for (const headers of [
    {},
    { 'x-webhook-secret': 'wrong' },
    { authorization: `Basic ${SECRET}` },
    { authorization: '' },
  ]) {
    const refused = await send('{}', headers as Record<string, string>)
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_token'])
  }
  expect((await send('{', right)).status).toBe(422)
  expect((await send(`"${'x'.repeat(70_000)}"`, right)).status).toBe(413)

  const closed = await place('')
  for (const headers of [{}, { 'x-webhook-secret': '' }, { authorization: 'Bearer ' }]) {
    expect((await closed.send('{}', headers as Record<string, string>)).status).toBe(401)
  }
  expect(closed.lines.join('')).toContain('PROPERTY_SYSTEM_WEBHOOK_SECRET')
})

test('a flood polls once, and once more when it is over', async () => {
  const here = await place()
  const { send, asAdmin, make, runtime } = here
  const calendars = await startCalendars()
  calendars.feeds.set('home', [])
  const { id: propertyId } = await make.property({ timezone: 'UTC' })
  const { id } = (await asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })).body
  await asAdmin.put(`/property-systems/${id}/properties/${propertyId}`, { feedUrl: calendars.url('home') })
  await asAdmin.post(`/property-systems/${id}/poll`)
  expect(calendars.asked.get('home')).toBe(1)
  await working(here, [stayPoll])
  const headers = { 'x-webhook-secret': SECRET }
  const answers = await Promise.all(Array.from({ length: 30 }, () => send('{}', headers)))
  const fresh = answers.filter(({ body }) => body.duplicate === false)
  expect(fresh).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.eventId))).toEqual(new Set([fresh[0]?.body.eventId]))
  await soon(() => expect(calendars.asked.get('home')).toBe(2))
  const idle = sql`select 1 from outbox union all select 1 from pgboss.job where name = 'event.stay-poll' and state < 'completed'`
  const { pool } = runtime.database
  await soon(async () => expect(await many(pool, idle)).toEqual([]))
  const look = () => pollStays.run(systemContext(runtime))
  await look()
  await soon(async () => expect(await many(pool, idle)).toEqual([]))
  expect(calendars.asked.get('home')).toBe(2)
  // The while is over: what was said in it is looked after once more.
  await run(pool, sql`update poll_wakes set again_at = clock_timestamp()`)
  await look()
  await soon(() => expect(calendars.asked.get('home')).toBe(3))
  await soon(async () => expect(await many(pool, idle)).toEqual([]))
  await look()
  await soon(async () => expect(await many(pool, idle)).toEqual([]))
  expect(calendars.asked.get('home')).toBe(3)
})

test('one who says it while stays are being written does not wait, and is not forgotten', async () => {
  const { send, asAdmin, runtime, workspaceId } = await place()
  const { pool } = runtime.database
  await asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })
  const headers = { 'x-webhook-secret': SECRET }
  const due = sql`select 1 from property_systems where workspace_id = ${workspaceId} and next_poll_at > clock_timestamp()`
  await run(
    pool,
    sql`
    update property_systems set begun_at = clock_timestamp(), next_poll_at = clock_timestamp() + interval '1 hour',
      lease_token = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour'
    where workspace_id = ${workspaceId}`,
  )
  expect((await send('{}', headers)).body).toMatchObject({ duplicate: false })
  expect(await many(pool, due)).toHaveLength(1)
  await run(pool, sql`update property_systems set leased_until = null where workspace_id = ${workspaceId}`)
  expect(await requestDue(pool, { type: 'test.due', subscriber: 'nobody' })).toBe(1)
})
