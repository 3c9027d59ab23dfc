import { expect, test } from 'vitest'
import { dayAfter } from '#test/days.ts'
import { harness } from '#test/harness.ts'
import { systemContext } from '#src/runtime.ts'
import { receiveMessage, type Incoming } from './inbound.service.ts'
import { wakeConversations } from './snooze.ts'

async function place() {
  const here = await harness()
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  let number = 0
  const guest = { name: 'Clara Weiss', address: 'clara@example.com' }
  const receive = (incoming: Partial<Incoming> = {}, at: Partial<typeof ctx> = {}) =>
    receiveMessage(
      { ...ctx, ...at, now: new Date() },
      {
        channel: 'email',
        source: 'mailbox',
        messageId: `<m${++number}@guest.example>`,
        from: guest,
        subject: 'Late check-in',
        text: 'Can we come at eleven?',
        ...incoming,
      },
    )
  const thread = async (id: string, query = '') => (await here.asAdmin.get(`/conversations/${id}/thread${query}`)).body
  return { ...here, ctx, receive, thread }
}

test('a message from outside makes a conversation, and the next one of the thread joins it', async () => {
  const { receive, asAdmin, thread } = await place()
  const first = await receive({ threadId: 't1' })
  const { body } = await asAdmin.get(`/conversations/${first.conversationId}`)
  expect(body).toMatchObject({
    channel: 'email',
    subject: 'Late check-in',
    contactName: 'Clara Weiss',
    recipient: 'clara@example.com',
    status: 'open',
    source: 'mailbox',
    externalId: 't1',
    unreadCount: 1,
    excerpt: 'Can we come at eleven?',
  })
  const second = await receive({ threadId: 't1', text: 'Or at\n  midnight?', html: '<b onload=x>Or</b>' })
  expect(second.conversationId).toBe(first.conversationId)
  const read = await thread(first.conversationId)
  expect(read).toMatchObject({
    conversation: { unreadCount: 2, excerpt: 'Or at midnight?' },
    messages: [
      { direction: 'in', state: 'received', author: { kind: 'contact', name: 'Clara Weiss', byProgram: false } },
      { text: 'Or at\n  midnight?' },
    ],
    hasEarlier: false,
    drafts: [],
  })
  expect(JSON.stringify(read)).not.toContain('onload')
})

test('a message that is delivered again, even many times at once, is there once and counted once', async () => {
  const { receive, asAdmin, thread } = await place()
  const again = { messageId: '<same@guest.example>' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive(again)))
  expect(new Set(answers.map(({ conversationId }) => conversationId)).size).toBe(1)
  expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect((await asAdmin.get('/conversations')).body).toMatchObject({
    items: [{ unreadCount: 1 }],
    pagination: { total: 1 },
  })
  expect((await thread(answers[0]?.conversationId ?? '')).messages).toHaveLength(1)
})

test('an e-mail without a thread id joins by what it answers, in whatever order they arrive', async () => {
  const { receive } = await place()
  const answer = await receive({ messageId: '<b@x>', answers: ['<a@x>'] })
  const first = await receive({ messageId: '<a@x>' })
  const third = await receive({ messageId: '<c@x>', answers: ['<a@x>', '<b@x>'] })
  expect([first.conversationId, third.conversationId]).toEqual([answer.conversationId, answer.conversationId])
  expect((await receive({ messageId: '<d@x>' })).conversationId).not.toBe(first.conversationId)
})

test('the same ids from another source or in another workspace are another conversation', async () => {
  const { receive } = await place()
  const other = await place()
  const same = { messageId: '<one@x>', threadId: 't' }
  const ids = [await receive(same), await receive({ ...same, source: 'airbnb' }), await other.receive(same)]
  expect(new Set(ids.map(({ conversationId }) => conversationId)).size).toBe(3)
})

test('what one of us wrote at the platform itself is kept as sent, and counts as read', async () => {
  const { receive, thread, admin } = await place()
  const { conversationId } = await receive({ threadId: 't', channel: 'airbnb' })
  const by = { kind: 'user', id: admin.userId, name: admin.fullName, byProgram: false } as const
  const own = { threadId: 't', channel: 'airbnb', messageId: 'own', by, text: 'Yes, at eleven' } as const
  await receive(own)
  await receive(own)
  expect(await thread(conversationId)).toMatchObject({
    conversation: { unreadCount: 0, excerpt: 'Yes, at eleven' },
    messages: [{ direction: 'in' }, { direction: 'out', state: 'sent', author: by, sentAt: expect.any(String) }],
  })
  expect((await thread(conversationId)).messages).toHaveLength(2)
})

test('names and subjects from outside are one clean line', async () => {
  const { receive, asAdmin } = await place()
  const from = { name: 'Eve\r\nBcc: x\u202e', address: 'eve@example.com' }
  const { conversationId } = await receive({ from, subject: 'Hi\r\nBcc: all\u0000' })
  expect((await asAdmin.get(`/conversations/${conversationId}`)).body).toMatchObject({
    contactName: 'Eve Bcc: x',
    subject: 'Hi Bcc: all',
  })
})

test('conversations are listed by their newest message, with every filter and the true total', async () => {
  const { receive, asAdmin, make, admin } = await place()
  const { id: propertyId } = await make.property()
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const a = (await receive({ threadId: 'a', at: at(1), text: 'The WIFI is 100% down', propertyId })).conversationId
  const b = (await receive({ threadId: 'b', at: at(2), channel: 'airbnb', source: 'airbnb' })).conversationId
  const c = (await receive({ threadId: 'c', at: at(3), subject: 'Owner: roof' })).conversationId
  await receive({ threadId: 'a', at: at(4), text: 'Still nothing' })
  await asAdmin.post(`/conversations/${b}/read`)
  await asAdmin.patch(`/conversations/${c}`, { status: 'closed', assigneeId: admin.userId })
  const found = async (query: string): Promise<string[]> => {
    const { body } = await asAdmin.get(`/conversations?${query}`)
    expect(body.pagination.total, query).toBe(body.items.length)
    return body.items.map(({ id }: { id: string }) => id)
  }
  expect(await found('')).toEqual([a, c, b])
  expect(await found('status=open')).toEqual([a, b])
  expect(await found('unread=true')).toEqual([a, c])
  expect(await found('unread=false')).toEqual([b])
  expect(await found('channel=airbnb')).toEqual([b])
  expect(await found(`propertyId=${propertyId}`)).toEqual([a])
  expect(await found(`assigneeId=${admin.userId}`)).toEqual([c])
  expect(await found('assigned=false')).toEqual([a, b])
  expect(await found('assigned=true')).toEqual([c])
  const leaver = await make.person()
  await asAdmin.patch(`/conversations/${b}`, { assigneeId: leaver.userId })
  expect(await found('assigned=true')).toEqual([c, b])
  // What somebody had who has left is nobody's.
  await asAdmin.delete(`/members/${leaver.membershipId}`)
  expect(await found('assigned=false')).toEqual([a, b])
  expect(await found('assigned=true')).toEqual([c])
  expect(await found('assigned=false&status=open&q=clara')).toEqual([a, b])
  expect(await found('q=wifi')).toEqual([a])
  expect(await found('q=100%25')).toEqual([a])
  expect(await found('q=ROOF')).toEqual([c])
  expect(await found('q=clara')).toEqual([a, c, b])
  expect(await found('q=%25')).toEqual([a])
  expect((await asAdmin.get('/conversations?channel=fax')).status).toBe(400)
  expect((await asAdmin.get('/conversations?limit=1&offset=1')).body).toMatchObject({
    items: [{ id: c }],
    pagination: { total: 3, hasMore: true },
  })
})

test('a thread pages back by message, and new messages move nothing', async () => {
  const { receive, thread, asAdmin } = await place()
  let conversationId = ''
  for (let i = 0; i < 45; i++) {
    const at = new Date(Date.UTC(2026, 10, 1, 0, i))
    conversationId = (await receive({ threadId: 't', text: `Number ${i}`, at })).conversationId
  }
  const seen: string[] = []
  let page = await thread(conversationId)
  for (;;) {
    seen.unshift(...page.messages.map(({ text }: { text: string }) => text))
    if (!page.hasEarlier) break
    await receive({ threadId: 't', text: 'New' })
    page = await thread(conversationId, `?beforeMessageId=${page.messages[0].id}`)
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, i) => `Number ${i}`))
  const other = await receive({ threadId: 'other' })
  const foreign = await asAdmin.get(`/conversations/${conversationId}/thread?beforeMessageId=${other.message.id}`)
  expect(foreign.body).toMatchObject({ status: 404, code: 'message_not_found' })
})

test('a thread of long messages is given in smaller pages, each message whole', async () => {
  const { receive, thread } = await place()
  let conversationId = ''
  for (const sign of 'abc') {
    conversationId = (await receive({ threadId: 't', text: sign.repeat(15_000) })).conversationId
  }
  const page = await thread(conversationId)
  expect(page.messages.map(({ text }: { text: string }) => [text[0], text.length])).toEqual([['c', 15_000]])
  expect(page.hasEarlier).toBe(true)
})

test('a clock elsewhere that runs ahead does not keep a conversation on top', async () => {
  const { receive, asAdmin } = await place()
  const { conversationId, message } = await receive({ threadId: 't', at: new Date('2999-01-01T00:00:00Z') })
  const { lastMessageAt } = (await asAdmin.get(`/conversations/${conversationId}`)).body
  expect([message.createdAt, lastMessageAt].every((at) => Date.parse(at) <= Date.now())).toBe(true)
})

test('assign, snooze, close and open; a new message opens it again; read and unread leave the version alone', async () => {
  const { receive, asAdmin, admin } = await place()
  const { conversationId: id } = await receive({ threadId: 't' })
  const path = `/conversations/${id}`
  const read = await asAdmin.get(path)
  const assigned = await asAdmin.patch(path, { ...read.body, assigneeId: admin.userId.toUpperCase() })
  expect(assigned.body).toMatchObject({ assigneeId: admin.userId, assigneeName: admin.fullName })
  expect((await asAdmin.patch(path, { subject: 'x' }, { 'if-match': read.headers.etag ?? '' })).status).toBe(412)
  const inapplicable = { status: 422, code: 'conversation_inapplicable', errors: [{ pointer: '/snoozedUntil' }] }
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (const body of [
    { status: 'snoozed' },
    { status: 'snoozed', snoozedUntil: '2020-01-01T00:00:00Z' },
    { snoozedUntil: later },
  ]) {
    expect((await asAdmin.patch(path, body)).body, JSON.stringify(body)).toMatchObject(inapplicable)
  }
  const snoozed = await asAdmin.patch(path, { status: 'snoozed', snoozedUntil: later })
  expect(snoozed.body).toMatchObject({ status: 'snoozed', snoozedUntil: later })
  expect((await asAdmin.patch(path, snoozed.body)).headers.etag).toBe(snoozed.headers.etag)
  expect((await asAdmin.patch(path, { status: 'closed' })).body).toMatchObject({ status: 'closed', snoozedUntil: null })
  expect((await asAdmin.post(`${path}/read`)).body.unreadCount).toBe(0)
  const { headers } = await asAdmin.get(path)
  expect((await asAdmin.post(`${path}/unread`)).body.unreadCount).toBe(1)
  expect((await asAdmin.patch(path, { subject: 'Ok' }, { 'if-match': headers.etag ?? '' })).status).toBe(200)
  await receive({ threadId: 't' })
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 'open', unreadCount: 2 })
})

test('what a program wrote by itself leaves unread what is unread, and put aside what was put aside', async () => {
  const { receive, asAdmin } = await place()
  const { conversationId } = await receive({ threadId: 't' })
  const path = `/conversations/${conversationId}`
  const absence = () => receive({ threadId: 't', text: 'I am away until Monday.', isAutomatic: true })
  await absence()
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 'open', unreadCount: 1, isWaiting: true })
  const snoozedUntil = new Date(Date.now() + 86_400_000).toISOString()
  await asAdmin.patch(path, { status: 'snoozed', snoozedUntil })
  await absence()
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 'snoozed', snoozedUntil, unreadCount: 1 })
  await asAdmin.patch(path, { status: 'closed' })
  await absence()
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 'closed', unreadCount: 1 })
  await receive({ threadId: 't' })
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 'open', unreadCount: 2 })
})

test('what was put aside opens when its time has come', async () => {
  const { receive, asAdmin, ctx } = await place()
  const { conversationId: id } = await receive()
  const later = new Date(Date.now() + 3_600_000)
  await asAdmin.patch(`/conversations/${id}`, { status: 'snoozed', snoozedUntil: later.toISOString() })
  await wakeConversations.run(ctx)
  expect((await asAdmin.get(`/conversations/${id}`)).body.status).toBe('snoozed')
  await wakeConversations.run({ ...ctx, now: later })
  expect((await asAdmin.get(`/conversations/${id}`)).body).toMatchObject({ status: 'open', snoozedUntil: null })
})

test('what a conversation names must be in the workspace, and may be gone when it is sent back', async () => {
  const { asAdmin, make, receive } = await place()
  const other = await harness()
  const { id: propertyId } = await other.make.property()
  const foreign = {
    propertyId,
    contactId: (await other.make.contact()).id,
    reservationId: (await other.make.reservation(propertyId)).id,
    assigneeId: other.admin.userId,
  }
  const { conversationId: id } = await receive()
  for (const [field, value] of Object.entries(foreign)) {
    const refused = { status: 422, code: 'conversation_inapplicable', errors: [{ pointer: `/${field}` }] }
    expect((await asAdmin.patch(`/conversations/${id}`, { [field]: value })).body).toMatchObject(refused)
    const body = { channel: 'sms', text: 'x', [field]: value }
    expect((await asAdmin.post('/conversations', body)).body).toMatchObject(refused)
  }
  const { id: contactId } = await make.contact()
  const { body } = await asAdmin.patch(`/conversations/${id}`, { contactId })
  expect(body.contactName).toBe('Grace Guest')
  await asAdmin.delete(`/contacts/${contactId}`)
  expect((await asAdmin.patch(`/conversations/${id}`, { ...body, subject: 'Other' })).body.subject).toBe('Other')
})

test('who writes from an address that is known is the contact, with the stay that is on or comes next', async () => {
  const { receive, asAdmin, make } = await place()
  const { id: propertyId } = await make.property()
  const contact = async (fields: object): Promise<string> =>
    (await asAdmin.post('/contacts', { fullName: 'Clara Weiss', ...fields })).body.id
  const stay = async (contactId: string, checkinDate: string, checkoutDate: string): Promise<string> =>
    (await asAdmin.post('/reservations', { propertyId, contactId, checkinDate, checkoutDate, status: 'CONFIRMED' }))
      .body.id
  await contact({ email: 'Clara@Example.com' })
  const clara = await contact({ email: 'clara@example.com', phone: '00351 912-345 678' })
  await stay(clara, '2020-01-01', '2020-01-05')
  const later = await stay(clara, '2098-02-01', '2098-02-05')
  const next = await stay(clara, '2097-02-01', '2097-02-05')
  expect(next).not.toBe(later)
  const begun = async (incoming: Partial<Incoming>): Promise<Record<string, unknown>> =>
    (await asAdmin.get(`/conversations/${(await receive(incoming)).conversationId}`)).body
  const known = { contactId: clara, reservationId: next, propertyId }
  expect(await begun({ from: { name: 'C', address: 'CLARA@example.com' } })).toMatchObject(known)
  expect(await begun({ channel: 'sms', from: { name: 'C', address: '+351 912 345 678' } })).toMatchObject(known)
  const unknown = { contactId: null, reservationId: null, propertyId: null }
  expect(await begun({ channel: 'sms', from: { name: 'C', address: '345 678' } })).toMatchObject(unknown)
  expect(await begun({ channel: 'airbnb', from: { name: 'C', address: 'clara@example.com' } })).toMatchObject(unknown)
  await asAdmin.delete(`/contacts/${clara}`)
  expect((await begun({ from: { name: 'C', address: 'clara@example.com' } }))['contactId']).not.toBe(clara)
})

test('a guest who is in writes about the home they are in, not about the next one', async () => {
  const { receive, asAdmin, make } = await place()
  const [{ id: propertyId }, { id: other }] = [await make.property(), await make.property()]
  const { id: contactId } = (await asAdmin.post('/contacts', { fullName: 'Clara', email: 'clara@example.com' })).body
  const stay = async (fields: object) => (await asAdmin.post('/reservations', { contactId, ...fields })).body.id
  await stay({ propertyId: other, checkinDate: dayAfter(30), checkoutDate: dayAfter(33) })
  const reservationId = await stay({
    propertyId,
    checkinDate: dayAfter(0),
    checkoutDate: dayAfter(2),
    status: 'CHECKED_IN',
  })
  const { conversationId } = await receive({ from: { name: 'Clara', address: 'clara@example.com' } })
  const about = { contactId, reservationId, propertyId }
  expect((await asAdmin.get(`/conversations/${conversationId}`)).body).toMatchObject(about)
})

test('an address that somebody of another workspace has is not known here', async () => {
  const [{ receive, asAdmin }, other] = [await place(), await place()]
  await other.asAdmin.post('/contacts', { fullName: 'Clara', email: 'clara@example.com' })
  const { conversationId } = await receive()
  expect((await asAdmin.get(`/conversations/${conversationId}`)).body.contactId).toBeNull()
})

test('who takes part is said of the whole conversation: each once, in the order in which they first spoke', async () => {
  const { receive, asAdmin, asConsole, admin, make } = await place()
  const { conversationId } = await receive({ threadId: 't', from: { name: 'Clara Weiss', address: 'c@example.com' } })
  const path = `/conversations/${conversationId}`
  const ana = await make.person()
  for (let count = 0; count < 25; count += 1) await asAdmin.post(`${path}/messages`, { text: `Number ${count}` })
  await asConsole(ana.token).post(`${path}/messages`, { text: 'Hello' })
  await receive({ threadId: 't', from: { name: 'Clara Weiss', address: 'c@example.com' } })
  const { items, pagination } = (await asAdmin.get(`${path}/participants`)).body
  expect(items).toMatchObject([
    { kind: 'contact', name: 'Clara Weiss', byProgram: false },
    { kind: 'user', id: admin.userId, name: admin.fullName, byProgram: false },
    { kind: 'user', id: ana.userId },
  ])
  expect(pagination.total).toBe(3)
  expect((await asAdmin.get(`${path}/participants?limit=1&offset=1`)).body).toMatchObject({
    items: [{ id: admin.userId }],
    pagination: { total: 3, hasMore: true },
  })
  const other = await place()
  expect((await other.asAdmin.get(`${path}/participants`)).status).toBe(404)
})
