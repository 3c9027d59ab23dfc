import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { deliveryContext } from '#core/job-context.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { openMail } from '#core/mail.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { deliver } from '#test/deliver.ts'
import { harness } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { eventsOf } from '#test/traces.ts'
import { soon, working } from '#test/working.ts'
import { receiveMessage } from './inbound.service.ts'
import { messages } from './messages.ts'

const GRACE = 'grace@guest.example.com'

async function place() {
  const here = await harness()
  const server = await startMailServer()
  const mail = await openMail(server.settings)
  onTestFinished(() => mail.close())
  const post = () => deliver(here, messages, { mail })
  const begin = async (body: object = {}) => {
    const first = { channel: 'email', recipient: GRACE, subject: 'Your stay', text: 'Welcome!' }
    return (await here.asAdmin.post('/conversations', { ...first, ...body })).body
  }
  const thread = async (id: string) => (await here.asAdmin.get(`/conversations/${id}/thread`)).body
  const events = async () => {
    return (await eventsOf(here)).filter((type) => !type.startsWith('api_key.'))
  }
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  return { ...here, server, mail, post, begin, thread, events, ctx }
}

test('the first message of a conversation is queued, leaves by e-mail in the name of the company, and says so', async () => {
  const { begin, thread, post, server, events, admin, workspaceId } = await place()
  const conversation = await begin()
  expect(conversation).toMatchObject({ unreadCount: 0, excerpt: 'Welcome!', status: 'open', recipient: GRACE })
  expect((await thread(conversation.id)).messages).toMatchObject([
    {
      state: 'queued',
      direction: 'out',
      sentAt: null,
      author: { kind: 'user', id: admin.userId, name: admin.fullName, byProgram: false },
    },
  ])
  await post()
  await post()
  const [arrived, ...more] = await server.mailsTo(GRACE)
  expect(more).toEqual([])
  expect(arrived).toMatchObject({
    subject: 'Your stay',
    text: 'Welcome!\n',
    from: { name: `Workspace ${workspaceId}` },
  })
  expect(arrived?.html).toBeUndefined()
  expect(arrived?.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  const [message] = (await thread(conversation.id)).messages
  expect(message).toMatchObject({ state: 'sent', errorCode: null, sentAt: expect.stringMatching(/Z$/) })
  expect(await events()).toEqual(['conversation.created', 'message.queued', 'message.sent'])
})

test('answers travel in the thread of what they answer, and the guest who answers comes back to it', async () => {
  const { ctx, asAdmin, post, server, begin } = await place()
  const from = { name: 'Grace', address: GRACE }
  const incoming = { channel: 'email', source: 'mailbox', from, subject: 'Wifi', text: 'It is down' } as const
  const { conversationId } = await receiveMessage(ctx, { ...incoming, messageId: '<q1@guest.example>' })
  await asAdmin.post(`/conversations/${conversationId}/messages`, { text: 'We are on it.' })
  await post()
  const [arrived] = await server.mailsTo(GRACE)
  expect(arrived).toMatchObject({
    subject: 'Re: Wifi',
    inReplyTo: '<q1@guest.example>',
    references: '<q1@guest.example>',
  })
  const { id } = await begin()
  await post()
  const [, begun] = await server.mailsTo(GRACE)
  const back = await receiveMessage(ctx, { ...incoming, messageId: '<q2@x>', answers: [begun?.messageId ?? ''] })
  expect(back.conversationId).toBe(id)
})

test('what came as an id from outside makes no header', async () => {
  const { ctx, asAdmin, post, server } = await place()
  const from = { name: 'Eve\r\nBcc: all@example.com', address: GRACE }
  const incoming = { channel: 'email', source: 'mailbox', from, subject: 'Hi\r\nBcc: a@b.c', text: 'x' } as const
  const { conversationId } = await receiveMessage(ctx, { ...incoming, messageId: '<a@b>\r\nBcc: eve@example.com' })
  await asAdmin.post(`/conversations/${conversationId}/messages`, { text: '<script>alert(1)</script>' })
  await post()
  expect(server.received.map(({ to }) => to)).toEqual([GRACE])
  const [arrived] = await server.mailsTo(GRACE)
  expect(arrived?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect([arrived?.references, arrived?.inReplyTo]).toEqual([undefined, undefined])
  expect([arrived?.text, arrived?.html]).toEqual(['<script>alert(1)</script>\n', undefined])
})

test('a channel that nothing serves fails with its reason and can be sent again', async () => {
  const { begin, thread, post, asAdmin, events } = await place()
  const { id } = await begin({ channel: 'whatsapp', recipient: '+351 912 345 678' })
  await post()
  const [failed] = (await thread(id)).messages
  expect(failed).toMatchObject({
    state: 'failed',
    errorCode: 'channel_not_connected',
    error: expect.stringContaining('whatsapp'),
  })
  expect(await events()).toContain('message.failed')
  const path = `/conversations/${id}/messages/${failed.id}`
  expect((await asAdmin.post(`${path}/retry`)).body).toMatchObject({ state: 'queued', errorCode: null, error: null })
  expect((await asAdmin.post(`${path}/retry`)).body).toMatchObject({ status: 409, code: 'message_not_failed' })
  await post()
  expect((await asAdmin.get(path)).body).toMatchObject({ state: 'failed', errorCode: 'channel_not_connected' })
})

test('an answer that did not get there is no answer: it is our turn until it is sent again or said anew', async () => {
  const { ctx, asAdmin, post, server, thread } = await place()
  const from = { name: 'Grace', address: GRACE }
  const asked = {
    channel: 'email',
    source: 'mailbox',
    from,
    subject: 'Wifi',
    text: 'Down',
    messageId: '<q@x>',
  } as const
  const { conversationId } = await receiveMessage(ctx, asked)
  const path = `/conversations/${conversationId}`
  const stands = async () => {
    const { isWaiting, isUndelivered } = (await asAdmin.get(path)).body
    return { isWaiting, isUndelivered }
  }
  const { body: first } = await asAdmin.post(`${path}/messages`, { text: 'We are on it.' })
  expect(await stands()).toEqual({ isWaiting: false, isUndelivered: false })
  server.treat('refuse')
  await post()
  expect(await stands()).toEqual({ isWaiting: true, isUndelivered: true })
  expect((await asAdmin.get('/conversations?waiting=true')).body.items).toMatchObject([{ isUndelivered: true }])
  await asAdmin.post(`${path}/messages/${first.id}/retry`)
  expect(await stands()).toEqual({ isWaiting: false, isUndelivered: false })
  // Something was said after it: that counts.
  await post()
  server.treat('accept')
  await asAdmin.post(`${path}/messages`, { text: 'It works again.' })
  await post()
  server.treat('refuse')
  await asAdmin.post(`${path}/messages/${first.id}/retry`)
  await post()
  expect((await thread(conversationId)).messages.map(({ state }: { state: string }) => state)).toEqual([
    'received',
    'failed',
    'sent',
  ])
  expect(await stands()).toEqual({ isWaiting: false, isUndelivered: false })
})

test('without a mail server an e-mail fails at once instead of waiting unseen', async () => {
  const here = await place()
  const { id } = await here.begin()
  await deliver(here, messages)
  expect((await here.thread(id)).messages).toMatchObject([{ state: 'failed', errorCode: 'channel_not_connected' }])
})

test('a recipient who is refused for good is a failure; one who cannot be reached now is tried again', async () => {
  const { begin, thread, post, server, asAdmin } = await place()
  server.treat('refuse')
  const { id } = await begin()
  await post()
  const [failed] = (await thread(id)).messages
  expect(failed).toMatchObject({ state: 'failed', errorCode: 'refused', error: expect.stringContaining('550') })
  expect(failed.error).not.toContain(GRACE)
  server.treat('defer')
  await asAdmin.post(`/conversations/${id}/messages/${failed.id}/retry`)
  await expect(post()).rejects.toThrow('451')
  expect((await thread(id)).messages).toMatchObject([{ state: 'queued' }])
  server.treat('accept')
  await post()
  expect((await thread(id)).messages).toMatchObject([{ state: 'sent' }])
  expect(server.received).toHaveLength(1)
})

test('of many workers one sends', async () => {
  const { begin, post, server } = await place()
  await begin()
  const outcomes = await Promise.allSettled([post(), post(), post(), post()])
  expect(server.received).toHaveLength(1)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(reasons.filter((reason) => !reason.includes('another worker is sending it'))).toEqual([])
})

test('late news that an earlier try was given up does not touch the one that runs', async () => {
  const here = await place()
  const { begin, thread, asAdmin, runtime, workspaceId } = here
  const { id } = await begin()
  const [event] = await many<DeliveredEvent>(
    runtime.database.pool,
    sql`
    select event_id as id, type, workspace_id as "workspaceId", payload, created_at as "occurredAt",
      request_id as "requestId" from outbox where workspace_id = ${workspaceId} and type = 'message.queued'`,
  )
  if (!event) throw new Error('nothing is queued')
  const around = { pool: runtime.database.pool, services: runtime.services, log: runtime.log }
  const giveUp = () => messages.onGivenUp?.(deliveryContext(around, 'messages', event), event, 'The server is down.')
  await giveUp()
  const [failed] = (await thread(id)).messages
  expect(failed).toMatchObject({ state: 'failed', errorCode: 'given_up', error: 'The server is down.' })
  await asAdmin.post(`/conversations/${id}/messages/${failed.id}/retry`)
  await giveUp()
  expect((await thread(id)).messages).toMatchObject([{ state: 'queued' }])
})

test('a message that was queued while the mail server was down leaves when it is back', async () => {
  const here = await place()
  const { begin, thread, server, mail } = here
  server.treat('defer')
  const runtime = { ...here.runtime, services: { ...here.runtime.services, mail } }
  await working({ ...here, runtime }, [{ ...messages, retryDelaySeconds: 1 }])
  const { id } = await begin()
  await soon(async () => {
    const rows = await many<{ attempts: number }>(
      here.runtime.database.pool,
      sql`select attempts from messages where workspace_id = ${here.workspaceId}`,
    )
    expect(rows[0]?.attempts).toBeGreaterThan(0)
  })
  server.treat('accept')
  await soon(async () => expect((await thread(id)).messages).toMatchObject([{ state: 'sent' }]))
  // The worker also sends what other tests of this database have left waiting.
  const [{ id: messageId }] = (await thread(id)).messages
  expect(server.received.filter(({ raw }) => raw.includes(messageId))).toHaveLength(1)
})

test('an e-mail needs an address: the one sent, or that of the contact', async () => {
  const { asAdmin, make } = await place()
  const refused = { status: 422, code: 'conversation_inapplicable', errors: [{ pointer: '/recipient' }] }
  const first = { channel: 'email', text: 'Hello' }
  const { id: contactId } = await make.contact()
  for (const body of [first, { ...first, recipient: 'nobody' }, { ...first, contactId }]) {
    expect((await asAdmin.post('/conversations', body)).body).toMatchObject(refused)
  }
  await asAdmin.patch(`/contacts/${contactId}`, { email: GRACE })
  const { body } = await asAdmin.post('/conversations', { ...first, contactId })
  expect(body).toMatchObject({ recipient: GRACE, contactName: 'Grace Guest', subject: null })
})

test('a draft is one for each author, is never sent by itself, and is gone once its words are said', async () => {
  const { asAdmin, asConsole, make, begin, thread, post, server } = await place()
  const { id } = await begin()
  await post()
  const other = asConsole((await make.person()).token)
  const path = `/conversations/${id}`
  const first = await asAdmin.put(`${path}/draft`, { text: 'Of course' })
  const again = await asAdmin.put(`${path}/draft`, { text: 'Of course, until ten' })
  expect(again.body).toMatchObject({ id: first.body.id, text: 'Of course, until ten' })
  const others = await other.put(`${path}/draft`, { text: 'No' })
  await post()
  expect((await thread(id)).drafts).toMatchObject([{ text: 'No' }, { text: 'Of course, until ten' }])
  expect(server.received).toHaveLength(1)
  await asAdmin.post(`${path}/messages`, { text: 'Until ten', draftId: others.body.id })
  expect((await thread(id)).drafts).toEqual([])
  const refused = await asAdmin.post(`${path}/messages`, { text: 'Twice', draftId: others.body.id })
  expect(refused.body).toMatchObject({ status: 422, code: 'message_inapplicable', errors: [{ pointer: '/draftId' }] })
  expect((await thread(id)).messages).toHaveLength(2)
  const mine = await asAdmin.put(`${path}/draft`, { text: 'Hm' })
  expect((await other.delete(`${path}/drafts/${mine.body.id}`)).body).toMatchObject({ deleted: true })
  expect((await other.delete(`${path}/drafts/${mine.body.id}`)).body).toMatchObject({ code: 'draft_not_found' })
})

test('an answer by a person marks the conversation as read and is refused when the guest has written since', async () => {
  const { ctx, asAdmin } = await place()
  const incoming = {
    channel: 'sms',
    source: 'sms',
    threadId: 't',
    from: { name: 'G', address: '+1' },
    text: 'Hi',
  } as const
  const { conversationId: id } = await receiveMessage(ctx, { ...incoming, messageId: '1' })
  const { headers } = await asAdmin.get(`/conversations/${id}`)
  await receiveMessage(ctx, { ...incoming, messageId: '2' })
  const path = `/conversations/${id}/messages`
  expect((await asAdmin.post(path, { text: 'Yes' }, { 'if-match': headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.get(`/conversations/${id}`)).body.unreadCount).toBe(2)
  expect((await asAdmin.post(path, { text: 'Yes' })).status).toBe(201)
  expect((await asAdmin.get(`/conversations/${id}`)).body).toMatchObject({ unreadCount: 0, excerpt: 'Yes' })
})

test('a crash after the mail was taken sends it again under the same id', async () => {
  const { begin, post, server, runtime, workspaceId } = await place()
  await begin()
  await post()
  const back = sql`update messages set state = 'queued', claimed_until = null where workspace_id = ${workspaceId}`
  await run(runtime.database.pool, back)
  await post()
  const ids = (await server.mailsTo(GRACE)).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
