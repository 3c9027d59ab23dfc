import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { pruneNotifications } from './prune-notifications.ts'

const BATCH_AND_MORE = 1100

test('what was read goes after three months, everything after a year, however much it is', async () => {
  const { runtime, workspaceId, asKey, make } = await harness()
  const { database, services, log } = runtime
  const { id: departmentId } = await make.department()
  const { body: task } = await asKey.post('/tasks', { title: 'Tap', departmentId })
  const { userId } = await make.person()
  const put = (name: string, createdDays: number, readDays: number | null, count = 1): Promise<number> =>
    run(
      database.pool,
      sql`
      insert into notifications (workspace_id, id, event_id, kind, task_id, user_id, actor_kind, actor_name, details,
        in_app, email, created_at, read_at)
      select ${workspaceId}, gen_random_uuid(), gen_random_uuid(), 'assigned', ${task.id}::uuid, ${userId}::uuid, 'system',
        ${name}, '{}', true, false, now() - make_interval(days => ${createdDays}),
        now() - make_interval(days => ${readDays}::int)
      from generate_series(1, ${count}::int)`,
    )
  await put('unread', 364, null)
  await put('unread for a year', 366, null, BATCH_AND_MORE)
  await put('read lately', 300, 89)
  await put('read long ago', 100, 91, BATCH_AND_MORE)
  const ctx = { db: database.pool, principal: { kind: 'system' }, now: new Date(), requestId: newId() } as const
  await pruneNotifications.run({ ...ctx, services, log })
  const left = await many<{ name: string }>(
    database.pool,
    sql`select actor_name as name from notifications where workspace_id = ${workspaceId} order by name`,
  )
  expect(left.map(({ name }) => name)).toEqual(['read lately', 'unread'])
})
