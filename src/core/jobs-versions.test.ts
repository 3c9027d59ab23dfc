import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { newId } from './crypto.ts'
import { many, run } from './db.ts'
import type { Routine, Subscriber } from './jobs.ts'
import { sql } from './sql.ts'

/** Workers of two versions on one database: the newer has a subscriber or a routine that the older has not. */
let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

const mark = newId().slice(-8)
const type = `thing.happened-${mark}`

function counting(name: string, cron: string): Routine & { runs: number } {
  const routine = {
    name: `${name}-${mark}`,
    cron,
    runs: 0,
    run: async ({ principal }: Parameters<Routine['run']>[0]) => {
      expect(principal).toEqual({ kind: 'system' })
      routine.runs += 1
    },
  }
  return routine
}

const pool = () => server.runtime.database.pool
const scheduled = () => many(pool(), sql`select key from pgboss.schedule`)

async function happen(only: string | null = null, what = type): Promise<void> {
  await run(
    pool(),
    sql`insert into outbox (workspace_id, type, payload, subscriber, created_at) values ('w', ${what}, '{}', ${only}, now())`,
  )
  server.runtime.services.wakeRelay()
}

test('a routine runs at its time, on one worker, and one that is retired stops', async () => {
  const routine = counting('routine', '* * * * *')
  const first = await working(server, [], { routines: [routine] })
  await working(server, [], { routines: [routine] })
  await soon(() => expect(routine.runs).toBeGreaterThan(0))
  await first.stop()
  await working(server, [], { retiredRoutines: [routine.name] })
  expect(await scheduled()).toEqual([])
})

test('a worker that does not know a routine leaves it in the schedule, and its job to those who do', async () => {
  const routine = counting('newer', '0 0 1 1 *')
  const newer = await working(server, [], { routines: [routine] })
  await newer.stop()
  await working(server, [])
  expect(await scheduled()).toEqual([{ key: routine.name }])

  const isMine = sql`name = 'routines' and data ->> 'routine' = ${routine.name}`
  await run(
    pool(),
    sql`insert into pgboss.job (name, data) values ('routines', ${JSON.stringify({ routine: routine.name })}::jsonb)`,
  )
  const putBack = () => many(pool(), sql`select retry_count from pgboss.job where ${isMine} and start_after > now()`)
  await soon(async () => expect(await putBack()).toEqual([{ retry_count: 0 }]))
  await working(server, [], { routines: [routine] })
  await soon(async () => {
    await run(pool(), sql`update pgboss.job set start_after = now() where ${isMine} and state = 'created'`)
    expect(routine.runs).toBe(1)
  })
})

test('what nobody knows for long is tried seldom, counted, and due when a worker starts', async () => {
  const routine = counting('rolled-back', '0 0 1 1 *')
  const isMine = sql`name = 'routines' and data ->> 'routine' = ${routine.name}`
  const older = await working(server, [])
  // What routines of other tests may have left.
  await run(pool(), sql`delete from pgboss.job where name = 'routines'`)
  await run(
    pool(),
    sql`
    insert into pgboss.job (name, data, created_on)
    values ('routines', ${JSON.stringify({ routine: routine.name })}::jsonb, now() - interval '1 day')`,
  )
  const waitsLong = () =>
    many(pool(), sql`select 1 from pgboss.job where ${isMine} and start_after > now() + interval '9 minutes'`)
  await soon(async () => expect(await waitsLong()).toHaveLength(1))
  expect([await older.left(), await older.lag()]).toEqual([1, { waiting: 0, oldestSeconds: 0 }])
  // Or it could put the job back before the other has asked for it.
  await older.stop()
  const newer = await working(server, [], { routines: [routine] })
  await soon(() => expect(routine.runs).toBe(1))
  await soon(async () => expect(await newer.left()).toBe(0))
})

test('events reach a subscriber that only workers of another version have, for as long as there are any', async () => {
  const seen: string[] = []
  const newest: Subscriber = { name: `newest-${mark}`, on: [type], handle: async (_, { id }) => void seen.push(id) }
  const letters = () => many(pool(), sql`select subscriber, attempts from dead_letters`)
  await working(server, [])
  const first = await working(server, [newest])
  for (let number = 0; number < 20; number++) await happen()
  await soon(() => expect(seen).toHaveLength(20))
  await first.stop()

  // Another such worker, of which only the note is there: the older one alone hands out what happens.
  await run(
    pool(),
    sql`
    insert into subscribers (worker_id, name, events, seen_at)
    values (${newId()}::uuid, ${newest.name}, array[${type}], clock_timestamp())`,
  )
  await server.runtime.bus.publish('subscribers')
  await soon(async () => {
    await happen()
    expect(
      await many(pool(), sql`select 1 from pgboss.job where name = ${`event.${newest.name}`} and state = 'created'`),
    ).not.toEqual([])
  })
  await happen(newest.name)
  await soon(async () => expect(await many(pool(), sql`select 1 from outbox`)).toEqual([]))
  expect(await letters()).toEqual([])
  const waiting = await many(
    pool(),
    sql`select 1 from pgboss.job where name = ${`event.${newest.name}`} and state = 'created'`,
  )
  const second = await working(server, [newest])
  await soon(() => expect(seen).toHaveLength(20 + waiting.length))
  await second.stop()

  await run(pool(), sql`delete from subscribers where name = ${newest.name}`)
  await server.runtime.bus.publish('subscribers')
  await soon(async () => {
    await happen(newest.name)
    expect(await letters()).toContainEqual({ subscriber: newest.name, attempts: 0 })
  })
})

test('a kind of event that a subscriber hears of only in a later version is left for the workers of that', async () => {
  const later = `thing.renamed-${mark}`
  const [heard, heardByOlder]: [Set<string>, string[]] = [new Set(), []]
  const name = `known-${mark}`
  const isMine = sql`name = ${`event.${name}`} and state = 'created'`
  const dueAgain = () => run(pool(), sql`update pgboss.job set start_after = now() where ${isMine}`)
  await working(server, [{ name, on: [type], handle: async (_, event) => void heardByOlder.push(event.type) }])
  const newer: Subscriber = { name, on: [type, later], handle: async (_, { id }) => void heard.add(id) }
  const first = await working(server, [newer])
  // Until the older one has been told of it.
  await soon(async () => {
    await happen(null, later)
    await dueAgain()
    expect(heard.size).toBeGreaterThan(0)
  })
  // Another such worker, of which only the note is there.
  await run(
    pool(),
    sql`
    insert into subscribers (worker_id, name, events, seen_at)
    values (${newId()}::uuid, ${name}, array[${type}, ${later}], clock_timestamp())`,
  )
  await first.stop()
  // The older one alone hands it out, takes it, and puts it back.
  await soon(async () => {
    await happen(null, later)
    expect(await many(pool(), sql`select 1 from pgboss.job where ${isMine} and start_after > now()`)).not.toEqual([])
  })
  // The last of the newer ones is gone, as the older one knows when it hands out no more.
  await run(pool(), sql`delete from subscribers where ${later} = any (events)`)
  await server.runtime.bus.publish('subscribers')
  const ids = () =>
    many<{ id: string }>(
      pool(),
      sql`select data -> 'event' ->> 'id' as id from pgboss.job where name = ${`event.${name}`} order by id`,
    )
  await soon(async () => {
    const before = await ids()
    await happen(null, later)
    await soon(async () => expect(await many(pool(), sql`select 1 from outbox`)).toEqual([]))
    expect(await ids()).toEqual(before)
  })
  await dueAgain()
  await soon(async () =>
    expect(
      await many(
        pool(),
        sql`select 1 from pgboss.job where name = ${`event.${name}`} and state < 'completed' and start_after <= now()`,
      ),
    ).toEqual([]),
  )
  const waiting = await many<{ id: string }>(
    pool(),
    sql`select data -> 'event' ->> 'id' as id from pgboss.job where ${isMine}`,
  )
  expect(waiting).not.toEqual([])
  await working(server, [newer])
  await soon(async () => {
    await dueAgain()
    expect([...heard]).toEqual(expect.arrayContaining(waiting.map(({ id }) => id)))
  })
  expect(heardByOlder).not.toContain(later)
})

test('what is left of a kind of event that a subscriber hears of no more is over', async () => {
  const [name, former] = [`narrowed-${mark}`, `thing.painted-${mark}`]
  const heard: string[] = []
  const handle: Subscriber['handle'] = async (_, event) => void heard.push(event.type)
  await working(server, [{ name, on: [type], retired: [former], handle }])
  await happen(name, former)
  await soon(async () =>
    expect(await many(pool(), sql`select state from pgboss.job where name = ${`event.${name}`}`)).toEqual([
      { state: 'completed' },
    ]),
  )
  expect(heard).toEqual([])
})
