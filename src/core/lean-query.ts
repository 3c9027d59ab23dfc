import { createRequire } from 'node:module'
import { asText, columnParsers } from './db-columns.ts'
import { compile, type Prepared, type Sql, type Statement } from './sql.ts'

/** The parts of pg's connection that are used here. They are internal: pg is pinned, and tests would tell. */
interface Connection {
  /** The names that the server knows on this connection; pg adds what a `ParseComplete` was for. */
  readonly parsedStatements: Record<string, string>
  /** The embedded database has no socket, and so nothing to hold back. */
  readonly stream: { cork?(): void; uncork?(): void }
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  close(message: object): void
  sync(): void
}
interface Field {
  name: string
  dataTypeID: number
}
type Decode = NonNullable<Prepared['decode']>

/** The rows of each statement, and what the last one did: `COMMIT`, or `ROLLBACK` where a commit was asked for. */
export interface LeanAnswer {
  rows: unknown[][]
  command: string
}

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/**
 * Named statements without the detours of pg's own class: from the second time on they are not described again, and a
 * row becomes an object of fixed shape at once. It halves what a read costs. Were the columns of a statement to change,
 * PostgreSQL would refuse it.
 *
 * Several statements go out in one write and end with one `Sync`: they run one after the other, each sees what those
 * before it did, and after one that fails none is run. To pg it is the one query that the connection works on.
 */
export class LeanQuery {
  /** pg reads these two to know what a `ParseComplete` is for. */
  name = ''
  text = ''
  callback: (error: Error | null, answer?: LeanAnswer) => void
  readonly #statements: readonly Statement[]
  readonly #rows: unknown[][] = []
  #prepared: Prepared | undefined
  #current: unknown[] = []
  #decode: Decode | undefined
  #command = ''
  #fault: Error | undefined

  constructor(statements: readonly Statement[], callback: LeanQuery['callback']) {
    this.#statements = statements
    this.callback = callback
    this.#expect(0)
  }

  submit(connection: Connection): null {
    connection.stream.cork?.()
    try {
      if (this.#statements.some(({ prepared }) => !isKnown(connection, prepared))) forgetOld(connection)
      const told = new Set<string>()
      for (const { prepared, values } of this.#statements) {
        const { name } = prepared
        const isNew = !isKnown(connection, prepared) && !told.has(name)
        if (isNew) told.add(name)
        send(connection, prepared, values, isNew)
      }
      connection.sync()
    } finally {
      connection.stream.uncork?.()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#decode = decoderOf(fields)
    if (this.#prepared) this.#prepared.decode = this.#decode
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#current.push(this.#decode?.(fields))
    } catch (error) {
      this.#fault ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // A statement that answers no rows describes none: it need not be asked again either.
    if (this.#prepared) this.#prepared.decode ??= () => undefined
    this.#command = text
    this.#expect(this.#rows.length)
  }

  handleReadyForQuery(): void {
    this.callback(this.#fault ?? null, { rows: this.#rows, command: this.#command })
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  /** What comes next belongs to this statement. */
  #expect(index: number): void {
    const statement = this.#statements[index]
    if (!statement) return
    const { prepared } = statement
    this.name = prepared.name
    this.text = prepared.text
    this.#prepared = prepared
    this.#decode = prepared.decode
    this.#current = []
    this.#rows.push(this.#current)
  }
}

/**
 * A query as it is sent. Made before a connection hears of it: a value that cannot be written down would leave half a
 * message behind.
 */
export function written(query: Sql): Statement {
  const { prepared, values } = compile(query)
  return { prepared, values: values.map((value) => prepareValue(value)) }
}

/** With their plans, so many may take a hundred megabytes of a server's memory, on each connection. */
const PARSED_MAX = 1000

function isKnown(connection: Connection, { name }: Prepared): boolean {
  return connection.parsedStatements[name] !== undefined
}

/**
 * The older half, if there are too many. What is asked for again is parsed again. Said before anything else: behind a
 * statement that fails the server passes over it, and would keep what is forgotten here.
 */
function forgetOld(connection: Connection): void {
  const names = Object.keys(connection.parsedStatements)
  if (names.length < PARSED_MAX) return
  for (const name of names.slice(0, PARSED_MAX / 2)) {
    connection.close({ type: 'S', name })
    delete connection.parsedStatements[name]
  }
}

function send(connection: Connection, prepared: Prepared, values: Statement['values'], isNew: boolean): void {
  const { name, text, decode } = prepared
  if (isNew) connection.parse({ name, text, types: [] })
  connection.bind({ portal: '', statement: name, values })
  if (isNew || !decode) connection.describe({ type: 'P', name: '' })
  connection.execute({ portal: '', rows: 0 })
}

/** Written out as code, so that every row of a statement is an object literal of one shape. */
function decoderOf(fields: readonly Field[]): Decode {
  const parsers = fields.map(({ dataTypeID }) => columnParsers.getTypeParser(dataTypeID, 'text'))
  const members = fields.map(({ name }, index) => {
    const value = `v[${index}]`
    // A call for each of two thousand texts is a twentieth of a list.
    const read = parsers[index] === asText ? value : `${value} === null ? null : p[${index}](${value})`
    return `${JSON.stringify(name)}: ${read}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own columns, written as JSON
  return new Function('p', `return (v) => ({ ${members.join(', ')} })`)(parsers) as Decode
}
