import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backend, newDatabase } from '#test/database.ts'
import { soon } from '#test/working.ts'
import { openDatabase, type Database } from './database.ts'
import { many, partOf, poolOver, run, type Pool, type Tx } from './db.ts'
import { coreFailures, Refusal } from './errors.ts'
import { sql } from './sql.ts'
import { lockWaits } from '#test/lock-waits.ts'

let database: Database
let pool: Pool

beforeAll(async () => {
  database = await openDatabase(await newDatabase({ poolSize: 4 }))
  pool = database.pool
  await pool.raw(`create table numbers (n integer primary key);
    create table pairs (n integer primary key, partner integer references pairs deferrable initially deferred)`)
})
afterAll(() => database.close())
beforeEach(() => pool.raw('truncate numbers, pairs'))

const insert = (n: number) => sql`insert into numbers values (${n}) returning n`
const kept = async () => (await many<{ n: number }>(pool, sql`select n from numbers order by n`)).map(({ n }) => n)
const FAILING = sql`select 1 / ${0}::int`

/** Puts a transaction on each connection, so that one left in an odd state shows. */
async function expectHealthy(): Promise<void> {
  const before = await kept()
  await Promise.all([91, 92, 93, 94].map((n) => pool.transaction((tx) => tx.last(insert(n)))))
  expect(await kept()).toEqual([...before, 91, 92, 93, 94])
}

test('statements sent together see each other, and answer each with its rows', async () => {
  const count = sql`select count(*)::int as n from numbers`
  const rows = await pool.transaction((tx) => tx.together([count, insert(1), count, sql`delete from numbers`, count]))
  expect(rows).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 1 }], [], [{ n: 0 }]])
  // The same ones again, now that the server knows them, and none at all.
  expect(await pool.transaction((tx) => tx.together([insert(1), count, insert(2), count]))).toEqual([
    [{ n: 1 }],
    [{ n: 1 }],
    [{ n: 2 }],
    [{ n: 2 }],
  ])
  expect(await pool.transaction((tx) => tx.together([]))).toEqual([])
})

test('after one that fails none is run, and the transaction changes nothing', async () => {
  await expect(pool.transaction((tx) => tx.together([insert(1), FAILING, insert(2)]))).rejects.toThrow('zero')
  await expect(
    pool.transaction(async (tx) => {
      await run(tx, insert(3))
      await tx.together([insert(4), FAILING]).catch(() => {})
    }),
  ).rejects.toThrow('aborted')
  await expectHealthy()
})

test('outside a transaction they go together too: all of them, or none', async () => {
  const count = sql`select count(*)::int as n from numbers`
  expect(await pool.together([insert(1), count, insert(2)])).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 2 }]])
  expect(await pool.together([])).toEqual([])
  await expect(pool.together([insert(3), FAILING, insert(4)])).rejects.toThrow('zero')
  expect(await kept()).toEqual([1, 2])
  await expectHealthy()
})

test('the last statement commits, and after it the transaction takes no other', async () => {
  const afterwards: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => run(tx, insert(2)),
    (tx) => tx.together([insert(2)]),
    (tx) => tx.last(insert(2)),
    (tx) => tx.raw('insert into numbers values (2)'),
    (tx) => tx.script('insert into numbers values (2)'),
  ]
  for (const [index, more] of afterwards.entries()) {
    const work = pool.transaction(async (tx) => {
      expect(await tx.last(insert(10 + index))).toEqual([{ n: 10 + index }])
      await more(tx)
    })
    await expect(work).rejects.toThrow('the transaction is over')
  }
  expect(await kept()).toEqual([10, 11, 12, 13, 14])
  await expectHealthy()
})

test('a last statement that fails commits nothing, whatever the work makes of it', async () => {
  const before = async (tx: Tx): Promise<void> => void (await run(tx, insert(1)))
  await expect(pool.transaction(async (tx) => before(tx).then(() => tx.last(FAILING)))).rejects.toThrow('zero')
  await expect(
    pool.transaction(async (tx) => {
      await before(tx)
      await tx.last(FAILING).catch(() => {})
    }),
  ).rejects.toThrow('aborted')
  await expect(
    pool.transaction(async (tx) => {
      await before(tx)
      await tx.last(FAILING).catch(() => {})
      await run(tx, insert(2))
    }),
  ).rejects.toThrow('over')
  // The commit itself can be what fails.
  const orphan = sql`insert into pairs values (1, 2)`
  await expect(pool.transaction((tx) => tx.last(orphan))).rejects.toThrow('foreign key')
  await expect(pool.transaction((tx) => run(tx, orphan))).rejects.toThrow('foreign key')
  expect(await many(pool, sql`select n from pairs`)).toEqual([])
  await expectHealthy()
})

test('what is to be done after a transaction is done once it is committed, and never when it is undone', async () => {
  const done: string[] = []
  const note = (tx: Tx, text: string): void => tx.after(() => void kept().then((all) => done.push(`${text} ${all}`)))
  await pool.transaction(async (tx) => {
    note(partOf(tx), 'part')
    await run(tx, insert(1))
    expect(done).toEqual([])
  })
  // What is noted reads the table by itself: it is waited for before there is more to read.
  await soon(async () => expect(done).toEqual(['part 1']))
  await pool.transaction(async (tx) => {
    note(tx, 'last')
    await tx.last(insert(2))
  })
  const orphan = sql`insert into pairs values (1, 2)`
  const failing = (work: (tx: Tx) => Promise<unknown>) =>
    pool.transaction(async (tx) => {
      note(tx, 'undone')
      await run(tx, insert(3))
      await work(tx)
    })
  await expect(failing(() => Promise.reject(new Error('by itself')))).rejects.toThrow('by itself')
  await expect(failing((tx) => run(tx, orphan))).rejects.toThrow('foreign key')
  await soon(async () => expect(done).toEqual(['part 1', 'last 1,2']))
})

test('work that throws changes nothing, with whatever it began', async () => {
  const beginnings: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => run(tx, insert(1)),
    (tx) => tx.together([insert(1)]),
    (tx) => partOf(tx).last(insert(1)),
    (tx) => tx.raw('insert into numbers values (1)'),
    (tx) => tx.raw('insert into numbers values ($1)', [1]),
    (tx) => tx.script('insert into numbers values (1); insert into numbers values (2)'),
    (tx) => run(tx, FAILING).catch(() => {}),
    // Never sent: nothing has begun by it.
    (tx) => run(tx, sql`select ${circle()}::text`).catch(() => {}),
    async () => {},
  ]
  for (const begin of beginnings) {
    const work = pool.transaction(async (tx) => {
      await begin(tx)
      await run(tx, insert(5)).catch(() => {})
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
  }
  await expectHealthy()
})

test('work that does nothing needs no transaction, and a part of one does not end it', async () => {
  expect(await pool.transaction(async () => 'nothing')).toBe('nothing')
  await pool.transaction(async (tx) => {
    await partOf(tx).last(insert(1))
    await run(tx, insert(2))
  })
  expect(await kept()).toEqual([1, 2])
})

test('more at once than connections, statements at once in each: all is kept, each once', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 100)
  await Promise.all(
    numbers.map((n) =>
      pool.transaction(async (tx) => {
        const [, found] = await tx.together([insert(n), sql`select n from numbers where n = ${n}`])
        expect(found).toEqual([{ n }])
        await tx.last(insert(n + 1000))
      }),
    ),
  )
  expect(await kept()).toEqual([...numbers, ...numbers.map((n) => n + 1000)])
})

function circle(): object {
  const self: Record<string, unknown> = {}
  self.self = self
  return self
}

test.runIf(backend === 'postgres')('the victim of a deadlock is run again, and both are done', async () => {
  await run(pool, sql`insert into numbers values (1), (2)`)
  const lock = (n: number) => sql`select n from numbers where n = ${n} for update`
  let [tries, held] = [0, 0]
  const meeting = Promise.withResolvers<void>()
  async function cross(first: number, second: number, mark: number): Promise<void> {
    let isAgain = false
    await pool.transaction(async (tx) => {
      tries++
      if (!isAgain) await run(tx, lock(first))
      isAgain = true
      if (++held === 2) meeting.resolve()
      await meeting.promise
      await tx.last(sql`with held as materialized (${lock(second)}) insert into numbers select ${mark} from held`)
    })
  }
  await Promise.all([cross(1, 2, 10), cross(2, 1, 20)])
  expect(tries).toBe(3)
  expect(await kept()).toEqual([1, 2, 10, 20])
})

test.runIf(backend === 'postgres')('a statement behind a lock sees what was done while it waited', async () => {
  await run(pool, insert(1))
  const lock = sql`select n from numbers where n = 1 for update`
  const [held, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = pool.transaction(async (tx) => {
    await run(tx, lock)
    held.resolve()
    await waited.promise
    await run(tx, insert(2))
  })
  await held.promise
  const second = pool.transaction((tx) => tx.together([lock, sql`select n from numbers order by n`]))
  await soon(async () => expect(await lockWaits(pool)).toHaveLength(1))
  waited.resolve()
  await first
  expect(await second).toEqual([[{ n: 1 }], [{ n: 1 }, { n: 2 }]])
})

test.runIf(backend === 'postgres')('a connection that is cut costs the transaction, not the pool', async () => {
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`
  const ways: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => run(tx, cut),
    (tx) => tx.together([insert(1), cut, insert(2)]),
    (tx) => tx.last(cut),
    (tx) => run(tx, insert(1)).then(() => tx.last(cut)),
  ]
  for (const way of ways) {
    const failure: unknown = await pool.transaction(way).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Refusal)
    expect((failure as Refusal).failure).toBe(coreFailures.unavailable)
  }
  await expectHealthy()
  expect(pool.usage().busy).toBe(0)
})

test.runIf(backend === 'postgres')(
  'an answer that stays away costs its connection, and nobody else waits for it',
  async () => {
    const settings = await newDatabase()
    const connections = new pg.Pool({ connectionString: settings.kind === 'postgres' ? settings.url : '', max: 1 })
    const impatient = poolOver(connections, { single: false, answerMillisMax: 500 })
    // Longer than anybody waits below.
    const slow = sql`select pg_sleep(${120})`
    const ways: (() => Promise<unknown>)[] = [
      () => run(impatient, slow),
      () => impatient.raw('select pg_sleep(120)'),
      () => impatient.transaction((tx) => run(tx, slow)),
      () => impatient.transaction((tx) => tx.last(slow)),
      () => impatient.transaction((tx) => tx.raw('select pg_sleep(120)')),
    ]
    for (const way of ways) {
      const failure: unknown = await way().catch((error: unknown) => error)
      expect((failure as Refusal).failure).toBe(coreFailures.unavailable)
      // On a busy machine even this can take too long, once.
      expect(await soon(() => many(impatient, sql`select 1 as n`))).toEqual([{ n: 1 }])
    }
    await connections.end()
  },
)

test('what is for the end is written behind all else, together, and goes with the commit', async () => {
  const both = (items: readonly number[]) => sql`
    insert into numbers select n + (select count(*) from numbers) from unnest(${[...items]}::int[]) as n`
  const alone = (items: readonly string[]) => sql`insert into numbers select ${items.length}::int + 30`
  await pool.transaction(async (tx) => {
    tx.atEnd(both, 10)
    partOf(tx).atEnd(both, 20)
    tx.atEnd(alone, 'a')
    await run(tx, insert(1))
    expect(await tx.last(insert(2))).toEqual([{ n: 2 }])
  })
  expect(await kept()).toEqual([1, 2, 12, 22, 31])
  // Also when there is nothing else, or the commit goes by itself.
  await pool.transaction(async (tx) => tx.atEnd(both, 40))
  await pool.transaction(async (tx) => {
    tx.atEnd(both, 50)
    await run(tx, insert(3))
  })
  expect(await kept()).toEqual([1, 2, 3, 12, 22, 31, 45, 57])
  await expectHealthy()
})

test('what is for the end fails with the transaction, and the transaction with it', async () => {
  const more = (items: readonly number[]) => sql`insert into numbers select unnest(${[...items]}::int[])`
  const thrown = pool.transaction(async (tx) => {
    tx.atEnd(more, 1)
    throw new Error('never mind')
  })
  await expect(thrown).rejects.toThrow('never mind')
  for (const end of [(tx: Tx) => tx.last(insert(2)), (tx: Tx) => run(tx, insert(2))]) {
    const failing = pool.transaction(async (tx) => {
      tx.atEnd(() => FAILING, 1)
      await end(tx)
    })
    await expect(failing).rejects.toThrow('zero')
  }
  const late = pool.transaction(async (tx) => {
    await tx.last(insert(3))
    tx.atEnd(more, 4)
  })
  await expect(late).rejects.toThrow('the transaction is over')
  expect(await kept()).toEqual([3])
  await expectHealthy()
})
