import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#test/database.ts'
import { openDatabase, type Database } from './database.ts'
import { many, one, run } from './db.ts'
import { fixed, sql } from './sql.ts'

let database: Database

beforeAll(async () => {
  database = await openDatabase(await newDatabase({ poolSize: 4 }))
  await database.pool.raw('create table numbers (n integer primary key)')
})
afterAll(() => database.close())

test('a failed statement outside a transaction costs nobody else an answer', async () => {
  const { pool } = database
  const work = Array.from({ length: 40 }, (_, index) =>
    index % 4 === 0
      ? run(pool, sql`select 1 / ${0}::int`).then(
          () => 'no error',
          () => 'refused',
        )
      : one<{ n: number }>(pool, sql`select ${index}::int as n`).then((row) => row?.n),
  )
  const answers = await Promise.all(work)
  expect(answers).toEqual(answers.map((_, index) => (index % 4 === 0 ? 'refused' : index)))
})

test('a text that fails inside a transaction of its own leaves none behind', async () => {
  const { pool } = database
  await expect(pool.raw('begin; insert into numbers values (1); select 1 / 0; commit')).rejects.toThrow(
    'division by zero',
  )
  for (let times = 0; times < 8; times++) await run(pool, sql`select ${times}::int`)
  expect(await many(pool, sql`select n from numbers`)).toEqual([])
})

test('a transaction that throws changes nothing, one that swallows a failed statement neither', async () => {
  const { pool } = database
  await expect(
    pool.transaction(async (tx) => {
      await run(tx, sql`insert into numbers values (2)`)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await expect(
    pool.transaction(async (tx) => {
      await run(tx, sql`insert into numbers values (3)`)
      await run(tx, sql`select 1 / 0`).catch(() => {})
    }),
  ).rejects.toThrow('aborted')
  expect(await many(pool, sql`select n from numbers`)).toEqual([])
})

test('more transactions at once than connections all finish', async () => {
  const { pool } = database
  const numbers = Array.from({ length: 100 }, (_, index) => index + 100)
  await Promise.all(numbers.map((n) => pool.transaction((tx) => run(tx, sql`insert into numbers values (${n})`))))
  expect(await one(pool, sql`select count(*)::int as n from numbers where n >= 100`)).toEqual({ n: 100 })
})

test('columns arrive as the API sends them', async () => {
  const row = await one(
    database.pool,
    sql`
    select '2026-11-15 09:30:00+00'::timestamptz(3) as a, '2026-11-15 10:30:00.12+01'::timestamptz(3) as b,
      '2026-11-15'::date as c, 12.50::numeric as d, 9007199254740991::bigint as e, '15:00'::time as f, '{"x": [1]}'::jsonb as g`,
  )
  expect(row).toEqual({
    a: '2026-11-15T09:30:00.000Z',
    b: '2026-11-15T09:30:00.120Z',
    c: '2026-11-15',
    d: 12.5,
    e: 9007199254740991,
    f: '15:00:00',
    g: { x: [1] },
  })
})

test('empty values are values of their own, and long ones are whole', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const ask = () =>
    one<Record<string, unknown>>(
      database.pool,
      sql`
      select '{}'::jsonb as a, '[]'::json as b, '{}'::uuid[] as c, ${[id]}::uuid[] as d, '{"x": []}'::json as e, ''::text as f,
        '12026-11-15 09:30:00.123456+00'::timestamptz as g, null::jsonb as h, null::text as i`,
    )
  const [first, second] = [await ask(), await ask()]
  expect(first).toEqual({
    a: {},
    b: [],
    c: [],
    d: [id],
    e: { x: [] },
    f: '',
    g: '12026-11-15T09:30:00.123456Z',
    h: null,
    i: null,
  })
  expect(second).toEqual(first)
  expect(second?.a).not.toBe(first?.a)
})

test('a value that cannot be bound is refused, and the connection goes on', async () => {
  const { pool } = database
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const ask = (value: unknown) => one<{ n: string }>(pool, sql`select ${value}::text as n`)
  expect(await ask('first')).toEqual({ n: 'first' })
  for (let times = 0; times < 6; times++) await expect(ask(circle)).rejects.toThrow('circular')
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask))).toEqual(['a', 'b', 'c', 'd', 'e'].map((n) => ({ n })))
})

test('a statement gives the same rows the first time and every other time, none included', async () => {
  const { pool } = database
  const rows = (limit: number) => many(pool, sql`select n, null as nothing from generate_series(1, ${limit}::int) n`)
  expect([await rows(2), await rows(0), await rows(1)]).toEqual([
    [
      { n: 1, nothing: null },
      { n: 2, nothing: null },
    ],
    [],
    [{ n: 1, nothing: null }],
  ])
  for (let times = 0; times < 3; times++) expect(await run(pool, sql`delete from numbers where n < ${0}`)).toBe(0)
})

test('a connection keeps no more statements than it should, and each of them still answers', async () => {
  const { pool } = database
  const ask = (times: number) => one<{ n: number }>(pool, sql`select ${times}::int as ${fixed(`n${times}`)}, 7 as n`)
  for (let times = 0; times < 1500; times++) expect(await ask(times)).toMatchObject({ n: 7 })
  const [kept] = await many<{ count: number }>(pool, sql`select count(*)::int as count from pg_prepared_statements`)
  expect(kept?.count).toBeLessThanOrEqual(1000)
  expect(await ask(0)).toEqual({ n0: 0, n: 7 })
  await expect(pool.transaction((tx) => one(tx, sql`select ${1}::int as n1, 7 as n`))).resolves.toMatchObject({ n: 7 })
})

test('what is forgotten is forgotten by the server too, although the statement before it fails', async () => {
  const { pool, close } = await openDatabase(await newDatabase({ poolSize: 1 }))
  onTestFinished(close)
  const failing = sql`select 1 / ${0}::int`
  const answering = () => pool.transaction((tx) => one(tx, sql`select 7 as n`))
  await answering()
  await expect(many(pool, failing)).rejects.toThrow('division by zero')
  const counted = async (): Promise<number> =>
    (await one<{ n: number }>(pool, sql`select count(*)::int as n from pg_prepared_statements`))?.n ?? 0
  for (let made = await counted(); made < 1000; made++) await run(pool, sql`select 1 as ${fixed(`made${made}`)}`)
  expect(await counted()).toBe(1000)
  await expect(pool.together([failing, sql`select 'never asked before'`])).rejects.toThrow('division by zero')
  expect(await answering()).toEqual({ n: 7 })
})
