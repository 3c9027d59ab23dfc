import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { quickSync, withProvider } from '#test/syncing.ts'
import { soon, working } from '#test/working.ts'

const connected = withProvider()

test('all tasks are handed over page by page', async () => {
  const place = await connected()
  const { pool } = place.runtime.database
  const { id } = await place.newTask()
  await run(
    pool,
    sql`
    insert into tasks select t.* from tasks o cross join generate_series(1, 500) i
      cross join lateral jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + i)) t
    where o.workspace_id = ${place.workspaceId} and o.id = ${id}`,
  )
  const asked = async () =>
    many<{ type: string; payload: Record<string, unknown> }>(
      pool,
      sql`
      select type, payload from outbox where workspace_id = ${place.workspaceId} and subscriber = 'sync' order by id`,
    )
  const { body } = await place.asAdmin.post(`/connections/${place.connectionId}/sync`)
  expect(body).toEqual({ queued: 501 })
  const first = await asked()
  expect(first).toHaveLength(501)
  const { type = '', payload = {} } = first.at(-1) ?? {}
  expect([type, payload['after']]).toEqual(['connection.sync_requested', first.at(-2)?.payload['taskId']])
  expect(quickSync.on).toContain(type)
  await place.deliver(type, payload)
  const all = await asked()
  expect(all).toHaveLength(502)
  const taskIds = all.filter((each) => each.type === 'task.sync_requested').map((each) => each.payload['taskId'])
  expect(new Set(taskIds).size).toBe(501)
  // Nobody is to send them all.
  await run(pool, sql`delete from outbox where workspace_id = ${place.workspaceId}`)
})

test('a directory that has every name is still asked for again when it is old', async () => {
  const place = await connected()
  await working(place, [quickSync])
  const { id: propertyId } = await place.make.property()
  const homeIs = (id: number) => {
    place.account.properties = [{ id, reference_property_id: propertyId, name: 'Casa Verde' }]
  }
  const sentAfter = async (hours: number, title: string) => {
    await run(
      place.runtime.database.pool,
      sql`
      update connection_directories set listed_at = clock_timestamp() - make_interval(hours => ${hours})
      where connection_id = ${place.connectionId}`,
    )
    const { id } = await place.newTask({ propertyId, title })
    const done = { outcome: 'done', actions: ['created'] }
    await soon(async () => expect((await place.said(id))[0]).toMatchObject(done))
    return place.account.tasks.at(-1)?.home_id
  }
  const lists = () => place.account.calls.filter((call) => call === 'GET /property').length
  homeIs(601)
  expect([await sentAfter(0, 'First'), lists()]).toEqual(['601', 1])
  expect([await sentAfter(5, 'Second'), lists()]).toEqual(['601', 1])
  homeIs(602)
  expect([await sentAfter(7, 'Third'), lists()]).toEqual(['602', 2])
})

test('a home that is deleted takes its open tasks from the provider, also one whose connection was paused then', async () => {
  const place = await connected()
  await working(place, [quickSync])
  const states = () => place.account.tasks.map(({ type_task_status: { code } }) => code)
  const [open, over] = [await place.newTask(), await place.newTask({ title: 'Done before' })]
  await soon(() => expect(states()).toEqual(['created', 'created']))
  await place.asKey.patch(`/tasks/${over.id}`, { status: 'CLOSED' })
  await soon(() => expect(states().toSorted()).toEqual(['closed', 'created']))
  const connection = `/connections/${place.connectionId}`
  await place.asAdmin.patch(connection, { status: 'paused' })
  expect((await place.asKey.delete(`/properties/${place.propertyId}`)).status).toBe(200)
  await soon(async () => expect((await place.said(open.id))[0]).toMatchObject({ outcome: 'skipped' }))
  await place.asAdmin.patch(connection, { status: 'active' })
  await place.asAdmin.post(`${connection}/sync`)
  await soon(() => expect(states().toSorted()).toEqual(['closed', 'deleted']))
})

test.each(['GET /property', 'POST /task/'])(
  'a task that is being sent (%s) while its home is deleted does not stay at the provider',
  async (call) => {
    const place = await connected()
    const gate = Promise.withResolvers<void>()
    place.account.next.push({ after: gate.promise, on: call })
    await working(place, [quickSync])
    await place.newTask()
    await soon(() => expect(place.account.calls).toContain(call))
    await place.asKey.delete(`/properties/${place.propertyId}`)
    const { pool } = place.runtime.database
    const asked = sql`
      select 1 from outbox where workspace_id = ${place.workspaceId} and type = 'task.sync_requested'
      union all select 1 from pgboss.job where data -> 'event' ->> 'type' = 'task.sync_requested'
        and data -> 'event' ->> 'workspaceId' = ${place.workspaceId}`
    await soon(async () => expect(await many(pool, asked)).not.toEqual([]))
    gate.resolve()
    await soon(() => expect(place.account.tasks).toMatchObject([{ type_task_status: { code: 'deleted' } }]))
  },
)

test('a home that is deleted takes its open tasks from the provider at once', async () => {
  const place = await connected()
  await working(place, [quickSync])
  const { id } = await place.newTask()
  await soon(() => expect(place.account.tasks).toHaveLength(1))
  await place.asKey.delete(`/properties/${place.propertyId}`)
  await soon(() => expect(place.account.tasks).toMatchObject([{ type_task_status: { code: 'deleted' } }]))
  const said = { outcome: 'done', actions: ['deleted'], reason: 'The task has no property.' }
  await soon(async () => expect((await place.said(id))[0]).toMatchObject(said))
})
