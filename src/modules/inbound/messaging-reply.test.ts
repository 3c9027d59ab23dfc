import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { deliver } from '#test/deliver.ts'
import { startVendor, type Vendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`

/** A guest who has written through the main app, and the app. */
async function writing(settings: (url: string) => object = (url) => ({ sendUrl: `${url}/messages` })) {
  const place = await called()
  const app = await startVendor(() => ({ body: { id: 'wamid.1' } }))
  const { id } = await place.connect({
    kind: 'messaging',
    secrets: { webhookSecret: SECRET },
    settings: settings(app.url),
  })
  const say = (body: object) => {
    const [text, at, deliveryId] = [JSON.stringify(body), new Date(), newId()]
    return place.call(`/v1/webhooks/messaging-agent/${place.workspaceId}/${id}`, text, {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign(deliveryId, at, text),
    })
  }
  const from = { name: 'Bea', address: '+34600000002' }
  const message = { id: 'm1', channel: 'whatsapp', from, threadId: 'thread 7', text: 'Where can we park?' }
  await say({ type: 'message.received', message })
  await place.seen()
  const [talk] = (await place.asAdmin.get('/conversations')).body.items
  return {
    ...place,
    app,
    id,
    say,
    sendAgain: (messageId: string) => place.asAdmin.post(`/conversations/${talk.id}/messages/${messageId}/retry`, {}),
    write: async (text: string) => (await place.asAdmin.post(`/conversations/${talk.id}/messages`, { text })).body.id,
    answer: () => deliver(place, messages),
    last: async () => (await place.asAdmin.get(`/conversations/${talk.id}/thread`)).body.messages.at(-1),
  }
}

const idsAt = ({ asked }: Vendor) => asked.map(({ headers }) => headers['webhook-id'])

test('an answer goes to the main app, signed, and what becomes of it is noted', async () => {
  const here = await writing()
  const id = await here.write('Behind the house.')
  await here.answer()
  const [asked] = here.app.asked
  expect(asked?.path).toBe('/messages')
  expect(new Webhook(SECRET).verify(JSON.stringify(asked?.body), asked?.headers ?? {})).toEqual({
    type: 'message.send',
    message: { id, channel: 'whatsapp', threadId: 'thread 7', to: '+34600000002', text: 'Behind the house.' },
  })
  expect(await here.last()).toMatchObject({ state: 'sent' })
  for (const again of [1, 2]) {
    await here.say({ type: 'message.delivered', message: { id }, again })
    await here.seen()
    expect(await here.last()).toMatchObject({ state: 'delivered' })
  }
  const failed = await here.write('And the key?')
  await here.answer()
  await here.say({ type: 'message.failed', message: { id: failed, error: 'The number is not on WhatsApp.' } })
  await here.seen()
  expect(await here.last()).toMatchObject({
    state: 'failed',
    errorCode: 'refused',
    error: 'The number is not on WhatsApp.',
  })
  // The app knows what it has had by its id, so another go has another; the message is the same.
  await here.sendAgain(failed)
  await here.answer()
  const [before, after] = here.app.asked.slice(-2)
  expect(after?.body).toEqual(before?.body)
  expect(after?.headers['webhook-id']).not.toBe(before?.headers['webhook-id'])
  expect(await here.last()).toMatchObject({ state: 'sent' })
  expect((await here.say({ type: 'message.delivered', message: { id: 'm1' } })).status).toBe(422)
  const stranger = await writing()
  await stranger.say({ type: 'message.delivered', message: { id } })
  await stranger.seen()
  expect((await stranger.kept())[0]).toMatchObject({ kind: 'message.delivered', status: 'ignored' })
})

test('what the app cannot take now is tried again under the same id, and what it refuses is not', async () => {
  const here = await writing()
  const id = await here.write('One.')
  here.app.next.push({ status: 429, headers: { 'retry-after': '3' } }, { status: 500 }, 'hang up')
  for (const reason of ['429', '500', 'The messaging app']) await expect(here.answer()).rejects.toThrow(reason)
  // It is told before the app has answered: then it is too early to note it.
  await here.say({ type: 'message.delivered', message: { id } })
  await expect(here.seen()).rejects.toThrow('still being sent')
  await here.answer()
  await here.seen()
  const [first] = idsAt(here.app)
  expect([idsAt(here.app), await here.last()]).toMatchObject([[first, first, first, first], { state: 'delivered' }])
  here.app.next.push({ status: 422 })
  await here.write('Two.')
  await here.answer()
  expect(await here.last()).toMatchObject({ state: 'failed', errorCode: 'refused' })
})

test('without an address to send to the message says so, and a private address is refused', async () => {
  const here = await writing(() => ({}))
  await here.write('Behind the house.')
  await here.answer()
  expect(await here.last()).toMatchObject({ state: 'failed', error: expect.stringContaining('settings.sendUrl') })
  const change = (sendUrl: unknown) => here.asAdmin.patch(`/integrations/${here.id}`, { settings: { sendUrl } })
  for (const [sendUrl, status] of [
    ['http://10.0.0.1/messages', 422],
    ['https://127.0.0.1/messages', 422],
    ['http://app.example.com/messages', 422],
    ['app.example.com', 400],
    ['https://app.example.com/messages', 200],
    [null, 200],
  ] as const) {
    expect([sendUrl, (await change(sendUrl)).status]).toEqual([sendUrl, status])
  }
})

test('an answer is sent once, however long the name is that the other side gives it', async () => {
  const place = await writing()
  const id = randomBytes(6000).toString('hex')
  const named = await startVendor(() => ({ body: { id } }))
  await place.asAdmin.patch(`/integrations/${place.id}`, { settings: { sendUrl: `${named.url}/messages` } })
  await place.write('Behind the house.')
  await place.answer()
  await place.answer()
  expect(await place.last()).toMatchObject({ state: 'sent' })
  expect(named.asked).toHaveLength(1)
})
