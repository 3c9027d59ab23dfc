import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { systemContext } from '#src/runtime.ts'
import { receiveMessage, type Incoming } from './inbound.service.ts'
import { SYSTEM } from './message.schema.ts'

async function place() {
  const here = await harness()
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  let number = 0
  const receive = (incoming: Partial<Incoming> = {}) =>
    receiveMessage(
      { ...ctx, now: new Date() },
      {
        channel: 'sms',
        source: 'phone',
        threadId: 't1',
        messageId: `m${++number}`,
        from: { name: 'Clara Weiss', address: '+351 912 345 678' },
        text: 'The boiler is cold.',
        ...incoming,
      },
    )
  const waiting = async (value: boolean) =>
    (await here.asAdmin.get(`/conversations?waiting=${value}`)).body.items.map(({ id }: { id: string }) => id)
  return { ...here, receive, waiting }
}

test('a conversation waits for us from what the other side says until we answer', async () => {
  const { receive, waiting, asAdmin } = await place()
  const { conversationId: id } = await receive()
  expect(await waiting(true)).toEqual([id])
  await receive({ text: 'The call has ended.', by: SYSTEM })
  expect(await waiting(true)).toEqual([id])
  expect((await asAdmin.get(`/conversations/${id}`)).body).toMatchObject({ isWaiting: true, unreadCount: 1 })
  await asAdmin.post(`/conversations/${id}/messages`, { text: 'Somebody is on the way.' })
  expect(await waiting(true)).toEqual([])
  expect(await waiting(false)).toEqual([id])
  // What comes late was said before our answer.
  await receive({ text: 'Hello?', at: new Date(Date.now() - 3_600_000) })
  expect(await waiting(true)).toEqual([])
  await receive({ text: 'I am away until Monday.', isAutomatic: true })
  expect(await waiting(true)).toEqual([])
  await receive({ text: 'Thank you!' })
  expect(await waiting(true)).toEqual([id])
})

test('a task from a conversation is about its guest, stay and home, and is listed there', async () => {
  const { receive, asAdmin, make, asKey } = await place()
  const { id: propertyId } = await make.property()
  const { id: reservationId } = await make.reservation(propertyId)
  const { id: contactId } = await make.contact()
  const { id: departmentId } = await make.department()
  const { conversationId } = await receive({
    propertyId,
    reservationId,
    from: { name: 'Grace', address: null, contactId },
  })
  const tasks = `/conversations/${conversationId}/tasks`
  const made = await asAdmin.post(tasks, { title: 'Look at the boiler', departmentId, priority: 'URGENT' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ propertyId, reservationId, contactId, source: 'MESSAGE', priority: 'URGENT' })
  const other = await make.property({ name: 'The other one' })
  const second = await asAdmin.post(tasks, { title: 'Bring a heater', departmentId, propertyId: other.id })
  expect(second.body).toMatchObject({ propertyId: other.id, contactId })
  const titles = async () => (await asAdmin.get(tasks)).body.items.map(({ title }: { title: string }) => title)
  expect((await titles()).toSorted()).toEqual(['Bring a heater', 'Look at the boiler'])
  const { conversationId: unrelated } = await receive({ threadId: 't2' })
  const cameOf = async (taskId: string) =>
    (await asAdmin.get(`/conversations?taskId=${taskId}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await cameOf(made.body.id)).toEqual([conversationId])
  await asAdmin.post(`/conversations/${unrelated}/tasks`, { title: 'Something else', departmentId })
  expect(await cameOf(second.body.id)).toEqual([conversationId])
  const { body: alone } = await asKey.post('/tasks', { title: 'Nobody asked', departmentId })
  expect(await cameOf(alone.id)).toEqual([])
  await asKey.delete(`/tasks/${second.body.id}`)
  expect(await titles()).toEqual(['Look at the boiler'])
  expect((await asAdmin.get(tasks)).body.items[0]).toMatchObject({ id: made.body.id, shortId: made.body.shortId })
})

test('what the conversation was about may be gone: the task is made without, but what it names itself must be there', async () => {
  const { receive, asAdmin, make, asKey } = await place()
  const { id: propertyId } = await make.property()
  const { id: reservationId } = await make.reservation(propertyId)
  const { id: contactId } = await make.contact()
  const { id: departmentId } = await make.department()
  const about = { propertyId, reservationId, from: { name: 'Grace', address: null, contactId } }
  const { conversationId } = await receive(about)
  const tasks = `/conversations/${conversationId}/tasks`
  for (const path of [`/contacts/${contactId}`, `/reservations/${reservationId}`]) {
    expect((await asAdmin.delete(path)).status).toBe(200)
  }
  const half = await asAdmin.post(tasks, { title: 'Send the bill', departmentId })
  expect([half.status, half.body]).toMatchObject([201, { propertyId, reservationId: null, contactId: null }])
  expect((await asKey.delete(`/properties/${propertyId}`)).status).toBe(200)
  const bare = await asAdmin.post(tasks, { title: 'Close the file', departmentId })
  expect([bare.status, bare.body]).toMatchObject([201, { propertyId: null, reservationId: null, contactId: null }])
  for (const [field, id] of Object.entries({ propertyId, reservationId, contactId })) {
    const refused = await asAdmin.post(tasks, { title: 'Ask again', departmentId, [field]: id })
    expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: `/${field}` }] })
  }
})

test('a task that is refused leaves nothing behind', async () => {
  const { receive, asAdmin, asKey } = await place()
  const { conversationId } = await receive()
  const body = { title: 'Nobody does this', departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90' }
  expect((await asAdmin.post(`/conversations/${conversationId}/tasks`, body)).status).toBe(422)
  expect((await asKey.get('/tasks')).body.pagination.total).toBe(0)
})
