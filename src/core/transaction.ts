import type pg from 'pg'
import { databaseFailure, hasTimedOut } from './db-failures.ts'
import type { Tx } from './db.ts'
import type { Line } from './db-line.ts'
import { written, type LeanAnswer } from './lean-query.ts'
import type { Sql, Statement } from './sql.ts'

const BEGIN: Statement = { prepared: { name: 'begin', text: 'begin', decode: undefined }, values: [] }
const COMMIT: Statement = { prepared: { name: 'commit', text: 'commit', decode: undefined }, values: [] }
const SCRIPT_MILLIS_MAX = 24 * 3600 * 1000

export interface Transaction {
  readonly tx: Tx
  /** What is to be done once it is committed. */
  readonly afterwards: readonly (() => void)[]
  /** Commits, unless the work's last statement has done so or there is nothing to commit. */
  commit(): Promise<void>
  /** Undoes what was done. Answers why the connection can be used no more, if so. */
  abandon(error: unknown): Promise<Error | undefined>
}

/**
 * A transaction on this connection. `begin` waits for the first statement and goes out with it, and the commit goes
 * out with the last one if the work says which that is: each is a trip less.
 */
export function transactionOn(client: pg.PoolClient, line: Line): Transaction {
  let state: 'new' | 'open' | 'ending' | 'committed' = 'new'
  const afterwards: (() => void)[] = []
  const closing = new Map<(items: readonly unknown[]) => Sql, unknown[]>()

  /** Sends statements behind `begin`, if that has not been said, and answers the rows of each. */
  async function send(statements: readonly Statement[]): Promise<LeanAnswer> {
    // Behind a commit a statement would run, and stay, by itself.
    if (state === 'ending' || state === 'committed') throw over()
    const isFirst = state === 'new'
    state = 'open'
    const answer = await line.ask(client, isFirst ? [BEGIN, ...statements] : statements)
    return isFirst ? { ...answer, rows: answer.rows.slice(1) } : answer
  }

  async function end(statements: readonly Statement[]): Promise<unknown[][]> {
    const last = [...closing].map(([write, items]) => written(write(items)))
    const sent = send([...statements, ...last, COMMIT])
    state = 'ending'
    const { rows, command } = await sent
    if (command !== 'COMMIT') throw aborted()
    state = 'committed'
    return rows
  }

  async function raw(text: string, values?: unknown[], answerMillisMax?: number): Promise<pg.QueryResult> {
    if (state !== 'open') await send([])
    return line.raw(client, text, values, answerMillisMax)
  }

  const tx = {
    rows: (query: Sql) => told(async () => (await send([written(query)])).rows[0]),
    together: (queries: readonly Sql[]) => told(async () => (await send(queries.map(written))).rows),
    last: (...queries: readonly Sql[]) => told(async () => (await end(queries.map(written)))[queries.length - 1]),
    raw: (text: string, values?: unknown[]) => told(() => raw(text, values)),
    atEnd(write: (items: readonly unknown[]) => Sql, item: unknown): void {
      if (state === 'ending' || state === 'committed') throw over()
      closing.set(write, [...(closing.get(write) ?? []), item])
    },
    after: (work: () => void): void => void afterwards.push(work),
    script: (text: string) => told(async () => void (await raw(text, undefined, SCRIPT_MILLIS_MAX))),
  }
  return {
    tx: tx as unknown as Tx,
    afterwards,
    async commit() {
      // The last statement failed, and the work made nothing of it.
      if (state === 'ending') throw aborted()
      if (state === 'open' || (state === 'new' && closing.size > 0)) await end([])
    },
    async abandon(error) {
      if (state === 'new' || state === 'committed') return undefined
      // Behind a statement that got no answer a rollback would get none either.
      if (hasTimedOut(error)) return error
      return line.raw(client, 'rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
    },
  }
}

function over(): Error {
  return new Error('the transaction is over')
}

/** A statement that failed and was caught leaves an aborted transaction: its commit is a rollback. */
function aborted(): Error {
  return new Error('the transaction was aborted by a failed statement')
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw databaseFailure(error)
  }
}
