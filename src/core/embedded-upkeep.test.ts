import { expect, test } from 'vitest'
import { newDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import { tendTables } from './embedded-upkeep.ts'

test('a table that has grown is counted and cleared, once until it grows again', async () => {
  await using cleanup = new AsyncDisposableStack()
  const { pool, close } = await openDatabase(await newDatabase({ isBare: true }))
  cleanup.defer(close)
  const counted = async () => (await pool.raw(`select reltuples from pg_class where relname = 'Long "Name"'`)).rows
  await pool.raw('create table "Long ""Name""" (n integer primary key, text text)')
  await pool.raw(`insert into "Long ""Name""" select n, repeat('x', 200) from generate_series(1, 2000) n`)
  expect(await tendTables(pool)).toEqual(['"Long ""Name"""'])
  expect(await counted()).toEqual([{ reltuples: 2000 }])
  expect(await tendTables(pool)).toEqual([])
})
