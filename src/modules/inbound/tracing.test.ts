import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startChat } from '#test/chat-server.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { called } from '#test/webhooks.ts'
import { soon } from '#test/working.ts'

const SECRET = 'secret-of-the-tracing'
const PATH = '/v1/internal/tracing'

async function traced(changes: object = {}) {
  const chat = await startChat()
  const config = { webhookSecrets: { TRACING_WEBHOOK_SECRET: [SECRET] }, operatorChatUrl: `${chat.url}/incoming` }
  const server = await startTestApp({ config: { ...config, ...changes } })
  onTestFinished(() => server.close())
  const place = await called(await harness(server))
  const shown = { 'x-tracing-webhook-secret': SECRET }
  const send = (what: string, body: unknown, headers: Record<string, string> = shown) =>
    place.call(`${PATH}/${what}-webhook`, JSON.stringify(body), headers)
  return { ...place, chat, send }
}

const ALERT = {
  project_name: 'prod-agent',
  alert_rule_name: 'errors high',
  alert_rule_attribute: 'error_count',
  triggered_metric_value: 17,
  triggered_threshold: 10,
}
const ISSUE = {
  name: 'Tool loop',
  description: 'Repeats a call',
  session_name: 'prod-agent',
  url: 'https://smith.example/x',
}

test('alerts, quality and issues are told to the operator’s chat, and nothing of them is kept', async () => {
  const { send, chat, runtime } = await traced()
  const runs = [{ id: 'r1', inputs: { text: 'private words' } }]
  const engine = { id: '9e0d', type: 'issue.created', data: { object: ISSUE } }
  expect((await send('alert', ALERT)).body).toEqual({ status: 'forwarded' })
  await send('quality', { rule_id: 'rule-1', runs, feedback_stats: { helpful: { n: 3, avg: 0.4 } } })
  await send('engine', engine, { authorization: `bearer ${SECRET}` })
  const signature = createHmac('sha256', SECRET).update(JSON.stringify(engine)).digest('hex')
  await send('engine', engine, { 'x-langsmith-signature': `sha256=${signature}` })
  expect(chat.posted.map(({ text }) => text)).toEqual([
    'Alert errors high in prod-agent: error_count is 17, more than 10.',
    'Quality rule rule-1: 1 runs. helpful 0.4',
    ...Array.from(
      { length: 2 },
      () => 'issue.created in prod-agent\nTool loop\nRepeats a call\nhttps://smith.example/x',
    ),
  ])
  const { pool } = runtime.database
  expect(
    await many(pool, sql`select 1 from inbound_deliveries union all select 1 from outbox where type like 'inbound%'`),
  ).toEqual([])
})

test('without the secret, or with the engine’s proofs elsewhere, nothing is told', async () => {
  const { send, chat } = await traced()
  for (const headers of [
    {},
    { 'x-tracing-webhook-secret': '' },
    { 'x-tracing-webhook-secret': 'wrong' },
    { authorization: `Bearer ${SECRET}` },
  ] as Record<string, string>[]) {
    expect((await send('alert', ALERT, headers)).status).toBe(401)
  }
  expect((await send('engine', ISSUE, { 'x-langsmith-signature': `sha256=${'0'.repeat(64)}` })).status).toBe(401)
  expect((await send('alert', [])).status).toBe(422)
  expect(chat.posted).toEqual([])
  const closed = await traced({ webhookSecrets: {} })
  expect((await closed.send('alert', ALERT)).status).toBe(401)
})

test('what could not be told is for the sender to try again', async () => {
  const { send, chat } = await traced()
  chat.next.push({ status: 500 }, { status: 404 })
  expect((await send('alert', ALERT)).status).toBe(503)
  expect((await send('alert', ALERT)).status).toBe(503)
  expect((await send('alert', ALERT)).status).toBe(200)
  const mute = await traced({ operatorChatUrl: undefined })
  expect((await mute.send('alert', ALERT)).body).toEqual({ status: 'ignored' })
})

test('a chat that takes its time is told after the answer, so many at once, and before the process ends', async () => {
  const here = await traced({ webhookAnswerMillis: 50 })
  const slow = Promise.withResolvers<{ status: number }>()
  here.chat.next.push(...Array.from({ length: 50 }, () => slow.promise))
  const answers = await Promise.all(Array.from({ length: 50 }, () => here.send('alert', ALERT)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 forwarding']))
  expect((await here.send('alert', ALERT)).status).toBe(503)
  let isClosed = false
  const closing = here.app.close().then(() => (isClosed = true))
  await soon(() => expect(here.chat.asked).toHaveLength(50))
  expect(isClosed).toBe(false)
  slow.resolve({ status: 200 })
  await closing
})
