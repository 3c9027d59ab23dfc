import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Client } from '#test/client.ts'
import { deliver } from '#test/deliver.ts'
import { harness, type Harness } from '#test/harness.ts'
import type { Person } from '#test/makers.ts'
import { stayFollow, stayTasks } from '#modules/tasks/stay-follow.ts'
import { notifications } from './notify.ts'

interface Place extends Harness {
  departmentId: string
  ana: Person
  ben: Person
  asAna: Client
  asBen: Client
  task(body?: object): Promise<{ id: string; shortId: string; title: string }>
  /** What a person was told, oldest first, after all events were delivered. */
  told(who: Client): Promise<{ kind: string; message: string }[]>
}

/** A workspace with an administrator, who does things, and two people on the ground. */
async function place(): Promise<Place> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const [ana, ben] = [await here.make.person(), await here.make.person()]
  return {
    ...here,
    departmentId,
    ana,
    ben,
    asAna: here.asConsole(ana.token),
    asBen: here.asConsole(ben.token),
    task: async (body = {}) =>
      (await here.asUser.post('/tasks', { title: 'Fix the boiler', departmentId, ...body })).body,
    async told(who) {
      await deliver(here, notifications)
      return (await who.get('/notifications?limit=100')).body.items.toReversed()
    },
  }
}

const kinds = (items: { kind: string }[]): string[] => items.map(({ kind }) => kind)

test('people hear of what is given to them, at creation and later, and not of what they did themselves', async () => {
  const { ana, ben, asAna, asBen, asAdmin, asUser, as, admin, task, told, make } = await place()
  const { id: propertyId } = await make.property({ name: 'Casa Azul' })
  await task({ primaryUserId: admin.userId })
  const { id, shortId } = await task({ primaryUserId: ana.userId, propertyId })
  await as(ana.token).patch(`/tasks/${id}`, { secondaryAssigneeIds: [ben.userId, admin.userId] })
  await asUser.patch(`/tasks/${id}`, { secondaryAssigneeIds: [ben.userId.toUpperCase(), admin.userId] })
  expect(await told(asAna)).toEqual([
    {
      id: expect.any(String),
      kind: 'assigned',
      message: `${admin.fullName} assigned this task to you.`,
      actor: { kind: 'user', id: admin.userId, name: admin.fullName },
      approval: null,
      task: {
        id,
        shortId,
        title: 'Fix the boiler',
        status: 'OPEN',
        priority: 'NORMAL',
        propertyName: 'Casa Azul',
        deleted: false,
      },
      details: {},
      createdAt: expect.any(String),
      readAt: null,
    },
  ])
  expect(await told(asBen)).toMatchObject([{ kind: 'assigned', message: `${ana.fullName} assigned this task to you.` }])
  expect(await told(asAdmin)).toMatchObject([{ kind: 'assigned', actor: { id: ana.userId } }])
})

test('those on a task hear that it was completed, opened again, moved, made urgent and deleted', async () => {
  const { ana, asAna, asBen, asUser, admin, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId })
  await asUser.patch(`/tasks/${id}`, { scheduledDate: '2026-11-16', scheduledTime: '10:00' })
  await asUser.patch(`/tasks/${id}`, { scheduledTime: '11:30' })
  await asUser.patch(`/tasks/${id}`, { scheduledDate: null })
  await asUser.patch(`/tasks/${id}`, { priority: 'URGENT' })
  await asUser.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  await asUser.patch(`/tasks/${id}`, { status: 'IN_PROGRESS' })
  await asUser.delete(`/tasks/${id}`)
  const items = await told(asAna)
  expect(items.map(({ kind, message }) => [kind, message.replace(admin.fullName, 'Alex')])).toEqual([
    ['assigned', 'Alex assigned this task to you.'],
    ['rescheduled', 'Alex planned this task for 16 November 2026 10:00.'],
    ['rescheduled', 'Alex moved this task to 16 November 2026 11:30.'],
    ['rescheduled', 'Alex took the date off this task.'],
    ['urgent', 'Alex made this task urgent.'],
    ['completed', 'Alex completed this task.'],
    ['assigned', 'Alex opened this task again. It is yours to do.'],
    ['deleted', 'Alex deleted this task. There is nothing left to do.'],
  ])
  expect(items).toContainEqual(expect.objectContaining({ task: expect.objectContaining({ deleted: true }) }))
  expect(await told(asBen)).toEqual([])
})

test('people hear that their work is off: closed, rejected or taken from them, and when it is on again', async () => {
  const { ana, ben, asAna, asBen, asUser, as, admin, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  const change = async (who: Client, changes: object) => {
    await told(asAna)
    expect((await who.patch(`/tasks/${id}`, changes)).status).toBe(200)
  }
  for (const status of ['CLOSED', 'OPEN', 'REQUEST_REJECTED', 'FINISHED', 'OPEN']) await change(asUser, { status })
  // Of both at once, who is off it hears that, and the other what became of it.
  await change(asUser, { secondaryAssigneeIds: [], status: 'CLOSED' })
  await change(as(ana.token), { status: 'OPEN', primaryUserId: null })
  const sentences = async (who: Client) =>
    (await told(who)).map(({ kind, message }) => [kind, message.replace(admin.fullName, 'Alex')])
  const common = [
    ['assigned', 'Alex assigned this task to you.'],
    ['deleted', 'Alex closed this task. There is nothing left to do.'],
    ['assigned', 'Alex opened this task again. It is yours to do.'],
    ['deleted', 'Alex rejected this task. There is nothing left to do.'],
    ['assigned', 'Alex opened this task again. It is yours to do.'],
  ]
  expect(await sentences(asAna)).toEqual([...common, common[1]])
  expect(await sentences(asBen)).toEqual([
    ...common,
    ['deleted', 'Alex took you off this task. There is nothing left for you to do.'],
  ])
})

test('who was told that a task is deleted hears that it is back, unless they brought it back themselves', async () => {
  const { ana, asAna, asAdmin, asUser, admin, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [admin.userId] })
  await asUser.delete(`/tasks/${id}`)
  expect((await asAdmin.post(`/tasks/${id}/restore`)).status).toBe(200)
  expect((await told(asAna)).at(-1)).toMatchObject({
    kind: 'assigned',
    message: `${admin.fullName} restored this task. It is yours to do.`,
    actor: { id: admin.userId },
    details: { reason: 'restored' },
  })
  expect(await told(asAdmin)).toEqual([])
})

test.each(['COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED'])(
  'of work that is %s nobody hears that it is moved, closed, taken from them, given to them, deleted or back',
  async (status) => {
    const { ana, ben, asAna, asBen, asAdmin, asUser, task, told } = await place()
    const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
    await asUser.patch(`/tasks/${id}`, { status })
    const before = [await told(asAna), await told(asBen)]
    const changes = [
      { scheduledDate: '2999-11-16' },
      { secondaryAssigneeIds: [] },
      { secondaryAssigneeIds: [ben.userId] },
      { status: 'CLOSED' },
    ]
    for (const change of changes) expect((await asUser.patch(`/tasks/${id}`, change)).status).toBe(200)
    await asUser.delete(`/tasks/${id}`)
    expect((await asAdmin.post(`/tasks/${id}/restore`)).status).toBe(200)
    expect([kinds(await told(asAna)), kinds(await told(asBen))]).toEqual(before.map(kinds))
  },
)

test('the cleaner of a cancelled stay hears that the turnover is off', async () => {
  const here = await place()
  const { ana, asAna, asAdmin, make, task, told } = here
  const { id: propertyId } = await make.property()
  const stay = { propertyId, checkinDate: '2026-12-01', checkoutDate: '2026-12-05' }
  const { id: reservationId } = (await asAdmin.post('/reservations', stay)).body
  const body = { propertyId, reservationId, scheduledDate: '2026-12-05', primaryUserId: ana.userId }
  await task({ title: 'Turnover', ...body })
  await asAdmin.patch(`/reservations/${reservationId}`, { status: 'CANCELLED' })
  await deliver(here, stayTasks)
  await deliver(here, stayFollow)
  expect((await told(asAna)).at(-1)).toMatchObject({
    kind: 'deleted',
    message: 'Innkeeper closed this task. There is nothing left to do.',
    details: { reason: 'closed' },
  })
})

test('who is back on a task when the news are delivered is not told that it was taken away', async () => {
  const { ana, asAna, asUser, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId })
  await asUser.patch(`/tasks/${id}`, { primaryUserId: null })
  await asUser.patch(`/tasks/${id}`, { primaryUserId: ana.userId })
  expect(kinds(await told(asAna))).toEqual(['assigned', 'assigned'])
})

test('sending a task back as it was read tells nobody anything', async () => {
  const { ana, asAna, asUser, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId, scheduledDate: '2026-11-16', priority: 'URGENT' })
  const read = (await asUser.get(`/tasks/${id}`)).body
  await asUser.put(`/tasks/${id}`, { ...read, primaryUserId: ana.userId })
  expect(kinds(await told(asAna))).toEqual(['assigned'])
})

test('of several changes at once a person hears once, of the one that matters most', async () => {
  const { ana, ben, asAna, asBen, asUser, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId })
  await asUser.patch(`/tasks/${id}`, {
    priority: 'URGENT',
    scheduledDate: '2026-11-16',
    secondaryAssigneeIds: [ben.userId],
  })
  expect(kinds(await told(asAna))).toEqual(['assigned', 'urgent'])
  expect(kinds(await told(asBen))).toEqual(['assigned'])
})

test('a comment is told to those on the task and those who commented before, but not to its author', async () => {
  const { ana, ben, asAna, asBen, asAdmin, task, told } = await place()
  const { id } = await task({ primaryUserId: ana.userId })
  await asAdmin.post(`/tasks/${id}/comments`, { content: 'Key is under the\nmat.' })
  await asBen.post(`/tasks/${id}/comments`, { content: 'Found it.' })
  expect(await told(asAna)).toMatchObject([
    { kind: 'assigned' },
    { kind: 'commented', details: { excerpt: 'Key is under the\nmat.' } },
    { kind: 'commented', message: `${ben.fullName} commented on this task.` },
  ])
  expect(await told(asAdmin)).toMatchObject([{ kind: 'commented', actor: { id: ben.userId } }])
  expect(await told(asBen)).toEqual([])
})

test('an urgent task that nobody is on goes to the department’s default people, else to those who lead', async () => {
  const { asKey, asAna, asBen, asAdmin, ana, departmentId, told, make, asConsole } = await place()
  const asManager = asConsole((await make.person({ role: 'manager' })).token)
  await asKey.post('/tasks', { title: 'Leak', departmentId, priority: 'URGENT' })
  const calm = await asKey.post('/tasks', { title: 'Drip', departmentId })
  const orphan = { kind: 'urgent', message: 'Test key made this task urgent, and nobody is on it yet.' }
  expect(await told(asAdmin)).toMatchObject([orphan])
  expect(await told(asManager)).toMatchObject([orphan])
  expect(await told(asAna)).toEqual([])
  const defaults = [{ membershipId: ana.membershipId, role: 'PRIMARY' }]
  expect((await asAdmin.patch(`/departments/${departmentId}`, { defaultAssignees: defaults })).status).toBe(200)
  await asKey.patch(`/tasks/${calm.body.id}`, { priority: 'URGENT' })
  expect(await told(asAna)).toMatchObject([orphan])
  expect(await told(asAdmin)).toHaveLength(1)
  expect(await told(asBen)).toEqual([])
})

test('who has left or is disabled is told nothing, and neither is the person behind a tool’s own key', async () => {
  const { ana, ben, asAna, asBen, asAdmin, as, departmentId, task, told, make, runtime, workspaceId } = await place()
  const { value } = await make.key({ integrationType: 'tool-client', by: ana })
  await as(value).post('/tasks', { title: 'By my tool', departmentId, primaryUserId: ana.userId })
  await task({ primaryUserId: ben.userId, secondaryAssigneeIds: [ana.userId] })
  await asAdmin.delete(`/members/${ben.membershipId}`)
  expect(await told(asAna)).toMatchObject([{ kind: 'assigned', task: { title: 'Fix the boiler' } }])
  const { pool } = runtime.database
  const rows = await many(pool, sql`select 1 from notifications where workspace_id = ${workspaceId}`)
  expect(rows).toHaveLength(1)
  expect((await asBen.get('/notifications')).status).toBe(403)
})

test('an event that is delivered again makes no second notification, even after a crash in between', async () => {
  const { ana, asAna, asUser, asAdmin, task, told, runtime, workspaceId } = await place()
  const { id } = await task({ primaryUserId: ana.userId })
  await asUser.patch(`/tasks/${id}`, { priority: 'URGENT' })
  const first = await told(asAna)
  expect(first).toHaveLength(2)
  // As if the worker had died before it wrote down that it was done.
  const { pool } = runtime.database
  const forgotten = await run(
    pool,
    sql`delete from task_activities where workspace_id = ${workspaceId} and action = 'task.effect' returning id`,
  )
  expect(forgotten).toBe(2)
  expect(await told(asAna)).toEqual(first)
  const { body } = await asAdmin.get(`/tasks/${id}/activity`)
  const effects = body.items.filter(({ action }: { action: string }) => action === 'task.effect')
  expect(effects.map(({ details }: { details: object }) => details)).toEqual([
    { effect: 'notifications', event: 'task.updated', outcome: 'done', inApp: 1, email: 'not configured' },
    { effect: 'notifications', event: 'task.created', outcome: 'done', inApp: 1, email: 'not configured' },
  ])
})

test('the list has pages, the true total, a filter, and always the number of unread', async () => {
  const { ana, asAna, task, told } = await place()
  for (const title of ['One', 'Two', 'Three']) await task({ title, primaryUserId: ana.userId })
  const [one] = (await told(asAna)) as unknown as { id: string }[]
  const read = await asAna.post(`/notifications/${one?.id}/read`)
  expect([read.status, typeof read.body.readAt]).toEqual([200, 'string'])
  const page = await asAna.get('/notifications?limit=1&offset=1')
  expect(page.body).toMatchObject({
    items: [{ task: { title: 'Two' } }],
    pagination: { total: 3, limit: 1, offset: 1, hasMore: true },
    unreadCount: 2,
  })
  const unread = await asAna.get('/notifications?unread=true')
  expect(unread.body).toMatchObject({ pagination: { total: 2 }, unreadCount: 2 })
  expect((await asAna.get('/notifications?unread=false')).body.items).toEqual([read.body])
  expect((await asAna.get('/notifications?offset=9')).body).toMatchObject({ items: [], pagination: { total: 3 } })
  // The first time of reading stays.
  expect((await asAna.post(`/notifications/${one?.id}/read`)).body).toEqual(read.body)
})

test('all are marked as read, or all that were there at a moment', async () => {
  const { ana, asAna, asBen, ben, task, told, runtime, workspaceId } = await place()
  for (const title of ['One', 'Two'])
    await task({ title, primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  await told(asAna)
  await run(
    runtime.database.pool,
    sql`
    update notifications n set created_at = '2026-01-01T00:00:00Z' from tasks t
    where n.workspace_id = ${workspaceId} and t.workspace_id = n.workspace_id and t.id = n.task_id and t.title = 'One'`,
  )
  const some = await asAna.post('/notifications/read-all?until=2026-01-01T00:00:00Z')
  expect(some.body).toEqual({ markedCount: 1, unreadCount: 1 })
  expect((await asAna.post('/notifications/read-all')).body).toEqual({ markedCount: 1, unreadCount: 0 })
  expect((await asAna.post('/notifications/read-all')).body).toEqual({ markedCount: 0, unreadCount: 0 })
  expect((await asBen.get('/notifications')).body.unreadCount).toBe(2)
})

test('nobody sees or marks the notifications of another person, not even an administrator', async () => {
  const { ana, asAna, asBen, asAdmin, asUser, task, told } = await place()
  await task({ primaryUserId: ana.userId })
  const [own] = (await told(asAna)) as unknown as { id: string }[]
  for (const other of [asBen, asAdmin]) {
    expect((await other.get('/notifications')).body).toMatchObject({ items: [], unreadCount: 0 })
    const marked = await other.post(`/notifications/${own?.id}/read`)
    expect([marked.status, marked.body.code]).toEqual([404, 'notification_not_found'])
    expect((await other.post('/notifications/read-all')).body).toEqual({ markedCount: 0, unreadCount: 0 })
  }
  expect((await asAna.get('/notifications')).body.unreadCount).toBe(1)
  expect((await asUser.get('/notifications')).status).toBe(404)
})

test('what a person wants to hear of can be chosen for each kind; the rest stays as everybody has it', async () => {
  const { ana, asAna, asBen, asUser, task, told } = await place()
  const before = (await asAna.get('/notification-preferences')).body
  expect(before).toMatchObject({ assigned: { inApp: true, email: true }, completed: { inApp: true, email: false } })
  const off = { inApp: false, email: false }
  const changed = await asAna.patch('/notification-preferences', { urgent: off, completed: { email: true } })
  expect(changed.body).toEqual({ ...before, urgent: off, completed: { inApp: true, email: true } })
  expect((await asAna.patch('/notification-preferences', { urgent: { email: true } })).body.urgent).toEqual({
    inApp: false,
    email: true,
  })
  expect((await asAna.put('/notification-preferences', { ...changed.body })).body).toEqual(changed.body)
  expect((await asBen.get('/notification-preferences')).body).toEqual(before)

  const { id } = await task({ primaryUserId: ana.userId })
  await asUser.patch(`/tasks/${id}`, { priority: 'URGENT' })
  // Urgent is not wanted, so of the two changes she hears the other.
  await asUser.patch(`/tasks/${id}`, { priority: 'HIGH' })
  await asUser.patch(`/tasks/${id}`, { priority: 'URGENT', scheduledDate: '2026-11-16' })
  expect(kinds(await told(asAna))).toEqual(['assigned', 'rescheduled'])
})

test.each([
  [{ nonsense: { email: true } }, '/nonsense'],
  [{ urgent: { sms: true } }, '/urgent/sms'],
  [{ urgent: { email: 'yes' } }, '/urgent/email'],
])('preferences %j are refused at %s', async (body, pointer) => {
  const { asAna } = await place()
  const { status, body: problem } = await asAna.patch('/notification-preferences', body)
  expect(status).toBe(400)
  expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer])
})
