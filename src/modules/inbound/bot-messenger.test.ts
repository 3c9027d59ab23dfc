import { Bot, webhookCallback } from 'grammy'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { telegramApi } from '#src/simulator/vendors/telegram.ts'
import { deliver } from '#test/deliver.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const PATH = '/v1/webhooks/bot-messenger'
const TOKEN = '12345:token-of-a-bot'

async function bot() {
  const place = await called()
  const secret = `secret_${newId()}`
  await place.connect({ kind: 'bot_messenger', secrets: { webhookSecret: secret, botToken: TOKEN } })
  const vendor = await startVendor(telegramApi({ token: TOKEN, posted: [], ended: [] }))
  const send = (update: object, header: string = secret) =>
    place.call(PATH, JSON.stringify(update), { 'x-telegram-bot-api-secret-token': header })
  const { settings } = place.runtime.services
  const vendorUrls = { ...settings.vendorUrls, telegram: vendor.url }
  const answer = () => deliver(place, messages, { settings: { ...settings, vendorUrls } })
  return { ...place, secret, vendor, send, answer }
}

const message = (fields: object = {}, updateId = 1001) => ({
  update_id: updateId,
  message: {
    message_id: 7,
    date: Math.floor(Date.now() / 1000),
    chat: { id: 555, type: 'private', first_name: 'Ana' },
    from: { id: 555, is_bot: false, first_name: 'Ana', last_name: 'Ruiz' },
    text: 'Is there a cot?',
    ...fields,
  },
})

test('a message joins its conversation once, and the answer goes to the chat', async () => {
  const here = await bot()
  expect((await here.send(message())).body).toMatchObject({ status: 'accepted', duplicate: false })
  expect((await here.send(message())).body).toMatchObject({ duplicate: true })
  const photo = [{ file_id: 'small' }, { file_id: 'large', file_size: 9000 }]
  await here.send(message({ message_id: 8, text: undefined, caption: 'Here', photo }, 1002))
  await here.seen()
  const { items } = (await here.asAdmin.get('/conversations')).body
  expect(items).toMatchObject([{ channel: 'chat', contactName: 'Ana Ruiz', recipient: '555', unreadCount: 2 }])
  await here.asAdmin.post(`/conversations/${items[0].id}/messages`, { text: 'Yes.' })
  await here.answer()
  expect(here.vendor.asked.map(({ body }) => body)).toEqual([{ chat_id: '555', text: 'Yes.' }])
  const { messages: said } = (await here.asAdmin.get(`/conversations/${items[0].id}/thread`)).body
  expect(said).toMatchObject([
    { text: 'Is there a cot?' },
    { text: 'Here', attachments: [{ reference: 'large', sizeBytes: 9000 }] },
    { text: 'Yes.', state: 'sent' },
  ])
})

test('whatever people send joins: recordings and stickers as files, places and people in words', async () => {
  const here = await bot()
  const file = (name: string) => ({ file_id: name, file_unique_id: name, file_size: 9 })
  const place = { latitude: 38.72, longitude: -9.14 }
  const gif = { ...file('a1'), file_name: 'boiler.gif', mime_type: 'video/mp4' }
  const sent: [object, string, string[]][] = [
    [{ audio: { ...file('s1'), file_name: 'noise.mp3', mime_type: 'audio/mpeg' } }, '[file]', ['s1']],
    [{ video_note: file('n1') }, '[file]', ['n1']],
    [{ animation: gif, document: gif }, '[file]', ['a1']],
    [{ sticker: { ...file('t1'), emoji: '👍' } }, '👍', ['t1']],
    [{ location: place }, '[location 38.72,-9.14]', []],
    [
      { location: place, venue: { location: place, title: 'Casa Sol', address: 'Rua 1' } },
      '[location 38.72,-9.14, Casa Sol, Rua 1]',
      [],
    ],
    [
      { contact: { phone_number: '+34600000001', first_name: 'Ana', last_name: 'Ruiz' } },
      '[contact Ana Ruiz +34600000001]',
      [],
    ],
  ]
  for (const [index, [fields]] of sent.entries())
    await here.send(message({ text: undefined, message_id: 20 + index, ...fields }, 2000 + index))
  await here.send(message({ text: undefined, message_id: 40, new_chat_title: 'Ops' }, 2040))
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  const { messages: said } = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body
  const told = said.map(({ text, attachments }: { text: string; attachments: { reference: string }[] }) => [
    text,
    attachments.map(({ reference }) => reference),
  ])
  expect(told).toEqual(sent.map(([, text, files]) => [text, files]))
})

test('an answer whose fate is unknown is not sent twice', async () => {
  const here = await bot()
  await here.send(message())
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  await here.asAdmin.post(`/conversations/${talk.id}/messages`, { text: 'Yes.' })
  here.vendor.next.push('hang up')
  await here.answer()
  await here.answer()
  expect(here.vendor.asked).toHaveLength(1)
  const { messages: said } = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body
  expect(said.at(-1)).toMatchObject({ state: 'failed', errorCode: 'uncertain' })
})

test('a long answer goes out in parts, in order, and no part twice whatever happens in between', async () => {
  const here = await bot()
  await here.send(message())
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  const path = `/conversations/${talk.id}/messages`
  const paragraphs = Array.from({ length: 5 }, (_, index) => `${index} ${'word '.repeat(600).trim()}.`)
  const { id } = (await here.asAdmin.post(path, { text: paragraphs.join('\n\n') })).body
  const texts = () => here.vendor.asked.map(({ body }) => (body as { text: string }).text)
  const last = async () => (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body.messages.at(-1)
  const ok = { body: { ok: true, result: { message_id: 5 } } }
  here.vendor.next.push(ok, { status: 429, headers: { 'retry-after': '1' } })
  await expect(here.answer()).rejects.toThrow('429')
  expect(await last()).toMatchObject({ state: 'queued' })
  here.vendor.next.push(ok, 'hang up')
  await here.answer()
  expect(await last()).toMatchObject({ state: 'failed', errorCode: 'uncertain' })
  await here.asAdmin.post(`${path}/${id}/retry`, {})
  await here.answer()
  expect(await last()).toMatchObject({ state: 'sent' })
  // The second was refused for now, and of the third nobody knows: whoever sends it again has looked.
  expect(texts().map((text) => text.slice(0, 1))).toEqual(['0', '1', '1', '2', '2', '3', '4'])
  expect(texts().every((text) => text.length <= 4096)).toBe(true)
})

test('what bots say and what says nothing is ignored, as are kinds that nothing is done about', async () => {
  const here = await bot()
  await here.send(message({ from: { id: 1, is_bot: true, first_name: 'Bot' } }))
  await here.send(message({ text: undefined, sticker: {} }, 1002))
  await here.send({ update_id: 1003, edited_message: {} })
  await here.send({ update_id: 1004 })
  await here.seen()
  expect((await here.kept()).map(({ status }) => status)).toEqual(['ignored', 'ignored', 'ignored', 'ignored'])
  expect((await here.asAdmin.get('/conversations')).body.items).toEqual([])
})

test('who does not show the secret of a bot is refused, as by the messenger’s own library', async () => {
  const here = await bot()
  const grammy = new Bot(TOKEN, { botInfo: { id: 1, is_bot: true, first_name: 'B', username: 'b' } as never })
  const library = webhookCallback(grammy, 'std/http', { secretToken: here.secret })
  for (const header of ['', 'wrong', here.secret.slice(0, -1), `${here.secret} `.trim() + 'x']) {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': header },
      body: JSON.stringify(message()),
    })
    expect((await library(request)).status).toBe(401)
    expect((await here.send(message(), header)).status).toBe(401)
  }
  expect((await here.call(PATH, JSON.stringify(message()))).status).toBe(401)
  const named = await here.call(PATH, JSON.stringify(message()), { 'x-bot-messenger-secret-token': here.secret })
  expect(named.status).toBe(200)
  expect((await here.send({ message: {} })).status).toBe(422)
  const other = await bot()
  await other.send(message())
  expect([(await here.kept()).length, (await other.kept()).length]).toEqual([1, 1])
})
