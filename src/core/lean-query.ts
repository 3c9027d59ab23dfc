import { createRequire } from 'node:module'
import pg from 'pg'
import { columnParsers } from './db-columns.ts'
import type { Statement } from './sql.ts'

/** The parts of pg's own query and connection that are used here. They are internal: pg is pinned, and tests would tell. */
interface Connection {
  bind(message: object): void
  execute(message: object): void
  sync(): void
}
interface QueryParts {
  name: string
  values: unknown[]
  callback: (error: Error | null, rows?: unknown[]) => void
  prepare(connection: Connection): void
  hasBeenParsed(connection: Connection): boolean
}
interface Field {
  name: string
  dataTypeID: number
}
type Decode = (values: readonly (string | null)[]) => unknown

const Query = pg.Query as unknown as new (config: Statement) => QueryParts
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/** How to read the rows of a statement, by its name; the server has told it once. */
const decoders = new Map<string, Decode>()

/**
 * A named statement without the detours of pg's own class: from the second time on it is not described again, and a row
 * becomes an object of fixed shape at once. It halves what a read costs. Were the columns of a statement to change,
 * PostgreSQL would refuse it.
 */
export class LeanQuery extends Query {
  readonly #rows: unknown[] = []
  #decode: Decode | undefined
  #fault: Error | undefined

  constructor(statement: Statement, callback: QueryParts['callback']) {
    // Written out before the connection hears of it: a value that cannot be would leave half a message behind.
    super({ ...statement, values: statement.values.map((value) => prepareValue(value)) })
    this.callback = callback
    this.#decode = decoders.get(statement.name)
  }

  override prepare(connection: Connection): void {
    if (!this.#decode || !this.hasBeenParsed(connection)) return super.prepare(connection)
    connection.bind({ portal: '', statement: this.name, values: this.values })
    connection.execute({ portal: '', rows: 0 })
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#decode = decoderOf(fields)
    decoders.set(this.name, this.#decode)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#decode?.(fields))
    } catch (error) {
      this.#fault ??= error as Error
    }
  }

  /** A statement that answers no rows describes none: it need not be asked again either. */
  handleCommandComplete(): void {
    if (!this.#decode) decoders.set(this.name, () => undefined)
  }

  handleReadyForQuery(): void {
    this.callback(this.#fault ?? null, this.#rows)
  }
}

/** Written out as code, so that every row of a statement is an object literal of one shape. */
function decoderOf(fields: readonly Field[]): Decode {
  const parsers = fields.map(({ dataTypeID }) => columnParsers.getTypeParser(dataTypeID, 'text'))
  const members = fields.map(
    ({ name }, index) => `${JSON.stringify(name)}: v[${index}] === null ? null : p[${index}](v[${index}])`,
  )
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own columns, written as JSON
  return new Function('p', `return (v) => ({ ${members.join(', ')} })`)(parsers) as Decode
}
