import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

interface Entry {
  action: string
  before: object | null
  details: object
}

test('a change tells what was before and what is since; what is new has no past', async () => {
  const { asAdmin } = await harness()
  const { id } = (await asAdmin.post('/task-tags', { name: 'Deep clean', color: '#2f6f4f' })).body
  await asAdmin.patch(`/task-tags/${id}`, { name: 'Spring clean', color: '#2f6f4f' })
  const items: Entry[] = (await asAdmin.get('/audit-log?targetKind=task_tag')).body.items
  expect(items).toMatchObject([
    { action: 'task_tag.updated', details: { name: 'Spring clean' }, before: { name: 'Deep clean' } },
    { action: 'task_tag.created', before: null },
  ])
  expect(items[0]?.before).toEqual({ name: 'Deep clean' })
})

test('whatever is changed, the entry has what was there before', async () => {
  const { asAdmin, admin } = await harness()
  const made = async (path: string, body: object): Promise<string> =>
    `${path}/${(await asAdmin.post(path, body)).body.id}`
  const exceptions = `/members/${admin.membershipId}/work-exceptions`
  const approval = { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 60 }
  const changes: [string, object, object][] = [
    [
      await made('/agents', { name: 'Night porter', instructions: 'Answers at night.', approval }),
      { approval: { ...approval, asks: 'gated' } },
      { approval },
    ],
    [await made('/vendors', { name: 'Cool Air', phone: '1' }), { phone: '2' }, { phone: '1' }],
    [await made('/skills', { name: 'Plumbing' }), { name: 'Pipes' }, { name: 'Plumbing' }],
    [
      await made(exceptions, { kind: 'DAY_OFF', firstDate: '2026-12-01' }),
      { lastDate: '2026-12-03' },
      { lastDate: '2026-12-01' },
    ],
    [`/members/${admin.membershipId}/work-profile`, { timezone: 'Asia/Tokyo' }, { timezone: null }],
    ['/ai-settings', { models: { default: 'embedded' } }, { models: {} }],
  ]
  for (const [path, change, before] of changes) {
    expect((await asAdmin.patch(path, change)).status).toBe(200)
    const [entry] = (await asAdmin.get('/audit-log?limit=1')).body.items
    expect(entry).toMatchObject({ details: change })
    expect(entry.before).toEqual(before)
  }
})

test('who made, changed and deleted properties, stays and contacts, and who settled conversations, is in the log', async () => {
  const here = await harness()
  const { asAdmin, asKey, admin, runtime, workspaceId } = here
  const property = (await asKey.post('/properties', { name: 'Casa Azul', checkinInstructions: 'Code 4711' })).body
  const contact = (await asAdmin.post('/contacts', { fullName: 'Grace Hopper', phone: '+351 912 345 678' })).body
  const dates = { checkinDate: '2031-05-01', checkoutDate: '2031-05-04' }
  const stay = { propertyId: property.id, contactId: contact.id, ...dates, notes: 'Allergic to nuts' }
  const { id: reservationId } = (await asAdmin.post('/reservations', stay)).body
  const talk = { channel: 'email', recipient: 'grace@example.com', subject: 'Your stay', text: 'Welcome!' }
  const { id: conversationId } = (await asAdmin.post('/conversations', talk)).body
  const answers = [
    await asKey.patch(`/properties/${property.id}`, { name: 'Casa Verde', wifiName: 'verde-guests' }),
    await asAdmin.patch(`/properties/${property.id}/guide`, { wifiPassword: 'open-sesame' }),
    await asAdmin.patch(`/contacts/${contact.id}`, { phone: '+351 999 999 999' }),
    await asAdmin.patch(`/reservations/${reservationId}`, { notes: 'Arrives by boat', guests: 2 }),
    await asAdmin.patch(`/conversations/${conversationId}`, { assigneeId: admin.userId }),
    await asAdmin.delete(`/reservations/${reservationId}`),
    await asAdmin.delete(`/contacts/${contact.id}`),
    await asKey.delete(`/properties/${property.id}`),
    // What says nothing new is no change.
    await asAdmin.patch(`/conversations/${conversationId}`, { assigneeId: admin.userId }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { items } = (await asAdmin.get('/audit-log?limit=100')).body
  const [key, person] = [{ kind: 'key' }, { kind: 'user', id: admin.userId }]
  const { id: propertyId } = property
  const entries = [
    { action: 'property.created', actor: key, target: { id: propertyId }, details: { name: 'Casa Azul' } },
    { action: 'contact.created', actor: person, target: { id: contact.id }, details: {} },
    { action: 'reservation.created', actor: person, target: { id: reservationId }, details: { propertyId } },
    {
      action: 'property.updated',
      actor: key,
      details: { name: 'Casa Verde', changed: ['name', 'wifiName'] },
      before: { name: 'Casa Azul' },
    },
    { action: 'property.updated', actor: person, details: { changed: ['wifiPassword'] }, before: null },
    { action: 'contact.updated', actor: person, details: { changed: ['phone'] } },
    { action: 'reservation.updated', actor: person, details: { propertyId, changed: ['notes', 'guests'] } },
    { action: 'conversation.updated', actor: person, details: { changed: ['assigneeId'] } },
    { action: 'reservation.deleted', actor: person, target: { id: reservationId } },
    { action: 'contact.deleted', actor: person, target: { id: contact.id } },
    { action: 'property.deleted', actor: key, details: { name: 'Casa Verde' } },
  ]
  expect(items.toReversed()).toMatchObject([{ action: 'api_key.created' }, ...entries])
  const secret = /4711|verde-guests|open-sesame|Grace|grace@|\+351|nuts|boat|Welcome/
  expect(JSON.stringify(items)).not.toMatch(secret)

  const told = await many<{ type: string; payload: { actor?: unknown } }>(
    runtime.database.pool,
    sql`select type, payload from outbox where workspace_id = ${workspaceId} order by id`,
  )
  expect(JSON.stringify(told)).not.toMatch(secret)
  const named = told.filter(({ type }) => entries.some(({ action }) => action === type))
  const logged = items.toReversed().slice(1)
  expect(named.map(({ type, payload: { actor } }) => ({ type, actor }))).toEqual(
    logged.map(({ action, actor: { kind, id } }: Entry & { actor: { kind: string; id: string } }) => ({
      type: action,
      actor: { kind, actorId: id },
    })),
  )
})

test('the log is narrowed by who, what, to what, and the days of the workspace', async () => {
  const { asAdmin, admin, make, asConsole, workspaceId, runtime } = await harness()
  const other = await make.person({ role: 'admin' })
  await asAdmin.post('/task-tags', { name: 'One', color: '#2f6f4f' })
  await asConsole(other.token).post('/task-tags', { name: 'Two', color: '#2f6f4f' })
  await asAdmin.post('/departments', { name: 'Linen', kind: 'office' })
  const names = async (query: string): Promise<unknown[]> =>
    (await asAdmin.get(`/audit-log?${query}`)).body.items.map(
      ({ details }: Entry) => (details as { name: string }).name,
    )
  expect(await names(`actorId=${admin.userId}&targetKind=task_tag`)).toEqual(['One'])
  expect(await names(`actorId=${other.userId}`)).toEqual(['Two'])
  expect(await names('action=department.created')).toEqual(['Linen'])
  // Half past eleven by UTC is the next day in Athens.
  await asAdmin.patch('', { timezone: 'Europe/Athens' })
  await run(
    runtime.database.pool,
    sql`
    insert into audit_log (workspace_id, id, actor_kind, action, target_kind, target_id, details, created_at)
    select workspace_id, gen_random_uuid(), actor_kind, action, target_kind, target_id, details, '2026-03-09T23:30:00Z'
    from audit_log where workspace_id = ${workspaceId} and action = 'department.created'`,
  )
  expect(await names('fromDate=2026-03-10&toDate=2026-03-10')).toEqual(['Linen'])
  expect(await names('toDate=2026-03-09')).toEqual([])
  expect((await asAdmin.get('/audit-log?fromDate=yesterday')).status).toBe(400)
})

test('whoever was removed keeps the name in the log', async () => {
  const { asAdmin, make } = await harness()
  const { membershipId, fullName } = await make.person({ role: 'member' })
  await asAdmin.delete(`/members/${membershipId}`)
  const { items } = (await asAdmin.get('/audit-log?targetKind=member')).body
  expect(items).toMatchObject([{ action: 'member.removed', target: { id: membershipId, name: fullName } }])
  await asAdmin.post('/task-tags', { name: 'One', color: '#2f6f4f' })
  expect((await asAdmin.get('/audit-log?targetKind=task_tag')).body.items).toMatchObject([{ target: { name: null } }])
})
