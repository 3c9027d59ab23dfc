import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { deliver } from '#test/deliver.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const PATH = '/v1/webhooks/agent-mail'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const KEY = 'am_key_of_an_account'

async function mailed(webhookSecret = SECRET) {
  const place = await called()
  const inbox = `ops-${newId()}@agentmail.to`
  await place.connect({ kind: 'agent_mail', accounts: [inbox], secrets: { webhookSecret, apiKey: KEY } })
  const vendor = await startVendor(({ headers, method, path }) => {
    if (headers['authorization'] !== `Bearer ${KEY}`) return { status: 403 }
    if (method === 'POST') return { body: { message_id: '<ours@agentmail.to>', thread_id: 'thd_1' } }
    return { body: { ...letter('<long@example.test>'), text: 'A long letter', path } }
  })
  const letter = (id: string, fields: object = {}) => ({
    inbox_id: inbox,
    thread_id: 'thd_1',
    message_id: id,
    labels: ['received'],
    from: 'Ana Ruiz <ana@example.test>',
    to: [inbox],
    subject: 'Late checkout',
    ...fields,
  })
  const send = (message: object, type?: string, secret?: string, id?: string) => tell({ message }, type, secret, id)
  const tell = (about: object, type = 'message.received', secret = webhookSecret, id = newId()) => {
    const text = JSON.stringify({ type: 'event', event_type: type, event_id: id, ...about })
    const at = new Date()
    const signature = new Webhook(secret).sign(id, at, text)
    const headers = {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': signature,
    }
    return place.call(PATH, text, headers)
  }
  const urls = { agentMail: vendor.url }
  const { settings } = place.runtime.services
  const answer = () =>
    deliver(place, messages, { settings: { ...settings, vendorUrls: { ...settings.vendorUrls, ...urls } } })
  return { ...place, inbox, vendor, letter, send, tell, answer, work: () => place.seen(urls) }
}

test('a letter joins its thread with what came with it, and is answered by the inbox', async () => {
  const here = await mailed()
  const attachments = [{ attachment_id: 'att_1', filename: 'id.pdf', size: 2048, content_type: 'application/pdf' }]
  await here.send(here.letter('<m1@example.test>', { text: 'Could we leave at 13:00?', attachments }))
  await here.send(here.letter('<m2@example.test>', { text: 'Yes?\n> Could we', extracted_text: 'Yes?' }))
  await here.work()
  const { items } = (await here.asAdmin.get('/conversations')).body
  expect(items).toMatchObject([
    {
      channel: 'email',
      subject: 'Late checkout',
      contactName: 'Ana Ruiz',
      recipient: 'ana@example.test',
      unreadCount: 2,
    },
  ])
  await here.asAdmin.post(`/conversations/${items[0].id}/messages`, { text: 'Gladly.' })
  await here.answer()
  expect(here.vendor.asked).toMatchObject([
    {
      path: `/v0/inboxes/${encodeURIComponent(here.inbox)}/messages/${encodeURIComponent('<m2@example.test>')}/reply`,
      body: { text: 'Gladly.' },
    },
  ])
  const { messages: said } = (await here.asAdmin.get(`/conversations/${items[0].id}/thread`)).body
  expect(said).toMatchObject([
    { text: 'Could we leave at 13:00?', attachments: [{ name: 'id.pdf', reference: 'att_1', sizeBytes: 2048 }] },
    { text: 'Yes?' },
    { text: 'Gladly.', state: 'sent' },
  ])
})

test('a letter that was left out of the delivery is fetched', async () => {
  const here = await mailed()
  await here.send(here.letter('<long@example.test>'))
  await here.work()
  expect(here.vendor.asked).toMatchObject([{ method: 'GET' }])
  expect((await here.asAdmin.get('/conversations')).body.items).toMatchObject([{ excerpt: 'A long letter' }])
})

test('what a machine writes by itself bothers nobody, and our own letters do not come back', async () => {
  const here = await mailed()
  const text = 'I am away.'
  const machines = [
    { headers: { 'Auto-Submitted': 'auto-replied' } },
    { headers: { precedence: 'bulk' } },
    { headers: { 'X-Autoreply': 'yes' } },
    { from: 'MAILER-DAEMON@example.test' },
    { subject: 'Automatic reply: Late checkout' },
  ]
  for (const [index, fields] of machines.entries()) await here.send(here.letter(`<a${index}@x>`, { text, ...fields }))
  await here.send(here.letter('<own@x>', { text, from: `Ops <${here.inbox}>` }))
  await here.work()
  expect((await here.asAdmin.get('/conversations')).body.items).toMatchObject([{ unreadCount: 0 }])
  expect((await here.kept()).map(({ status }) => status)).toEqual(['ignored', 'done', 'done', 'done', 'done', 'done'])
  await here.send(here.letter('<h@x>', { text: 'A person', headers: { 'auto-submitted': 'no' } }))
  await here.send(
    here.letter('<n@x>', { text: 'A booking', from: [{ name: 'Portal', email: 'no-reply@portal.test' }] }),
  )
  await here.work()
  expect((await here.asAdmin.get('/conversations')).body.items).toMatchObject([{ unreadCount: 2 }])
})

test('other kinds are kept and ignored; a forged letter, or one for an unknown inbox, is refused', async () => {
  const here = await mailed()
  expect((await here.send(here.letter('<m@x>'), 'message.bounced')).body.status).toBe('ignored')
  const other = `whsec_${Buffer.from('another secret of an inbox').toString('base64')}`
  expect((await here.send(here.letter('<m@x>'), 'message.received', other)).status).toBe(401)
  expect((await here.send(here.letter('<m@x>', { inbox_id: 'nobody@agentmail.to' }))).status).toBe(401)
  expect((await here.send(here.letter('<m@x>', { message_id: 7 }))).status).toBe(422)
  const [one, two] = [
    await here.send(here.letter('<m@x>', { text: 'x' }), undefined, SECRET, 'same'),
    await here.send(here.letter('<m@x>', { text: 'x' }), undefined, SECRET, 'same'),
  ]
  expect([one.body.duplicate, two.body.duplicate]).toEqual([false, true])
})

test('what became of a letter and what names no inbox is kept and ignored, by whom its secret fits', async () => {
  const secretOf = (name: string) => `whsec_${Buffer.from(`${name} ${newId()}`).toString('base64')}`
  const [here, there] = [await mailed(secretOf('here')), await mailed(secretOf('there'))]
  const about = { inbox_id: here.inbox, thread_id: 'thd_1', message_id: '<m@x>' }
  const told: [string, object][] = [
    ['message.sent', { send: about }],
    ['message.delivered', { delivery: about }],
    ['message.bounced', { bounce: about }],
    ['domain.verified', { domain: { domain_id: 'example.test' } }],
  ]
  for (const [type, body] of told) {
    const answer = await here.tell(body, type)
    expect([type, answer.status, answer.body.status]).toEqual([type, 200, 'ignored'])
    expect([type, (await here.tell(body, type, secretOf('nobody'))).status]).toEqual([type, 401])
  }
  expect((await here.kept()).map(({ kind }) => kind).toReversed()).toEqual(told.map(([type]) => type))
  expect(await there.kept()).toEqual([])
  expect((await here.tell({ delivery: { ...about, inbox_id: there.inbox } }, 'message.delivered')).status).toBe(401)
  expect((await here.tell({ message: { message_id: '<m@x>' } })).status).toBe(422)
})
