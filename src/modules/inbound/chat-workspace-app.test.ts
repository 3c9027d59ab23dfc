import { createHmac } from 'node:crypto'
import { isValidSlackRequest } from '@slack/bolt'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { startChat } from '#test/chat-server.ts'
import { deliver } from '#test/deliver.ts'
import { called } from '#test/webhooks.ts'

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const PATH = '/v1/webhooks/chat-workspace-app'
const FORM = 'application/x-www-form-urlencoded'

function signed(text: string, secret = SECRET, at = Math.floor(Date.now() / 1000)): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`v0:${at}:${text}`).digest('hex')
  return { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${mac}` }
}

async function chatting() {
  const place = await called()
  const chat = await startChat()
  chat.channels.push('C01')
  const app = `A-${newId()}`
  const secrets = { signingSecret: SECRET, botToken: chat.token }
  const { id } = await place.connect({ kind: 'chat_workspace_app', accounts: [`${app}/T01`], secrets })
  const send = (body: object, secret = SECRET) => {
    const text = JSON.stringify(body)
    return place.call(PATH, text, signed(text, secret))
  }
  const event = (fields: object = {}, about: object = {}) => ({
    token: 'deprecated',
    team_id: 'T01',
    api_app_id: app,
    type: 'event_callback',
    event_id: newId(),
    event_time: 1794700000,
    event: {
      type: 'app_mention',
      user: 'U01',
      text: '<@U0BOT> open tasks?',
      ts: '1794700000.000100',
      channel: 'C01',
      ...fields,
    },
    ...about,
  })
  const press = (action: object) => {
    const payload = { type: 'block_actions', user: { id: 'U01' }, api_app_id: app, team: { id: 'T01' } }
    const whole = { ...payload, trigger_id: newId(), response_url: 'https://hooks.example/x', actions: [action] }
    const text = new URLSearchParams({ payload: JSON.stringify(whole) }).toString()
    return place.call(PATH, text, { ...signed(text), 'content-type': FORM })
  }
  return { ...place, chat, id, app, send, event, press }
}

test('the challenge of a new address is answered, and only to who can sign it', async () => {
  const here = await chatting()
  const challenge = { token: 'deprecated', challenge: 'c-123', type: 'url_verification' }
  expect((await here.send(challenge)).body).toEqual({ challenge: 'c-123' })
  expect((await here.send(challenge, 'another secret')).status).toBe(401)
  expect(await here.kept()).toEqual([])
})

test('a mention joins a conversation, its thread is one talk, and an answer goes back into the thread', async () => {
  const here = await chatting()
  await here.send(here.event())
  await here.send(here.event({ type: 'message' }))
  await here.send(
    here.event({ type: 'message', ts: '1794700005.000200', thread_ts: '1794700000.000100', text: 'And now?' }),
  )
  await here.send(here.event({ type: 'message', ts: '1794700006.000200', bot_id: 'B01' }))
  await here.send(here.event({ type: 'message', ts: '1794700007.000200', subtype: 'message_changed' }))
  await here.seen()
  const { items } = (await here.asAdmin.get('/conversations')).body
  expect(items).toMatchObject([{ channel: 'chat', unreadCount: 2, excerpt: 'And now?' }])
  await here.asAdmin.post(`/conversations/${items[0].id}/messages`, { text: 'Two, <here> & there.' })
  const { settings } = here.runtime.services
  const urls = { ...settings.vendorUrls, slack: here.chat.url }
  await deliver(here, messages, { settings: { ...settings, vendorUrls: urls } })
  expect(here.chat.posted).toMatchObject([
    { channel: 'C01', thread_ts: '1794700000.000100', text: 'Two, &lt;here&gt; &amp; there.' },
  ])
  const { messages: said } = (await here.asAdmin.get(`/conversations/${items[0].id}/thread`)).body
  expect(said.at(-1)).toMatchObject({ direction: 'out', state: 'sent', error: null })
})

test('what is said with a file, to a thread and its channel, or of oneself joins; news of the channel do not', async () => {
  const here = await chatting()
  const say = (subtype: string, second: number, fields: object) => {
    const about = { type: 'message', ts: `179470000${second}.000100`, thread_ts: '1794700000.000100' }
    return here.send(here.event({ ...about, subtype, ...fields }))
  }
  const files = [{ id: 'F1', name: 'leak.jpg', mimetype: 'image/jpeg', size: 2048 }, { id: 'F2' }]
  await say('file_share', 1, { text: 'The boiler is leaking, see photo', files })
  await say('file_share', 2, { text: '', files: [{ id: 'F3', name: 'again.jpg' }] })
  await say('thread_broadcast', 3, { text: 'Everybody, see this' })
  await say('me_message', 4, { text: 'is on the way' })
  for (const subtype of ['channel_join', 'channel_topic', 'message_deleted', 'bot_message', 'some_news'])
    await say(subtype, 5, { text: 'News' })
  await say('file_share', 6, { text: 'Of a bot', files, bot_id: 'B01' })
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  const { messages: said } = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body
  const photo = { name: 'leak.jpg', contentType: 'image/jpeg', sizeBytes: 2048, reference: 'F1' }
  expect(said).toMatchObject([
    {
      text: 'The boiler is leaking, see photo',
      attachments: [photo, { name: 'file', contentType: null, sizeBytes: null, reference: 'F2' }],
    },
    { text: '[file]', attachments: [{ name: 'again.jpg', reference: 'F3' }] },
    { text: 'Everybody, see this', attachments: [] },
    { text: 'is on the way', attachments: [] },
  ])
})

test('who wrote is named as in the chat, asked for once, and by the id while the chat does not say', async () => {
  const here = await chatting()
  here.chat.people['U01'] = { team: 'T01', name: 'Ana Ruiz' }
  const see = () => here.seen({ slack: here.chat.url })
  const names = async () => {
    const { items } = (await here.asAdmin.get('/conversations')).body
    const { messages: said } = (await here.asAdmin.get(`/conversations/${items.at(-1).id}/thread`)).body
    return said.map(({ author }: { author: { name: string } }) => author.name)
  }
  const inThread = (user: string, ts: string) =>
    here.send(here.event({ type: 'message', user, ts, thread_ts: '1794700000.000100', text: 'More' }))
  await here.send(here.event())
  await inThread('U01', '1794700001.1')
  await see()
  here.chat.next.push({ status: 500 })
  await inThread('U02', '1794700002.1')
  await inThread('U02', '1794700003.1')
  await inThread('U09', '1794700004.1')
  await see()
  expect(await names()).toEqual(['Ana Ruiz', 'Ana Ruiz', 'U02', 'U02', 'U09'])
  expect(here.chat.asked.map(({ path, body }) => `${path} ${String(body)}`)).toEqual([
    '/users.info user=U01',
    '/users.info user=U02',
    '/users.info user=U09',
  ])
})

test('an answer that the chat refuses fails and says why; one that it delays waits', async () => {
  const here = await chatting()
  await here.send(here.event({ channel: 'C-gone' }))
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  await here.asAdmin.post(`/conversations/${talk.id}/messages`, { text: 'Hello?' })
  const { settings } = here.runtime.services
  const send = () =>
    deliver(here, messages, { settings: { ...settings, vendorUrls: { ...settings.vendorUrls, slack: here.chat.url } } })
  here.chat.next.push({ status: 429, headers: { 'retry-after': '7' } })
  await expect(send()).rejects.toMatchObject({ retryAfterSeconds: 7 })
  await send()
  const { messages: said } = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body
  expect(said.at(-1)).toMatchObject({
    state: 'failed',
    errorCode: 'refused',
    error: expect.stringContaining('channel_not_found'),
  })
})

test('a button that means nothing to us is ignored, and its address is not kept', async () => {
  const here = await chatting()
  await here.press({ type: 'button', action_id: 'dance', value: 'x', action_ts: '4' })
  await here.press({ type: 'button', action_id: 'complete_task', value: 'no id', action_ts: '5' })
  await here.seen()
  expect((await here.kept()).map(({ status }) => status)).toEqual(['ignored', 'ignored'])
  const [first] = await here.kept()
  const { body } = await here.asAdmin.get(`/inbound-deliveries/${String(first?.['id'])}`)
  expect(body.payload).toMatchObject({ response_url: '[hidden]' })
})

test('a form without its field, or a body that is not what its header says, is 422', async () => {
  const here = await chatting()
  // Nobody is named in these, so whoever can sign at all is believed to be somebody.
  for (const [text, type] of [
    ['other=1', FORM],
    ['payload=', FORM],
    ['payload=%5B%5D', FORM],
    [JSON.stringify(here.event()), FORM],
    ['payload=%7B%7D', 'application/json'],
    ['{"type":1}', 'application/json'],
  ] as const) {
    const { status } = await here.call(PATH, text, { ...signed(text), 'content-type': type })
    expect([text.slice(0, 30), status]).toEqual([text.slice(0, 30), 422])
  }
  expect(await here.kept()).toEqual([])
})

test('what the chat’s own library would refuse is refused, and what it overlooks too', async () => {
  const here = await chatting()
  const text = JSON.stringify(here.event())
  const now = Math.floor(Date.now() / 1000)
  const good = signed(text)
  const valid = (headers: Record<string, string>) =>
    isValidSlackRequest({ body: text, signingSecret: SECRET, headers: headers as never })
  expect(valid(good)).toBe(true)
  const cases: [string, Record<string, string>][] = [
    ['missing', {}],
    ['without time', { 'x-slack-signature': good['x-slack-signature'] ?? '' }],
    ['of another version', { ...good, 'x-slack-signature': (good['x-slack-signature'] ?? '').replace('v0', 'v1') }],
    ['cut', { ...good, 'x-slack-signature': (good['x-slack-signature'] ?? '').slice(0, -1) }],
    ['of another secret', signed(text, 'another')],
    ['over other bytes', signed(`${text} `)],
    ['old', signed(text, SECRET, now - 301)],
  ]
  for (const [name, headers] of cases) {
    expect([name, valid(headers)]).toEqual([name, false])
    expect([name, (await here.call(PATH, text, headers)).status]).toEqual([name, 401])
  }
  const early = signed(text, SECRET, now + 3600)
  expect(valid(early)).toBe(true)
  expect((await here.call(PATH, text, early)).status).toBe(401)
  const named = { 'x-chat-signature': good['x-slack-signature'] ?? '', 'x-chat-request-timestamp': String(now) }
  const again = signed(text, SECRET, now)['x-slack-signature'] ?? ''
  expect((await here.call(PATH, text, { ...named, 'x-chat-signature': again })).status).toBe(200)
  const elsewhere = JSON.stringify(here.event({}, { team_id: 'T99' }))
  expect((await here.call(PATH, elsewhere, signed(elsewhere))).status).toBe(401)
})

test('a press that tells neither its trigger nor its time is known by its bytes', async () => {
  const here = await chatting()
  const payload = { type: 'block_actions', user: { id: 'U01' }, api_app_id: here.app, team: { id: 'T01' }, actions: [] }
  const text = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const send = () =>
    here.call(PATH, text, { ...signed(text), 'content-type': FORM, 'x-request-id': `again-${newId()}` })
  expect((await send()).body).toMatchObject({ duplicate: false })
  expect((await send()).body).toMatchObject({ duplicate: true })
})
