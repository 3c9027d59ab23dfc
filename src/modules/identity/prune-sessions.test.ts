import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { pruneSessions } from './prune-sessions.ts'

test('however many sessions have run out, they are deleted, and no others', async () => {
  const { runtime, admin } = await harness()
  const { pool } = runtime.database
  const mine = sql`from sessions where user_id = ${admin.userId}`
  const before = await many(pool, sql`select id ${mine}`)
  await run(
    pool,
    sql`
    insert into sessions (id, user_id, created_at, refreshed_at, expires_at)
    select gen_random_uuid(), ${admin.userId}, now(), now(), now() - interval '8 days' from generate_series(1, 2500)`,
  )
  await pruneSessions.run(systemContext(runtime))
  expect(await many(pool, sql`select id ${mine}`)).toEqual(before)
})
