import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const add = async (title: string, fields: object = {}): Promise<string> =>
    (await here.asKey.post('/tasks', { title, departmentId, ...fields })).body.id
  const titles = async (filters: string): Promise<string[]> =>
    (await here.asAdmin.get(`/tasks?sort=createdAt&${filters}`)).body.items.map(({ title }: { title: string }) => title)
  return { ...here, add, titles }
}

test('the list of the desk finds by person, by vendor, by parent, and what nobody is on', async () => {
  const { add, titles, make } = await place()
  const person = await make.person()
  const vendor = await make.vendor()
  const parent = await add('parent', { primaryUserId: person.userId })
  await add('part', { parentTaskId: parent, primaryVendorOrgId: vendor.id, secondaryAssigneeIds: [person.userId] })
  await add('alone')
  expect(await titles(`assigneeId=${person.userId}`)).toEqual(['parent', 'part'])
  expect(await titles(`assigneeId=${vendor.id}`)).toEqual(['part'])
  expect(await titles(`parentTaskId=${parent}`)).toEqual(['part'])
  expect(await titles('isUnassigned=true')).toEqual(['alone'])
  expect(await titles('isUnassigned=false')).toEqual(['parent', 'part'])
  expect(await titles(`isUnassigned=false&parentTaskId=${parent}`)).toEqual(['part'])
})

test('what only those are on who have left, or vendors that are inactive, nobody is on', async () => {
  const { add, titles, make, asAdmin } = await place()
  const [leaver, stays, vendor, gone] = [
    await make.person(),
    await make.person(),
    await make.vendor(),
    await make.vendor(),
  ]
  await add('left', { primaryUserId: leaver.userId })
  await add('idle', { primaryVendorOrgId: vendor.id })
  await add('deleted', { primaryVendorOrgId: gone.id, secondaryAssigneeIds: [leaver.userId] })
  await add('shared', { primaryUserId: leaver.userId, secondaryAssigneeIds: [stays.userId] })
  expect(await titles('isUnassigned=true')).toEqual([])
  expect((await asAdmin.delete(`/members/${leaver.membershipId}`)).status).toBe(200)
  expect((await asAdmin.patch(`/vendors/${vendor.id}`, { active: false })).status).toBe(200)
  expect((await asAdmin.delete(`/vendors/${gone.id}`)).status).toBe(200)
  expect(await titles('isUnassigned=true')).toEqual(['left', 'idle', 'deleted'])
  expect(await titles('isUnassigned=false')).toEqual(['shared'])
})

test('open is what is still to do, and the filters of the public list hold too', async () => {
  const { add, titles, asKey, asAdmin } = await place()
  const done = await add('done')
  await asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  await add('open', { priority: 'URGENT' })
  await add('later')
  expect(await titles('isOpen=true')).toEqual(['open', 'later'])
  expect(await titles('isOpen=false')).toEqual(['done'])
  expect(await titles('isOpen=true&priority=URGENT')).toEqual(['open'])
  expect((await asKey.get('/tasks?isOpen=true')).body).toMatchObject({ status: 400, errors: [{ parameter: 'isOpen' }] })
  expect((await asAdmin.get('/tasks?assigneeId=me')).body.errors).toMatchObject([{ parameter: 'assigneeId' }])
})

test('late is what should be over by now at the workspace: by its day, or today by its hour', async () => {
  const { add, titles, asAdmin, asKey } = await place()
  // An hour of the day that is neither its first nor its last, whenever this runs.
  const offset = 12 - new Date().getUTCHours()
  await asAdmin.patch('', { timezone: `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}` })
  const day = (days: number): string =>
    new Date(Date.now() + offset * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  const done = await add('done', { scheduledDate: day(-1) })
  await asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  await add('yesterday', { scheduledDate: day(-1), scheduledTime: '23:59' })
  await add('morning', { scheduledDate: day(0), scheduledTime: '08:00' })
  await add('all day', { scheduledDate: day(0), scheduledTime: '08:00', estimatedDurationMinutes: 600 })
  await add('evening', { scheduledDate: day(0), scheduledTime: '18:00' })
  await add('some hour', { scheduledDate: day(0) })
  await add('tomorrow', { scheduledDate: day(1), scheduledTime: '00:00' })
  await add('some day')
  expect(await titles('isLate=true')).toEqual(['yesterday', 'morning'])
  expect(await titles('isLate=false')).toEqual(['done', 'all day', 'evening', 'some hour', 'tomorrow', 'some day'])
})

test('blocked is what waits for another task, for a part of it or for a workflow', async () => {
  const { add, titles, asAdmin, asKey, runtime, workspaceId } = await place()
  const [first, second, whole] = [await add('first'), await add('second'), await add('whole')]
  const part = await add('part', { parentTaskId: whole })
  const held = await add('held')
  await asAdmin.put(`/tasks/${second}/dependencies/${first}`)
  await run(
    runtime.database.pool,
    sql`
    insert into task_completion_holds (workspace_id, id, task_id, title, created_at)
    values (${workspaceId}, ${newId()}, ${held}, 'Approval', now())`,
  )
  expect(await titles('isBlocked=true')).toEqual(['second', 'whole', 'held'])
  expect(await titles('isBlocked=false')).toEqual(['first', 'part'])
  await asKey.patch(`/tasks/${first}`, { status: 'CLOSED' })
  await asKey.patch(`/tasks/${part}`, { status: 'COMPLETED' })
  expect(await titles('isBlocked=true')).toEqual(['held'])
})
