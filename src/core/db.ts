import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lineWith, type Line } from './db-line.ts'
import { connectFailure, databaseFailure, sqlState } from './db-failures.ts'
import { Refusal } from './errors.ts'
import { written } from './lean-query.ts'
import type { Sql } from './sql.ts'
import { transactionOn } from './transaction.ts'

/** Anything a query can run on. */
export interface Db {
  rows<Row>(query: Sql): Promise<Row[]>
  /** Statements in one trip: each sees what those before it did and waited for, and after one that fails none is run. */
  together(queries: readonly Sql[]): Promise<unknown[][]>
  /** Runs a text as it is: pg-boss's own, or many statements without parameters. */
  raw(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

declare const inside: unique symbol
declare const outside: unique symbol

/** A connection with an open transaction. Only `Pool.transaction` makes one. */
export interface Tx extends Db {
  readonly [inside]: true
  /**
   * Sends the last statements of the work together with the commit, and answers the rows of the very last. Only where the
   * work has opened the transaction itself; where it has joined a larger one they are statements like any other.
   */
  last<Row>(...queries: readonly Sql[]): Promise<Row[]>
  /**
   * Put off to the end, and sent with the commit: one statement for all items that were given with the same function. For
   * what takes a lock that everybody needs: a transaction that went on after it could wait for others who wait for it.
   */
  atEnd<Item>(write: (items: readonly Item[]) => Sql, item: Item): void
  /** Done as soon as all of it is committed, and never if it is not. It cannot wait, and must not fail. */
  after(work: () => void): void
  /** Runs a migration's text, however long it takes. */
  script(text: string): Promise<void>
}

/**
 * The pool itself. What needs a connection of its own asks for a `Pool`, which code inside a transaction
 * does not have: a second connection taken there could wait for ever on a full pool.
 */
export interface Pool extends Db {
  readonly [outside]: true
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections in use, idle, and callers waiting for one. */
  usage(): { busy: number; idle: number; waiting: number }
}

export async function one<Row>(db: Db, query: Sql): Promise<Row | undefined> {
  return (await db.rows<Row>(query))[0]
}

export function many<Row>(db: Db, query: Sql): Promise<Row[]> {
  return db.rows<Row>(query)
}

/** The transaction for a part of its work, which must not end it. */
export function partOf(tx: Tx): Tx {
  const last = async (...queries: readonly Sql[]) => (await tx.together(queries)).at(-1)
  return { ...tx, last: last as Tx['last'] }
}

/** For a statement whose rows nobody needs; answers how many rows it returned. */
export async function run(db: Db, query: Sql): Promise<number> {
  return (await db.rows(query)).length
}

const ATTEMPTS_MAX = 3
const RETRY_MILLIS_MIN = 20

interface PoolKind {
  /** A database that is one session (PGlite): its one connection is never thrown away. */
  single: boolean
  /** How long an answer is waited for; for ever unless said. */
  answerMillisMax?: number
}

export function poolOver(pool: pg.Pool, { single, answerMillisMax }: PoolKind): Pool {
  const line = lineWith(answerMillisMax)
  // pg-pool takes its own error listener away while a client is out; a killed backend would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', () => {})

  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await connected(pool)
    const transaction = transactionOn(client, line)
    let broken: Error | undefined
    try {
      const result = await work(transaction.tx)
      await transaction.commit()
      transaction.afterwards.forEach((work) => work())
      return result
    } catch (error) {
      broken = await transaction.abandon(error)
      throw error
    } finally {
      client.release(single ? undefined : broken)
    }
  }

  return {
    ...overPool(pool, line, single),
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work)
        } catch (error) {
          if (tries >= ATTEMPTS_MAX || !isRetryable(error)) throw databaseFailure(error)
          // At once, it would take again what the other waits for.
          await sleep(RETRY_MILLIS_MIN * (1 + Math.random()))
        }
      }
    },
    usage: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  } as Pool
}

function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => Promise.reject(connectFailure(error)))
}

function over(client: pg.PoolClient, line: Line): Db {
  async function together(queries: readonly Sql[]): Promise<unknown[][]> {
    try {
      return (await line.ask(client, queries.map(written))).rows
    } catch (error) {
      throw databaseFailure(error)
    }
  }
  return {
    together,
    rows: async <Row>(query: Sql) => (await together([query]))[0] as Row[],
    async raw(text, values) {
      try {
        return await line.raw(client, text, values)
      } catch (error) {
        throw databaseFailure(error)
      }
    },
  }
}

/**
 * Each statement on a connection of the pool. `pool.query` would throw the connection away after any error: on a
 * server that costs its prepared statements, and PGlite has only the one, whose next client would get the answers
 * meant for the old one.
 */
function overPool(pool: pg.Pool, line: Line, single: boolean): Db {
  async function held<T>(
    work: (db: Db) => Promise<T>,
    afterError: (client: pg.PoolClient) => Promise<unknown>,
  ): Promise<T> {
    const client = await connected(pool)
    let broken = false
    try {
      return await work(over(client, line))
    } catch (error) {
      // Behind a statement that got no answer another would get none either.
      broken = error instanceof Refusal
      if (!broken || single) await afterError(client).catch(() => (broken = true))
      throw error
    } finally {
      client.release(broken && !single)
    }
  }
  return {
    rows: (query) =>
      held(
        (db) => db.rows(query),
        async () => {},
      ),
    together: (queries) =>
      held(
        (db) => db.together(queries),
        async () => {},
      ),
    // A text of many statements can fail inside a transaction that it began.
    raw: (text, values) =>
      held(
        (db) => db.raw(text, values),
        (client) => line.raw(client, 'rollback'),
      ),
  }
}

/** A deadlock's victim and a serialization conflict changed nothing: running the work again is right. */
function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40P01' || state === '40001'
}
