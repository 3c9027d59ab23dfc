import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { newId } from './crypto.ts'
import { one, run } from './db.ts'
import { housekeeping } from './housekeeping.ts'
import { sql } from './sql.ts'

test('housekeeping deletes what is old, however much it is, and nothing else', async () => {
  const { runtime } = await harness()
  const { database, services, log } = runtime
  const db = database.pool
  const mark = newId()
  const rows = sql`from generate_series(1, 2500) n cross join (values ('old', 120), ('new', 1)) as t (age, minutes)`
  const key = sql`${mark}::text || age || n`
  const then = sql`now() - make_interval(mins => minutes)`
  await run(db, sql`insert into rate_buckets select ${key}, 1, 1, ${then} ${rows}`)
  await run(db, sql`insert into rate_windows select ${key}, array[now() - interval '1 day', ${then}], true ${rows}`)
  await run(
    db,
    sql`
    insert into idempotency_keys select convert_to(${key}, 'utf8'), '', 200, '{}', '', ${then} - interval '23 hours' ${rows}`,
  )
  const node = newId()
  await run(db, sql`insert into nodes values (${node}, now() - interval '2 hours')`)

  await housekeeping.run({ db, principal: { kind: 'system' }, now: new Date(), requestId: newId(), log, services })

  const ofKind = (kind: string) => sql`key like ${`${mark}${kind}%`}`
  const left = await one(
    db,
    sql`select
    (select count(*) from rate_buckets where ${ofKind('old')}) as "oldBuckets",
    (select count(*) from rate_buckets where ${ofKind('new')}) as "newBuckets",
    (select count(*) from rate_windows where ${ofKind('old')}) as "oldWindows",
    (select count(*) from rate_windows where ${ofKind('new')}) as "newWindows",
    (select count(*) from idempotency_keys where position(convert_to(${`${mark}old`}, 'utf8') in scope) = 1) as "oldKeys",
    (select count(*) from idempotency_keys where position(convert_to(${`${mark}new`}, 'utf8') in scope) = 1) as "newKeys",
    (select count(*) from nodes where id = ${node}) as nodes`,
  )
  expect(left).toEqual({
    oldBuckets: 0,
    newBuckets: 2500,
    oldWindows: 0,
    newWindows: 2500,
    oldKeys: 0,
    newKeys: 2500,
    nodes: 0,
  })
})
