import { createHmac } from 'node:crypto'
import { LinearWebhookClient } from '@linear/sdk/webhooks'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { senders } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'
import { startChat } from '#test/chat-server.ts'
import { called } from '#test/webhooks.ts'
import { inboundWork } from './inbound.ts'

const SECRET = 'lin_wh_secret_of_a_webhook'
const PATH = '/v1/webhooks/issue-tracker'

const signed = (text: string, secret = SECRET): string => createHmac('sha256', secret).update(text).digest('hex')

async function tracked(settings: object = {}, secret = SECRET) {
  const place = await called()
  const chat = await startChat()
  chat.channels.push('C-ops', 'C-all')
  const secrets = { signingSecret: 'secret-of-the-app', botToken: chat.token }
  const app = await place.connect({ kind: 'chat_workspace_app', accounts: [`A-${newId()}`], secrets })
  const organization = `org-${newId()}`
  await place.connect({
    kind: 'issue_tracker',
    accounts: [organization],
    secrets: { webhookSecret: secret },
    settings: { chatIntegrationId: app.id, channel: 'C-ops', fallbackChannel: 'C-all', ...settings },
  })
  const issue = (fields: object = {}) => ({
    action: 'create',
    type: 'Issue',
    actor: { id: 'usr-1', type: 'user', name: 'Ana' },
    createdAt: new Date().toISOString(),
    organizationId: organization,
    webhookId: 'wh-1',
    webhookTimestamp: Date.now(),
    url: 'https://linear.app/casa/issue/OPS-12',
    data: { id: 'iss-1', identifier: 'OPS-12', title: 'Lock <offline>', priorityLabel: 'High', team: { name: 'Ops' } },
    ...fields,
  })
  const send = (body: object, delivery: string = newId()) => {
    const text = JSON.stringify(body)
    return place.call(PATH, text, { 'linear-signature': signed(text, secret), 'linear-delivery': delivery })
  }
  return { ...place, chat, issue, send }
}

test('a created issue is told to the channel, once', async () => {
  const here = await tracked()
  expect((await here.send(here.issue())).body).toMatchObject({ status: 'accepted', duplicate: false })
  expect((await here.send(here.issue())).body).toMatchObject({ duplicate: true })
  await here.seen({ slack: here.chat.url })
  expect(here.chat.posted).toMatchObject([
    {
      channel: 'C-ops',
      text: 'New issue OPS-12: Lock &lt;offline&gt;\nOps · High · Ana\nhttps://linear.app/casa/issue/OPS-12',
    },
  ])
  expect(await here.kept()).toMatchObject([{ status: 'done', outcome: 'The channel C-ops was told.' }])
})

test('when the channel cannot be told the other one is; without one it fails and says why', async () => {
  const here = await tracked({ channel: 'C-archived' })
  await here.send(here.issue())
  await here.seen({ slack: here.chat.url })
  expect(here.chat.posted).toMatchObject([{ channel: 'C-all' }])
  const alone = await tracked({ channel: 'C-archived', fallbackChannel: null })
  await alone.send(alone.issue())
  await expect(alone.seen({ slack: alone.chat.url })).rejects.toThrow('channel_not_found')
  expect(await alone.kept()).toMatchObject([{ status: 'pending', error: expect.stringContaining('channel_not_found') }])
})

test('a chat that is busy is tried again when it says so', async () => {
  const here = await tracked()
  await here.send(here.issue())
  here.chat.next.push(
    { status: 429, headers: { 'retry-after': '30' } },
    { status: 200, body: { ok: false, error: 'ratelimited' } },
  )
  await expect(here.seen({ slack: here.chat.url })).rejects.toMatchObject({ retryAfterSeconds: 30, isFinal: false })
  await expect(here.seen({ slack: here.chat.url })).rejects.toMatchObject({ isFinal: false })
  await here.seen({ slack: here.chat.url })
  expect(here.chat.posted).toHaveLength(1)
  expect(await here.kept()).toMatchObject([{ status: 'done', attempts: 2, error: null }])
})

test.each([{ status: 502 }, { body: { ok: false, error: 'internal_error' } }])(
  'a chat that answers %j may have been told: it is not told again by itself',
  async (said) => {
    const here = await tracked()
    await here.send(here.issue())
    here.chat.next.push(said)
    const seen = here.seen({ slack: here.chat.url })
    await expect(seen).rejects.toMatchObject({ isFinal: true, message: expect.stringContaining('not known whether') })
  },
)

test('replayed it is not told again, and of what is uncertain a person decides', async () => {
  const here = await tracked()
  const see = () => here.seen({ slack: here.chat.url })
  const replay = async () => {
    const [{ id } = {}] = await here.kept()
    return (await here.asAdmin.post(`/inbound-deliveries/${String(id)}/replay`, {})).status
  }
  await here.send(here.issue())
  await see()
  expect(await replay()).toBe(200)
  await see()
  expect(here.chat.posted).toHaveLength(1)
  expect(await here.kept()).toMatchObject([{ status: 'done', outcome: 'The channel was told before.' }])

  // Nobody knows whether it arrived: it fails for good, and is told again when somebody asks for it.
  const work = inboundWork(senders)
  await here.send(here.issue({ data: { id: 'iss-2', identifier: 'OPS-13', title: 'Key lost' } }))
  here.chat.next.push('hang up')
  await expect(see()).rejects.toMatchObject({ isFinal: true, message: expect.stringContaining('not known whether') })
  const [{ id: deliveryId } = {}] = await here.kept()
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  await work.onGivenUp?.(ctx, { payload: { deliveryId } } as never, 'uncertain')
  expect(await replay()).toBe(200)
  await see()
  expect(here.chat.posted.map(({ text }) => text.split('\n')[0])).toEqual([
    'New issue OPS-12: Lock &lt;offline&gt;',
    'New issue OPS-13: Key lost',
  ])

  // A worker ended while it was telling: the next one does not.
  await here.send(here.issue({ data: { id: 'iss-3', identifier: 'OPS-14', title: 'Door' } }))
  const [{ id } = {}] = await here.kept()
  await run(
    here.runtime.database.pool,
    sql`insert into inbound_effects (workspace_id, sender, what, target_id, created_at)
      values (${here.workspaceId}, 'issue-tracker', 'telling iss-3', ${String(id)}, now())`,
  )
  await expect(see()).rejects.toMatchObject({ isFinal: true })
  expect(here.chat.posted).toHaveLength(2)
})

test('other issues and other things are kept and ignored', async () => {
  const here = await tracked()
  for (const fields of [{ action: 'update' }, { action: 'remove' }, { type: 'Comment' }]) {
    expect((await here.send(here.issue(fields))).body.status).toBe('ignored')
  }
  expect((await here.kept()).map(({ kind }) => kind)).toEqual(['Comment.create', 'Issue.remove', 'Issue.update'])
})

test('what is genuine and names no organization is read like all else', async () => {
  const here = await tracked({}, `lin_wh_${newId()}`)
  const refused = await here.send({ webhookTimestamp: Date.now() })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/type' }] } })
})

test('what the tracker’s own library would refuse is refused', async () => {
  const here = await tracked()
  const client = new LinearWebhookClient(SECRET)
  const text = JSON.stringify(here.issue())
  const at = (millis: number) => JSON.stringify(here.issue({ webhookTimestamp: Date.now() + millis }))
  const cases: [string, string, string][] = [
    ['missing', text, ''],
    ['cut', text, signed(text).slice(0, -2)],
    ['of another secret', text, signed(text, 'another')],
    ['over other bytes', text, signed(`${text} `)],
    ['old', at(-61_000), signed(at(-61_000))],
    ['early', at(61_000), signed(at(61_000))],
  ]
  for (const [name, body, signature] of cases) {
    expect(() => client.verify(Buffer.from(body), signature, JSON.parse(body).webhookTimestamp)).toThrow(/webhook/i)
    const refused = await here.call(PATH, body, { 'linear-signature': signature, 'linear-delivery': newId() })
    expect([name, refused.status]).toEqual([name, 401])
  }
  expect(client.verify(Buffer.from(text), signed(text), JSON.parse(text).webhookTimestamp)).toBe(true)
  const named = await here.call(PATH, text, { 'issue-tracker-signature': signed(text), 'issue-tracker-delivery': 'd1' })
  expect(named.status).toBe(200)
  const elsewhere = JSON.stringify(here.issue({ organizationId: 'org-unknown' }))
  expect((await here.call(PATH, elsewhere, { 'linear-signature': signed(elsewhere) })).status).toBe(401)
})
