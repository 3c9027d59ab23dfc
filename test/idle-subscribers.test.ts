import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { subscribers } from '#src/background.ts'
import { harness, type Harness } from './harness.ts'
import { publish } from './workflow-place.ts'
import { soon, working } from './working.ts'

test('a change of a task makes jobs for those whom it concerns, and who have something to do in its workspace', async () => {
  const here = await harness()
  await working(here, subscribers)
  const { id: departmentId } = await here.make.department()
  const { id } = (await here.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })).body
  expect(await jobsOf(here, id, { title: 'Fix the tap' })).toEqual([])
  expect(await jobsOf(here, id, { status: 'COMPLETED' })).toEqual(['event.notifications'])

  await here.asAdmin.post('/event-hooks', { url: 'https://hooks.example/1', events: ['task.deleted'] })
  expect(await jobsOf(here, id, { title: 'Fix the lamp' })).toEqual(['event.automations'])

  await publish(here, 'schedule: { on: { one: { with: { type: task.deleted } } } }\ndo: [ { a: { set: { b: 1 } } } ]')
  expect(await jobsOf(here, id, { title: 'Fix the sink', priority: 'URGENT' })).toEqual([
    'event.automations',
    'event.notifications',
    'event.workflows',
  ])
})

/** The queues into which a change went. */
async function jobsOf({ asKey, runtime, workspaceId }: Harness, taskId: string, changes: object): Promise<string[]> {
  const { pool } = runtime.database
  const ofTask = sql`data -> 'event' ->> 'type' = 'task.updated' and data -> 'event' -> 'payload' ->> 'taskId' = ${taskId}`
  const ids = async () =>
    (await many<{ id: string }>(pool, sql`select id from pgboss.job where ${ofTask}`)).map(({ id }) => id)
  const before = await ids()
  expect((await asKey.patch(`/tasks/${taskId}`, changes)).status).toBe(200)
  // An event is taken out and its jobs are made in one transaction.
  await soon(async () =>
    expect(await many(pool, sql`select id from outbox where workspace_id = ${workspaceId}`)).toEqual([]),
  )
  const jobs = await many<{ name: string }>(
    pool,
    sql`select name from pgboss.job where ${ofTask} and id <> all (${before}::uuid[]) order by name`,
  )
  return jobs.map(({ name }) => name)
}
