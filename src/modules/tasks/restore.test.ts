import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { backend } from '#test/database.ts'
import { harness } from '#test/harness.ts'
import { lockTree } from './task-circle.queries.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const task = async (body: object = {}) =>
    (await here.asKey.post('/tasks', { title: 'Tap', departmentId, ...body })).body
  const remove = (which: { id: string }) => here.asKey.delete(`/tasks/${which.id}`)
  const restore = (which: { id: string }) => here.asAdmin.post(`/tasks/${which.id}/restore`)
  return { ...here, task, remove, restore }
}

test('a deleted task comes back as it was, in its visit again', async () => {
  const { asKey, asAdmin, admin, make, task, remove, restore, runtime, workspaceId } = await place()
  const { id: propertyId } = await make.property()
  const before = await task({ propertyId, scheduledDate: '2026-11-20', tagIds: [(await make.tag()).id] })
  await remove(before)
  const { status, body, headers } = await restore(before)
  expect(status).toBe(200)
  const again = { visitId: expect.any(String), version: 3, updatedAt: expect.any(String) }
  expect(body).toEqual({ ...before, ...again })
  expect(headers.etag).toMatch(/^"3\./)
  expect((await asKey.get(`/tasks/${before.id}`)).body).toEqual(body)
  expect((await asKey.get('/tasks?q=tap')).body.items).toEqual([body])
  expect((await task({ propertyId, scheduledDate: '2026-11-20' })).visitId).toBe(body.visitId)
  const { items } = (await asAdmin.get(`/tasks/${before.id}/activity`)).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    'task.restored',
    'task.deleted',
    'task.created',
  ])
  const told = await many(
    runtime.database.pool,
    sql`
    select payload from outbox where workspace_id = ${workspaceId} and type = 'task.restored'`,
  )
  expect(told).toEqual([{ payload: { taskId: before.id, actor: { kind: 'user', actorId: admin.userId } } }])
})

test('only a deleted task of this workspace can be restored, once, by a manager', async () => {
  const { asConsole, make, task, remove, restore } = await place()
  const other = await place()
  const mine = await task()
  const missing = { status: 404, code: 'deleted_task_not_found' }
  expect((await restore(mine)).body).toMatchObject(missing)
  await remove(mine)
  expect((await other.restore(mine)).body).toMatchObject(missing)
  const member = asConsole((await make.person()).token)
  expect((await member.post(`/tasks/${mine.id}/restore`)).body.code).toBe('insufficient_role')
  const answers = await Promise.all([restore(mine), restore(mine)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('an open part does not come back into a parent that was closed without it', async () => {
  const { asKey, task, remove, restore } = await place()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  await remove(part)
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).status).toBe(200)
  expect((await restore(part)).body).toMatchObject({ status: 422, code: 'parent_closed' })
  await asKey.patch(`/tasks/${parent.id}`, { status: 'OPEN' })
  expect((await restore(part)).body).toMatchObject({ parentTaskId: parent.id })
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' })).body.code).toBe('completion_blocked')
})

test.runIf(backend === 'postgres')(
  'what changes nobody waiting for another does not queue behind those who do',
  async () => {
    const { asKey, task, remove, restore, runtime, workspaceId } = await place()
    const parent = await task()
    const [part, gone] = [await task({ parentTaskId: parent.id }), await task({ parentTaskId: parent.id })]
    await remove(gone)
    await runtime.database.pool.transaction(async (db) => {
      await lockTree({ db, workspaceId })
      const answers = await Promise.all([restore(gone), asKey.put(`/tasks/${part.id}`, part)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    })
  },
)

test('completing races with a part being restored: never both', async () => {
  const { asKey, task, remove, restore } = await place()
  for (let round = 0; round < 6; round++) {
    const parent = await task()
    const part = await task({ parentTaskId: parent.id })
    await remove(part)
    const [done, back] = await Promise.all([asKey.patch(`/tasks/${parent.id}`, { status: 'COMPLETED' }), restore(part)])
    expect([done.status, back.status].filter((status) => status === 200)).toHaveLength(1)
  }
})
