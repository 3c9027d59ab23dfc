import { expect, test } from 'vitest'
import { inTransaction } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { systemContext } from '#src/runtime.ts'
import { stayFollow, stayTasks } from './stay-follow.ts'
import { createTask } from './task.service.ts'
import { lockWaits } from '#test/lock-waits.ts'

interface Place extends Harness {
  stayId: string
  propertyId: string
  move(changes: object): Promise<void>
  task(fields?: object): Promise<string>
  read(taskId: string): Promise<Record<string, unknown>>
  /** Once everything that has happened was worked on. */
  settled(): Promise<void>
}

async function place(): Promise<Place> {
  const here = await harness()
  const { id: propertyId } = await here.make.property({ checkinTime: '15:00', checkoutTime: '11:00' })
  const { id: departmentId } = await here.make.department()
  const stay = { propertyId, checkinDate: '2026-12-01', checkoutDate: '2026-12-05' }
  const { id: stayId } = (await here.asAdmin.post('/reservations', stay)).body
  return {
    ...here,
    stayId,
    propertyId,
    async move(changes) {
      expect((await here.asAdmin.patch(`/reservations/${stayId}`, changes)).status).toBe(200)
    },
    async task(fields = {}) {
      const body = { title: 'Turnover', departmentId, propertyId, reservationId: stayId, ...fields }
      const { status, body: task } = await here.asKey.post('/tasks', body)
      expect(status).toBe(201)
      return task.id
    },
    read: async (taskId) => (await here.asKey.get(`/tasks/${taskId}`)).body,
    async settled() {
      const waiting = sql`
        select 1 from outbox where workspace_id = ${here.workspaceId}
        union all select 1 from pgboss.job where name in ('event.stay-tasks', 'event.stay-follow') and state < 'completed'
          and data::text like ${`%${here.workspaceId}%`}`
      await soon(async () => expect(await many(here.runtime.database.pool, waiting)).toEqual([]))
    },
  }
}

const AT_CHECKOUT = { scheduledDate: '2026-12-05', scheduledTime: '11:00' }

async function effectsOf({ asAdmin }: Harness, taskId: string): Promise<Record<string, unknown>[]> {
  const { body } = await asAdmin.get(`/tasks/${taskId}/activity`)
  return body.items
    .map(({ details }: { details: Record<string, unknown> }) => details)
    .filter(({ effect }: Record<string, unknown>) => effect === 'stay-follow')
}

test('a linked task with a date keeps its distance to the nearer end of the stay when it moves', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const turnover = await here.task(AT_CHECKOUT)
  const before = await here.task({ scheduledDate: '2026-11-30', scheduledTime: '09:30' })
  const [dayBefore, halfway] = [
    await here.task({ scheduledDate: '2026-12-04' }),
    await here.task({ scheduledDate: '2026-12-03' }),
  ]
  const undated = await here.task()
  await here.move({ checkinDate: '2026-12-03', checkoutDate: '2026-12-10', checkoutTime: '10:00' })
  await here.settled()
  expect(await here.read(turnover)).toMatchObject({ scheduledDate: '2026-12-10', scheduledTime: '10:00' })
  expect(await here.read(before)).toMatchObject({ scheduledDate: '2026-12-02', scheduledTime: '09:30' })
  expect(await here.read(dayBefore)).toMatchObject({ scheduledDate: '2026-12-09' })
  expect(await here.read(halfway)).toMatchObject({ scheduledDate: '2026-12-05' })
  expect(await here.read(undated)).toMatchObject({ scheduledDate: null, status: 'OPEN' })
  expect(await effectsOf(here, turnover)).toMatchObject([
    { outcome: 'done', moved: ['scheduledDate', 'scheduledTime'] },
  ])
  const { body } = await here.asAdmin.get(`/tasks/${turnover}/activity`)
  const line = body.items.find(({ action }: { action: string }) => action === 'task.updated')
  expect(line).toMatchObject({ actor: { kind: 'system' } })
})

test('a field that was changed by hand stays, the others go on following', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const timed = await here.task(AT_CHECKOUT)
  const dated = await here.task(AT_CHECKOUT)
  await here.asKey.patch(`/tasks/${timed}`, { scheduledTime: '13:00' })
  await here.asUser.patch(`/tasks/${dated}`, { scheduledDate: '2026-12-06' })
  for (const checkoutDate of ['2026-12-08', '2026-12-09']) {
    await here.move({ checkoutDate, checkoutTime: '10:00' })
    await here.settled()
    expect(await here.read(timed)).toMatchObject({ scheduledDate: checkoutDate, scheduledTime: '13:00' })
    expect(await here.read(dated)).toMatchObject({ scheduledDate: '2026-12-06', scheduledTime: '10:00' })
  }
  expect((await effectsOf(here, timed)).at(-1)).toMatchObject({ moved: ['scheduledDate'], kept: ['scheduledTime'] })
  expect((await here.asAdmin.get(`/tasks/${timed}/stay-rule`)).body.follows).toEqual(['scheduledDate', 'propertyId'])
  // Put back to what it was: it was changed by hand all the same.
  await here.asUser.patch(`/tasks/${dated}`, { scheduledDate: '2026-12-09' })
  await here.move({ checkoutDate: '2026-12-12' })
  await here.settled()
  expect(await here.read(dated)).toMatchObject({ scheduledDate: '2026-12-09' })
})

test('what was read and sent back whole is no change by hand', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const id = await here.task(AT_CHECKOUT)
  const { version: _version, ...task } = await here.read(id)
  expect((await here.asKey.put(`/tasks/${id}`, { ...task, title: 'Turnover, thorough' })).status).toBe(200)
  await here.move({ checkoutDate: '2026-12-07' })
  await here.settled()
  expect(await here.read(id)).toMatchObject({ title: 'Turnover, thorough', scheduledDate: '2026-12-07' })
})

test('a stay that moves to another home takes its tasks along', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const { id: other } = await here.make.property({ checkoutTime: '09:00' })
  const task = await here.task(AT_CHECKOUT)
  await here.move({ propertyId: other })
  await here.settled()
  expect(await here.read(task)).toMatchObject({ propertyId: other, scheduledTime: '09:00' })
})

test('a cancelled stay closes what has not begun, and a stay that is back opens it again', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const [waiting, begun, done] = [
    await here.task(AT_CHECKOUT),
    await here.task(AT_CHECKOUT),
    await here.task(AT_CHECKOUT),
  ]
  await here.asKey.patch(`/tasks/${begun}`, { status: 'IN_PROGRESS' })
  await here.asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  await here.move({ status: 'CANCELLED' })
  await here.settled()
  const statuses = async () => Promise.all([waiting, begun, done].map(async (id) => (await here.read(id))['status']))
  expect(await statuses()).toEqual(['CLOSED', 'IN_PROGRESS', 'COMPLETED'])
  expect(await effectsOf(here, begun)).toMatchObject([{ outcome: 'skipped' }])
  await here.move({ status: 'CONFIRMED', checkoutDate: '2026-12-06' })
  await here.settled()
  expect(await statuses()).toEqual(['SCHEDULED', 'IN_PROGRESS', 'COMPLETED'])
  expect(await here.read(waiting)).toMatchObject({ scheduledDate: '2026-12-06' })
})

test('what its stay closed comes back with the status that it had', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const statuses = ['DRAFT', 'DRAFTED', 'CREATED', 'OPEN', 'SCHEDULED']
  const tasks = await Promise.all(statuses.map(() => here.task(AT_CHECKOUT)))
  for (const [at, task] of tasks.entries()) await here.asKey.patch(`/tasks/${task}`, { status: statuses[at] })
  await here.move({ status: 'CANCELLED' })
  await here.settled()
  for (const task of tasks) expect(await here.read(task)).toMatchObject({ status: 'CLOSED' })
  await here.move({ status: 'CONFIRMED', checkoutDate: '2026-12-06' })
  await here.settled()
  const back = await Promise.all(tasks.map((task) => here.read(task)))
  expect(back.map(({ status }) => status)).toEqual(statuses)
  expect(back[0]).toMatchObject({ scheduledDate: '2026-12-06' })
})

test('a task that is restored makes up for what it has missed of its stay', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const task = await here.task(AT_CHECKOUT)
  const missing = async (changes: object) => {
    await here.asKey.delete(`/tasks/${task}`)
    await here.move(changes)
    await here.settled()
    expect((await here.asAdmin.post(`/tasks/${task}/restore`)).status).toBe(200)
    await here.settled()
    return here.read(task)
  }
  expect(await missing({ checkoutDate: '2026-12-08' })).toMatchObject({ scheduledDate: '2026-12-08' })
  expect(await missing({ status: 'CANCELLED' })).toMatchObject({ status: 'CLOSED' })
  expect(await missing({ status: 'CONFIRMED' })).toMatchObject({ status: 'SCHEDULED' })
})

test('what has begun says in its history that its stay has changed, and only when it has', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const task = await here.task(AT_CHECKOUT)
  expect((await here.asKey.patch(`/tasks/${task}`, { status: 'IN_PROGRESS' })).status).toBe(200)
  await here.asKey.delete(`/tasks/${task}`)
  await here.asAdmin.post(`/tasks/${task}/restore`)
  // The other end of the stay is nothing to it.
  await here.move({ checkinDate: '2026-12-02' })
  await here.settled()
  expect(await effectsOf(here, task)).toEqual([])
  await here.move({ checkoutDate: '2026-12-06' })
  await here.settled()
  const reason = 'The stay has changed, but the task is IN_PROGRESS.'
  expect(await effectsOf(here, task)).toMatchObject([{ outcome: 'skipped', reason }])
})

test('a home’s new times reach what follows them, but for stays with their own and stays that are over', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const taskOf = async (stay: object, scheduledDate: string, scheduledTime: string) => {
    const { body } = await here.asAdmin.post('/reservations', { propertyId: here.propertyId, ...stay })
    return here.task({ reservationId: body.id, scheduledDate, scheduledTime })
  }
  const coming = { checkinDate: '2999-12-01', checkoutDate: '2999-12-05' }
  const turnover = await taskOf(coming, '2999-12-05', '11:00')
  const welcome = await taskOf(coming, '2999-12-01', '15:00')
  const others = [
    await taskOf({ ...coming, checkoutTime: '11:00' }, '2999-12-05', '11:00'),
    await taskOf({ checkinDate: '2020-01-10', checkoutDate: '2020-01-12' }, '2020-01-12', '11:00'),
  ]
  const changed = await here.asUser.patch(`/properties/${here.propertyId}`, { checkoutTime: '10:00', name: 'Casa' })
  expect(changed.status).toBe(200)
  await here.settled()
  expect(await here.read(turnover)).toMatchObject({ scheduledDate: '2999-12-05', scheduledTime: '10:00' })
  for (const id of others) expect(await here.read(id)).toMatchObject({ scheduledTime: '11:00', version: 1 })
  expect(await here.read(welcome)).toMatchObject({ scheduledTime: '15:00', version: 1 })
  await here.asUser.patch(`/properties/${here.propertyId}`, { checkinTime: '16:00' })
  await here.settled()
  expect(await here.read(welcome)).toMatchObject({ scheduledTime: '16:00' })
})

test('what a person closed stays closed when the stay is back, and a deleted stay counts as cancelled', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const [closed, open] = [await here.task(AT_CHECKOUT), await here.task(AT_CHECKOUT)]
  await here.asKey.patch(`/tasks/${closed}`, { status: 'CLOSED' })
  await here.move({ status: 'CANCELLED' })
  await here.settled()
  await here.move({ status: 'CONFIRMED' })
  await here.settled()
  expect(await here.read(closed)).toMatchObject({ status: 'CLOSED' })
  expect(await here.read(open)).toMatchObject({ status: 'SCHEDULED' })
  await here.asAdmin.delete(`/reservations/${here.stayId}`)
  await here.settled()
  expect(await here.read(open)).toMatchObject({ status: 'CLOSED' })
})

test('a rule is set, applied at once, read and taken away', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const task = await here.task()
  const path = `/tasks/${task}/stay-rule`
  expect((await here.asAdmin.get(path)).body.code).toBe('stay_rule_not_found')
  const rule = { anchor: 'CHECK_IN', offsetDays: -1, timeFrom: 'FIXED', fixedTime: '17:30' }
  const set = await here.asAdmin.put(path, rule)
  expect(set.body).toMatchObject({ ...rule, follows: ['scheduledDate', 'scheduledTime', 'propertyId'] })
  expect(await here.read(task)).toMatchObject({ scheduledDate: '2026-11-30', scheduledTime: '17:30' })
  await here.move({ checkinDate: '2026-12-02' })
  await here.settled()
  expect(await here.read(task)).toMatchObject({ scheduledDate: '2026-12-01', scheduledTime: '17:30' })
  expect((await here.asAdmin.delete(path)).body).toEqual({ taskId: task, removed: true })
  await here.move({ checkinDate: '2026-12-03' })
  await here.settled()
  expect(await here.read(task)).toMatchObject({ scheduledDate: '2026-12-01' })
  expect((await here.asAdmin.put(path, { anchor: 'CHECK_IN', fixedTime: '10:00' })).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/fixedTime' }],
  })
  const loose = await here.task({ reservationId: null })
  expect((await here.asAdmin.put(`/tasks/${loose}/stay-rule`, { anchor: 'CHECK_IN' })).status).toBe(422)
})

test('a task that is linked to another stay follows that one', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const task = await here.task(AT_CHECKOUT)
  const stay = { propertyId: here.propertyId, checkinDate: '2026-12-20', checkoutDate: '2026-12-22' }
  const { id: other } = (await here.asAdmin.post('/reservations', stay)).body
  await here.asKey.patch(`/tasks/${task}`, { reservationId: other, scheduledDate: '2026-12-22' })
  await here.move({ checkoutDate: '2026-12-09' })
  await here.asAdmin.patch(`/reservations/${other}`, { checkoutDate: '2026-12-23' })
  await here.settled()
  expect(await here.read(task)).toMatchObject({ scheduledDate: '2026-12-23' })
  await here.asKey.patch(`/tasks/${task}`, { reservationId: null })
  expect((await here.asAdmin.get(`/tasks/${task}/stay-rule`)).status).toBe(404)
})

test('stays that move, people who edit and tasks that are linked at the same time end as if one after the other', async () => {
  const here = await place()
  const old = await here.task(AT_CHECKOUT)
  await working(here, [stayTasks, stayFollow])
  const days = ['06', '07', '08', '09', '10', '11']
  const linked: Promise<string>[] = []
  for (const day of days) {
    await Promise.all([
      here.move({ checkoutDate: `2026-12-${day}` }),
      here.asKey.patch(`/tasks/${old}`, { title: `Turnover ${day}` }),
      linked[linked.push(here.task({ scheduledDate: '2026-12-24', scheduledTime: '08:00' })) - 1],
    ])
  }
  await here.settled()
  expect(await here.read(old)).toMatchObject({ scheduledDate: '2026-12-11', title: 'Turnover 11' })
  // Whichever end of the race a task was on: its distance to the stay is the one its rule says.
  for (const id of await Promise.all(linked)) {
    const { body: rule } = await here.asAdmin.get(`/tasks/${id}/stay-rule`)
    const day = Date.parse(`2026-12-11T00:00:00Z`) + rule.offsetDays * 24 * 3600 * 1000
    expect(await here.read(id)).toMatchObject({ scheduledDate: new Date(day).toISOString().slice(0, 10) })
  }
})

// The embedded database has one connection: there nothing can come in between.
test.runIf(backend === 'postgres')(
  'a stay cannot move between the look at it and the moment its new task is there',
  async () => {
    const here = await place()
    const { pool } = here.runtime.database
    await working(here, [stayTasks, stayFollow])
    const { id: departmentId } = await here.make.department()
    const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
    let moved = false
    let moving: Promise<void> | undefined
    const { id } = await inTransaction(ctx, async (ctx) => {
      const body = { title: 'Turnover', departmentId, reservationId: here.stayId, ...AT_CHECKOUT }
      const task = await createTask(ctx, body)
      moving = here.move({ checkoutDate: '2026-12-09' }).then(() => void (moved = true))
      await soon(async () => expect(moved || (await lockWaits(pool)).length > 0).toBe(true))
      if (moved) await here.settled()
      return task
    })
    await moving
    await here.settled()
    expect(await here.read(id)).toMatchObject({ scheduledDate: '2026-12-09' })
  },
)

test('an event that comes twice, or late, does nothing more', async () => {
  const here = await place()
  await working(here, [stayTasks, stayFollow])
  const task = await here.task(AT_CHECKOUT)
  await here.move({ checkoutDate: '2026-12-08' })
  await here.settled()
  const { version } = await here.read(task)
  const payload = JSON.stringify({ reservationId: here.stayId, changed: ['checkoutDate'] })
  await run(
    here.runtime.database.pool,
    sql`
    insert into outbox (workspace_id, type, payload, created_at)
    values (${here.workspaceId}, 'reservation.updated', ${payload}, ${new Date()})`,
  )
  here.runtime.services.wakeRelay()
  await here.settled()
  expect(await here.read(task)).toMatchObject({ version, scheduledDate: '2026-12-08' })
})
