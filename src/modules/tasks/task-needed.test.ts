import { expect, test } from 'vitest'
import { many, run, type Tx } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { lockNeeding } from './task-circle.queries.ts'

async function place(): Promise<Harness & { task(more?: object): Promise<{ id: string }>; departmentId: string }> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const task = async (more: object = {}) =>
    (await here.asKey.post('/tasks', { title: 'Work', departmentId, ...more })).body
  return { ...here, task, departmentId }
}

test('a part of a completed task is not opened again; once that is open, it is', async () => {
  const { asKey, task } = await place()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  for (const { id } of [part, parent]) await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  const refused = await asKey.patch(`/tasks/${part.id}`, { status: 'OPEN' })
  expect([refused.status, refused.body.code]).toEqual([422, 'needed_by_completed'])
  expect(refused.body.detail).toContain('TK-')
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'OPEN' })).status).toBe(200)
  expect((await asKey.patch(`/tasks/${part.id}`, { status: 'OPEN' })).status).toBe(200)
})

test('a part that leaves a completed task is opened with the same request', async () => {
  const { asKey, task } = await place()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  for (const { id } of [part, parent]) await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  const { status } = await asKey.patch(`/tasks/${part.id}`, { status: 'OPEN', parentTaskId: null })
  expect(status).toBe(200)
})

test('completing and reopening what it needs, at once: never both', async () => {
  const { asKey, asAdmin, task } = await place()
  for (let round = 0; round < 6; round++) {
    const [whole, needed] = [await task(), await task()]
    await asAdmin.put(`/tasks/${whole.id}/dependencies/${needed.id}`)
    await asKey.patch(`/tasks/${needed.id}`, { status: 'COMPLETED' })
    const [completed, reopened] = await Promise.all([
      asKey.patch(`/tasks/${whole.id}`, { status: 'COMPLETED' }),
      asKey.patch(`/tasks/${needed.id}`, { status: 'OPEN' }),
    ])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([completed.status, reopened.status])
  }
})

test('a deleted task that a completed one depends on does not come back open', async () => {
  const { asKey, asAdmin, task } = await place()
  const [whole, needed] = [await task(), await task()]
  await asAdmin.put(`/tasks/${whole.id}/dependencies/${needed.id}`)
  await asKey.delete(`/tasks/${needed.id}`)
  expect((await asKey.patch(`/tasks/${whole.id}`, { status: 'COMPLETED' })).status).toBe(200)
  const refused = await asAdmin.post(`/tasks/${needed.id}/restore`)
  expect([refused.status, refused.body.code]).toEqual([422, 'needed_by_completed'])
})

test('what a completion needed cannot be taken away afterwards', async () => {
  const { asKey, asAdmin, task, departmentId } = await place()
  const rule = { departmentId, requires: 'cost' }
  await asAdmin.post('/completion-rules', rule)
  const { id } = await task()
  expect((await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED', cost: 10 })).status).toBe(200)
  for (const change of [{ cost: null }, { cost: null, status: 'COMPLETED' }]) {
    const refused = await asKey.patch(`/tasks/${id}`, change)
    expect([refused.status, refused.body.code]).toEqual([409, 'completion_blocked'])
  }
  expect((await asKey.patch(`/tasks/${id}`, { cost: 12 })).status).toBe(200)
  await asAdmin.post('/completion-rules', { ...rule, requires: 'photo' })
  const { body } = await asKey.get(`/tasks/${id}`)
  expect((await asKey.put(`/tasks/${id}`, body)).status).toBe(200)
})

test('whoever needs a task is found without asking each other one, even by a plan made when there were few', async () => {
  const { runtime, workspaceId, task } = await place()
  const parent = await task()
  const part = { ...(await task({ parentTaskId: parent.id })), parentTaskId: parent.id }
  const copies = (count: number): Sql => sql`
    insert into tasks select t.* from public.tasks o cross join generate_series(1, ${count}::int) i
      cross join lateral jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', i * 1000 + ${count}::int)) t
    where o.id = ${parent.id}`
  await runtime.database.pool.transaction(async (db) => {
    const scope = { db, workspaceId }
    // In a table of the session's own, which nobody analyzes: the plan that is made first is kept.
    await db.raw(`set local plan_cache_mode = force_generic_plan;
      create temp table tasks (like public.tasks including all) on commit drop`)
    await run(db, sql`insert into tasks select * from public.tasks where id = any(${[parent.id, part.id]}::uuid[])`)
    await run(db, copies(20))
    expect(await lockNeeding(scope, part)).toHaveLength(1)
    await run(db, copies(500))
    const before = await tasksRead(db)
    expect(await lockNeeding(scope, part)).toHaveLength(1)
    expect((await tasksRead(db)) - before).toBeLessThan(1500)
  })
})

async function tasksRead(db: Tx): Promise<number> {
  const [row] = await many<{ read: number }>(
    db,
    sql`
    select (pg_stat_get_xact_tuples_returned(r) + pg_stat_get_xact_tuples_fetched(r)
      + (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = r))::float8 as read
    from (select to_regclass('pg_temp.tasks')::oid as r) as own`,
  )
  return row?.read ?? 0
}

test('another currency that the stored amount does not fit is told at the currency', async () => {
  const { asKey, task } = await place()
  const { id } = await task()
  await asKey.patch(`/tasks/${id}`, { cost: 10.55, costCurrency: 'EUR' })
  const refused = await asKey.patch(`/tasks/${id}`, { costCurrency: 'JPY' })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/costCurrency'])
  expect((await asKey.patch(`/tasks/${id}`, { cost: 10.55, costCurrency: 'JPY' })).status).toBe(400)
})

test('free fields have a limit in all, however they come together', async () => {
  const { asKey, task } = await place()
  const { id } = await task()
  const half = 'x'.repeat(40_000)
  expect((await asKey.patch(`/tasks/${id}`, { customFields: { one: half } })).status).toBe(200)
  const refused = await asKey.patch(`/tasks/${id}`, { customFields: { two: half } })
  expect([refused.status, refused.body.code]).toEqual([422, 'fields_too_large'])
  expect(refused.body.errors[0].message).toMatch(/^With what is there already/)
  const created = await asKey.post('/properties', { name: 'Casa', customFields: { one: half, two: half } })
  expect(created.body.errors).toMatchObject([{ pointer: '/customFields', message: 'This is more than 64 KB.' }])
  expect((await asKey.patch(`/tasks/${id}`, { customFields: { one: null, two: half } })).status).toBe(200)
})
