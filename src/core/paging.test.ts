import { expect, test } from 'vitest'
import type { Tx } from '#core/db.ts'
import { harness } from '#test/harness.ts'
import { listed, type Listed, type Listing } from './paging.ts'
import { sql } from './sql.ts'

const ROWS = 20_000
const FAR = 1000

const listing: Listing = {
  columns: sql`t.id as id`,
  from: sql`things t join owners o on o.id = t.owner_id`,
  countFrom: sql`things t`,
  where: sql`t.is_wanted`,
  order: sql`t.place`,
}
const row = { id: sql`t.id`, on: sql`t.id = page.id` }

/** In tables of the session's own, and with the plan of a statement that has been asked for often. */
async function withThings<T>(ask: (tx: Tx) => Promise<T>): Promise<T> {
  const { runtime } = await harness()
  return runtime.database.pool.transaction(async (tx) => {
    await tx.script(`
      set local plan_cache_mode = force_generic_plan;
      create temp table owners (id int primary key) on commit drop;
      create temp table things (id int primary key, owner_id int not null, place int not null, is_wanted boolean not null,
        text text not null) on commit drop;
      insert into owners select i from generate_series(1, ${ROWS}) i;
      insert into things select i, i, i, true, repeat('word ', 20) from generate_series(1, ${ROWS}) i;
      create index things_place on things (place, id) where is_wanted;
      analyze owners, things;`)
    return ask(tx)
  })
}

async function ownersRead(tx: Tx): Promise<number> {
  const { rows } = await tx.raw(
    "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'owners'",
  )
  return Number(rows[0].read)
}

const idsOf = ({ items }: Listed<{ id: number }>) => items.map(({ id }) => id)

test('only the rows of the page are joined, far down and in a search', async () => {
  await withThings(async (tx) => {
    for (const way of [{ row }, { search: row }]) {
      const before = await ownersRead(tx)
      const page = await listed<{ id: number }>(tx, { limit: 50, offset: FAR }, { ...listing, ...way })
      expect(page.pagination).toEqual({ total: ROWS, limit: 50, offset: FAR, hasMore: true })
      expect((await ownersRead(tx)) - before).toBeLessThanOrEqual(100)
    }
  })
})

test('a page has as many rows as are asked for, whatever size it is looked for with', async () => {
  await withThings(async (tx) => {
    for (const limit of [1, 19, 20, 21, 50, 51, 100, 101, 250]) {
      const wanted = Array.from({ length: limit }, (_, index) => FAR + 1 + index)
      for (const way of [{ row }, { search: row }, {}]) {
        const page = await listed<{ id: number }>(tx, { limit, offset: FAR }, { ...listing, ...way })
        expect(idsOf(page)).toEqual(wanted)
      }
    }
    const last = await listed<{ id: number }>(tx, { limit: 7, offset: ROWS - 2 }, { ...listing, row })
    expect([idsOf(last), last.pagination.hasMore]).toEqual([[ROWS - 1, ROWS], false])
  })
})
