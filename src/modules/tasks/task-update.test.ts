import { expect, test } from 'vitest'
import { many, run, type Tx } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Answer } from '#test/client.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { lockWaits } from '#test/lock-waits.ts'

async function place() {
  const here = await harness()
  const department = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Fix the tap', departmentId: department.id })
  return { ...here, department, task, path: `/tasks/${task.id}` }
}

/** Sends a request that has to wait for the task, which somebody else holds and changes in the meantime. */
async function whileHeld({ runtime }: Harness, change: Sql, request: () => Promise<Answer>): Promise<Answer> {
  const { pool } = runtime.database
  const [held, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = pool.transaction(async (tx: Tx) => {
    await run(tx, change)
    held.resolve()
    await waited.promise
  })
  await held.promise
  const answer = request()
  await soon(async () => expect(await lockWaits(pool)).not.toEqual([]))
  waited.resolve()
  await other
  return answer
}

test.runIf(backend === 'postgres')(
  'a completion that waited sees the blocker that was added in the meantime',
  async () => {
    const here = await place()
    const { workspaceId, task, path, asKey } = here
    const add = sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    values (${workspaceId}, ${newId()}, ${task.id}, 'CHECK', 'Water is off', true, true, 1, now())`
    const answer = await whileHeld(here, add, () => asKey.patch(path, { status: 'COMPLETED' }))
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'completion_blocked', blockers: [{ title: 'Water is off' }] },
    })
    expect((await asKey.get(path)).body).toMatchObject({ status: 'OPEN', version: 1 })
  },
)

test.runIf(backend === 'postgres')(
  'a completion that waited goes by the department that the task was moved to in the meantime',
  async () => {
    const here = await place()
    const { workspaceId, task, path, asKey, asAdmin, make } = here
    const strict = await make.department()
    await asAdmin.post('/completion-rules', { departmentId: strict.id, requires: 'photo' })
    const move = sql`
    update tasks set department_id = ${strict.id} where workspace_id = ${workspaceId} and id = ${task.id}`
    const answer = await whileHeld(here, move, () => asKey.patch(path, { status: 'COMPLETED' }))
    expect(answer).toMatchObject({ status: 409, body: { blockers: [{ title: 'A photo is required.' }] } })
  },
)

test.runIf(backend === 'postgres')(
  'a change that waited builds on the one before it, and its answer shows both',
  async () => {
    const here = await place()
    const { workspaceId, task, path, asKey, make } = here
    const other = await make.department()
    const move = sql`
    update tasks set department_id = ${other.id}, custom_fields = '{"door": 1}', version = version + 1
    where workspace_id = ${workspaceId} and id = ${task.id}`
    const { status, body } = await whileHeld(here, move, () => asKey.patch(path, { customFields: { floor: 3 } }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      department: { id: other.id, name: other.name },
      customFields: { door: 1, floor: 3 },
      version: 3,
    })
    expect((await asKey.get(path)).body).toEqual(body)
  },
)

test.runIf(backend === 'postgres')('a change that waited for a deletion finds nothing', async () => {
  const here = await place()
  const { workspaceId, task, path, asKey } = here
  const remove = sql`update tasks set deleted_at = now() where workspace_id = ${workspaceId} and id = ${task.id}`
  const answer = await whileHeld(here, remove, () => asKey.patch(path, { status: 'IN_PROGRESS' }))
  expect(answer).toMatchObject({ status: 404, body: { code: 'task_not_found' } })
})

test('a completion goes by the rules of the department that it moves the task to', async () => {
  const { asKey, asAdmin, make, department, path } = await place()
  const strict = await make.department()
  await asAdmin.post('/completion-rules', { departmentId: strict.id, requires: 'cost' })
  const complete = { status: 'COMPLETED', departmentId: strict.id }
  expect((await asKey.patch(path, complete)).body.blockers).toMatchObject([{ title: 'A cost is required.' }])
  expect((await asKey.patch(path, { ...complete, departmentId: department.id })).status).toBe(200)
  await asKey.patch(path, { status: 'OPEN' })
  expect((await asKey.patch(path, { ...complete, cost: 5 })).body).toMatchObject({ status: 'COMPLETED', cost: 5 })
})

test('a change is kept with its line in the history and its event, once for each Idempotency-Key', async () => {
  const { asKey, asAdmin, runtime, workspaceId, path } = await place()
  const headers = { 'idempotency-key': newId() }
  const change = { status: 'IN_PROGRESS' }
  const [first, again] = [await asKey.patch(path, change, headers), await asKey.patch(path, change, headers)]
  expect([first.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body])
  expect((await asKey.patch(path, { status: 'OPEN' })).body.version).toBe(3)
  const { body } = await asAdmin.get(`${path}/activity`)
  const events = sql`select payload from outbox where workspace_id = ${workspaceId} and type = 'task.updated' order by id`
  const moves = [
    { statusBefore: 'OPEN', status: 'IN_PROGRESS' },
    { statusBefore: 'IN_PROGRESS', status: 'OPEN' },
  ]
  expect(await many(runtime.database.pool, events)).toMatchObject(moves.map((move) => ({ payload: move })))
  const updates = body.items.filter(({ action }: { action: string }) => action === 'task.updated')
  expect(updates).toMatchObject(moves.toReversed().map((move) => ({ details: move })))
})

test('that there was nothing left to do before is said in the event, and not in the history', async () => {
  const { asKey, asAdmin, runtime, workspaceId, path } = await place()
  await asKey.patch(path, { status: 'CLOSED' })
  await asKey.patch(path, { title: 'Fixed' })
  const { body } = await asAdmin.get(`${path}/activity`)
  expect(body.items[0].details).toEqual({ changed: ['title'] })
  const events = sql`select payload from outbox where workspace_id = ${workspaceId} and type = 'task.updated' order by id`
  const [closed, renamed] = await many<{ payload: object }>(runtime.database.pool, events)
  expect(closed?.payload).not.toHaveProperty('wasOver')
  expect(renamed?.payload).toMatchObject({ changed: ['title'], wasOver: true })
})
