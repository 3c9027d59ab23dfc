import { createHmac } from 'node:crypto'
import { LinearWebhookClient } from '@linear/sdk/webhooks'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { startChat } from '#test/chat-server.ts'
import { called } from '#test/webhooks.ts'

const SECRET = 'lin_wh_secret_of_a_webhook'
const PATH = '/v1/webhooks/issue-tracker'

const signed = (text: string, secret = SECRET): string => createHmac('sha256', secret).update(text).digest('hex')

async function tracked(settings: object = {}) {
  const place = await called()
  const chat = await startChat()
  chat.channels.push('C-ops', 'C-all')
  const secrets = { signingSecret: 'secret-of-the-app', botToken: chat.token }
  const app = await place.connect({ kind: 'chat_workspace_app', accounts: [`A-${newId()}`], secrets })
  const organization = `org-${newId()}`
  await place.connect({
    kind: 'issue_tracker',
    accounts: [organization],
    secrets: { webhookSecret: SECRET },
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
    return place.call(PATH, text, { 'linear-signature': signed(text), 'linear-delivery': delivery })
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

test('other issues and other things are kept and ignored', async () => {
  const here = await tracked()
  for (const fields of [{ action: 'update' }, { action: 'remove' }, { type: 'Comment' }]) {
    expect((await here.send(here.issue(fields))).body.status).toBe('ignored')
  }
  expect((await here.kept()).map(({ kind }) => kind)).toEqual(['Comment.create', 'Issue.remove', 'Issue.update'])
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
