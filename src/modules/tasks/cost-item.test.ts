import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const department = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Tap', departmentId: department.id })
  const path = `/tasks/${task.id}/cost-items`
  const version = async (): Promise<number> => (await here.asKey.get(`/tasks/${task.id}`)).body.version
  return { ...here, task, path, version }
}

const tap = { amount: 85.5, billToType: 'OWNER', description: 'Mixer tap' }

test('a cost item takes the currency of the task and empty texts unless they are sent', async () => {
  const { asAdmin, asKey, task, path } = await place()
  const { status, body, headers } = await asAdmin.post(path, { amount: 0, billToType: 'GUEST' })
  expect(status).toBe(201)
  const plain = { amount: 0, currency: 'EUR', billToType: 'GUEST', description: '', categoryName: '', notes: '' }
  expect(body).toEqual({ id: body.id, ...plain })
  expect((await asAdmin.get(`${path}/${body.id}`)).body).toEqual(body)
  expect(headers.location).toMatch(new RegExp(`${path}/${body.id}$`))
  const sent = { amount: 1200, currency: 'JPY', description: 'Lamp', categoryName: 'Decor', notes: 'From Kyoto' }
  const second = await asAdmin.post(path, { ...sent, billToType: 'DAMAGE' })
  expect(second.body).toMatchObject(sent)
  expect((await asAdmin.get(path)).body).toMatchObject({ items: [second.body, body], pagination: { total: 2 } })
  expect((await asKey.get(`/tasks/${task.id}?include=costItems`)).body.costItems).toEqual([body, second.body])
})

test('each change of the costs raises the version, is in the activity and is told, once', async () => {
  const { asAdmin, path, version, task, runtime, workspaceId } = await place()
  const { body } = await asAdmin.post(path, tap)
  expect(await version()).toBe(2)
  expect((await asAdmin.patch(`${path}/${body.id}`, { ...body, amount: 79 })).body).toEqual({ ...body, amount: 79 })
  expect(await version()).toBe(3)
  expect((await asAdmin.patch(`${path}/${body.id}`, { amount: 79 })).status).toBe(200)
  expect(await version()).toBe(3)
  expect((await asAdmin.delete(`${path}/${body.id}`)).body).toMatchObject({ id: body.id, deleted: true })
  expect(await version()).toBe(4)
  expect((await asAdmin.delete(`${path}/${body.id}`)).body.code).toBe('cost_item_not_found')
  const { items } = (await asAdmin.get(`/tasks/${task.id}/activity`)).body
  const changes = ['removed', 'changed', 'added'].map((change) => ({ costItemId: body.id, change }))
  expect(items.slice(0, 3)).toMatchObject(changes.map((details) => ({ action: 'task.costs_changed', details })))
  const events = await many<{ payload: object }>(
    runtime.database.pool,
    sql`
    select payload from outbox where workspace_id = ${workspaceId} and type = 'task.costs_changed' order by id desc`,
  )
  const actor = { kind: 'user', actorId: expect.any(String) }
  expect(events.map(({ payload }) => payload)).toEqual(changes.map((change) => ({ taskId: task.id, ...change, actor })))
})

test('too many decimals are 400 against a currency sent with the amount, 422 against the stored one', async () => {
  const { asAdmin, path, version } = await place()
  const refused = async (body: object) => (await asAdmin.post(path, { billToType: 'OWNER', ...body })).body
  const at = (status: number, field: string) => ({ status, errors: [{ pointer: `/${field}` }] })
  expect(await refused({ amount: 1.005 })).toMatchObject({ ...at(422, 'amount'), code: 'task_inapplicable' })
  expect(await refused({ amount: 1.5, currency: 'JPY' })).toMatchObject(at(400, 'amount'))
  expect(await refused({ amount: 1e-7, currency: 'EUR' })).toMatchObject(at(400, 'amount'))
  expect(await refused({ amount: -1 })).toMatchObject(at(400, 'amount'))
  expect(await refused({ amount: 1, currency: 'XXQ' })).toMatchObject(at(400, 'currency'))
  expect(await refused({ amount: 1, billToType: 'NOBODY' })).toMatchObject(at(400, 'billToType'))
  expect(await version()).toBe(1)
  const { body } = await asAdmin.post(path, { ...tap, amount: 1.005, currency: 'KWD' })
  expect(body.amount).toBe(1.005)
  const patched = async (change: object) => (await asAdmin.patch(`${path}/${body.id}`, change)).body
  expect(await patched({ amount: 1.0005 })).toMatchObject(at(422, 'amount'))
  expect(await patched({ currency: 'EUR' })).toMatchObject(at(422, 'currency'))
  expect(await patched({ amount: 1.5, currency: 'JPY' })).toMatchObject(at(400, 'amount'))
  expect(await patched({ id: path.split('/')[2] })).toMatchObject({ status: 422, code: 'read_only_field' })
  expect((await asAdmin.get(`${path}/${body.id}`)).body).toEqual(body)
})

test('a cost item is found only on its own task, by people of the workspace', async () => {
  const { asAdmin, asConsole, asKey, make, path, task } = await place()
  const other = await asKey.post('/tasks', { title: 'Other', departmentId: task.departmentId })
  const { body } = await asAdmin.post(path, tap)
  const elsewhere = `/tasks/${other.body.id}/cost-items/${body.id}`
  for (const answer of [
    await asAdmin.get(elsewhere),
    await asAdmin.patch(elsewhere, { amount: 1 }),
    await asAdmin.delete(elsewhere),
  ]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'cost_item_not_found' })
  }
  const member = await make.person()
  expect((await asConsole(member.token).post(path, tap)).status).toBe(201)
  expect((await asConsole(asKey.token ?? '').get(path)).status).toBe(401)
  await asKey.delete(`/tasks/${task.id}`)
  for (const answer of [
    await asAdmin.get(path),
    await asAdmin.get(`${path}/${body.id}`),
    await asAdmin.post(path, tap),
    await asAdmin.patch(`${path}/${body.id}`, { amount: 1 }),
    await asAdmin.delete(`${path}/${body.id}`),
  ]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'task_not_found' })
  }
})

test('costs added at once are all kept, and each raises the version', async () => {
  const { asAdmin, path, version } = await place()
  await Promise.all(Array.from({ length: 6 }, () => asAdmin.post(path, tap)))
  expect((await asAdmin.get(path)).body.pagination.total).toBe(6)
  expect(await version()).toBe(7)
})

test('a cost item satisfies the rule that a cost is required', async () => {
  const { asAdmin, asKey, path, task } = await place()
  await asAdmin.post('/completion-rules', { departmentId: task.departmentId, requires: 'cost' })
  expect((await asKey.patch(`/tasks/${task.id}`, { status: 'COMPLETED' })).body.code).toBe('completion_blocked')
  await asAdmin.post(path, tap)
  expect((await asKey.patch(`/tasks/${task.id}`, { status: 'COMPLETED' })).status).toBe(200)
})

test('a change that is based on an older version of the task is refused, and nothing is changed', async () => {
  const { asAdmin, path, task, version } = await place()
  const { body } = await asAdmin.post(path, tap)
  const old = { 'if-match': `"${await version()}.seen"` }
  await asAdmin.patch(`${path}/${body.id}`, { amount: 79 })
  const item = `${path}/${body.id}`
  expect((await asAdmin.patch(item, { amount: 90 }, old)).body.code).toBe('precondition_failed')
  expect((await asAdmin.delete(item, old)).body.code).toBe('precondition_failed')
  expect((await asAdmin.get(item)).body).toMatchObject({ amount: 79 })
  const now = { 'if-match': `"${await version()}.seen"` }
  expect((await asAdmin.patch(item, { amount: 90 }, now)).body).toMatchObject({ amount: 90 })
  expect((await asAdmin.get(`/tasks/${task.id}/activity`)).body.items[0].details.change).toBe('changed')
})

test('what a completion needed stays: the last cost item of a task that has no other cost', async () => {
  const { asAdmin, asKey, path, task } = await place()
  await asAdmin.post('/completion-rules', { departmentId: task.departmentId, requires: 'cost' })
  const [first, last] = [(await asAdmin.post(path, tap)).body, (await asAdmin.post(path, tap)).body]
  const patch = (body: object) => asKey.patch(`/tasks/${task.id}`, body)
  expect((await patch({ status: 'COMPLETED' })).status).toBe(200)
  // A rule that came later is no reason to keep costs.
  await asAdmin.post('/completion-rules', { departmentId: task.departmentId, requires: 'photo' })
  expect((await asAdmin.delete(`${path}/${first.id}`)).status).toBe(200)
  const refused = await asAdmin.delete(`${path}/${last.id}`)
  expect(refused.body).toMatchObject({ status: 409, code: 'completion_blocked', blockers: [{ requires: 'cost' }] })
  expect((await asAdmin.get(path)).body.items).toEqual([last])
  await patch({ cost: 10 })
  expect((await asAdmin.delete(`${path}/${last.id}`)).status).toBe(200)
})
