import { createHash } from 'node:crypto'
import { searchLetters } from './search-letters.ts'

/** A text as PostgreSQL knows it. */
export interface Prepared {
  readonly name: string
  readonly text: string
  /** How to read its rows, once the server has told of them. */
  decode: ((values: readonly (string | null)[]) => unknown) | undefined
}

/** The text of a piece of SQL, with a gap for each value. The same text from the same place is the same object. */
class Shape {
  readonly strings: readonly string[]
  /** What it is when sent, made when first needed. */
  prepared: Prepared | undefined
  /** Whether it declares which rows people outside the company may reach. */
  readonly isLimited: boolean

  constructor(strings: readonly string[], isLimited = false) {
    this.strings = strings
    this.isLimited = isLimited
  }
}

/** A piece of SQL with its values. Values never enter the text; fragments nest. */
export class Sql {
  readonly shape: Shape
  readonly values: readonly unknown[]

  constructor(shape: Shape, values: readonly unknown[]) {
    this.shape = shape
    this.values = values
  }
}

/** sql`select … where id = ${id}`: a value becomes a parameter, another `sql` fragment is spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return spliced(strings, values)
}

/** A way through the gaps of a template: what stands in the next gap leads on, and at the end is the shape. */
class Step {
  shape: Shape | undefined
  readonly #next = new Map<Shape | undefined, Step>()

  /** `undefined` for a value. */
  to(fragment: Shape | undefined): Step {
    let step = this.#next.get(fragment)
    if (!step) this.#next.set(fragment, (step = new Step()))
    return step
  }
}
let templates = new WeakMap<readonly string[], Step>()

/**
 * To put a text of kilobytes together for each run of a statement cost more than to send it. So it is done once for a
 * template with the shapes of its fragments, and then found by their identity.
 */
function spliced(strings: readonly string[], values: readonly unknown[]): Sql {
  const start = templates.get(strings) ?? new Step()
  templates.set(strings, start)
  const parameters: unknown[] = []
  let step = start
  for (const value of values) {
    if (value instanceof Sql) parameters.push(...value.values)
    else parameters.push(value)
    step = step.to(value instanceof Sql ? value.shape : undefined)
  }
  step.shape ??= new Shape(
    mergedStrings(strings, values),
    values.some((value) => value instanceof Sql && value.shape.isLimited),
  )
  return new Sql(step.shape, parameters)
}

function mergedStrings(strings: readonly string[], values: readonly unknown[]): string[] {
  const texts = [strings[0] ?? '']
  const append = (text: string): void => void (texts[texts.length - 1] += text)
  for (const [index, value] of values.entries()) {
    const [head, ...rest] = value instanceof Sql ? value.shape.strings : ['', '']
    append(head ?? '')
    texts.push(...rest)
    append(strings[index + 1] ?? '')
  }
  return texts
}

const separated = new Map<string, string[]>()

/** Fragments joined by a separator: filters by ` and `, columns by `, `. */
function joined(fragments: readonly Sql[], separator: string): Sql {
  const key = `${fragments.length}${separator}`
  let strings = separated.get(key)
  if (!strings) {
    strings = fragments.length === 0 ? [''] : ['', ...fragments.slice(1).map(() => separator), '']
    separated.set(key, strings)
  }
  return spliced(strings, fragments)
}

const plain = new Map<string, Sql>()

/** A text of our own without values, such as the name of a column. */
export function fixed(text: string): Sql {
  let fragment = plain.get(text)
  if (!fragment) plain.set(text, (fragment = new Sql(new Shape([text]), [])))
  return fragment
}

const limits = new WeakMap<Shape, Shape>()

/** Marks a condition as the one that limits its statement to what somebody outside the company may reach. */
export function limiting({ shape, values }: Sql): Sql {
  let limited = limits.get(shape)
  if (!limited) limits.set(shape, (limited = new Shape(shape.strings, true)))
  return new Sql(limited, values)
}

/** The conditions that are there, joined by `and`; `true` when none is. */
export function every(conditions: readonly (Sql | false | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition instanceof Sql)
  return present.length === 0 ? sql`true` : joined(present, ' and ')
}

/** Texts as they are searched, with a separator that keeps a match from running over the end of one. */
export function searchable(...texts: (string | null | undefined)[]): string {
  return searchLetters(texts.map((text) => text ?? '').join('\u001f'))
}

/** A `like` pattern that finds `text` anywhere, with the pattern characters in it taken literally. */
export function containing(text: string): string {
  return `%${searchLetters(text).replace(/[\\%_]/g, '\\$&')}%`
}

export interface Statement {
  readonly prepared: Prepared
  readonly values: readonly unknown[]
}

/** PostgreSQL keeps the plan of a named statement; the name is the hash of the text, so equal texts share it. */
export function compile({ shape, values }: Sql): Statement {
  return { prepared: (shape.prepared ??= preparedOf(shape.strings)), values }
}

/**
 * Each set of filters and each set of fields to change is a text of its own, and callers choose them: who tries out all
 * of them must not fill the memory. Those in use are soon known again.
 */
const KNOWN_MAX = 5000
const known = new Map<string, Prepared>()

function preparedOf(strings: readonly string[]): Prepared {
  const text = strings.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')
  const found = known.get(text)
  if (found) return found
  if (known.size >= KNOWN_MAX) {
    known.clear()
    templates = new WeakMap()
  }
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const prepared = { name, text, decode: undefined }
  known.set(text, prepared)
  return prepared
}

/** A column named after its field: `checkinTimeEnd` is `checkin_time_end`. */
function column(field: string): Sql {
  const known = columns.get(field)
  if (known) return known
  if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(field)) throw new Error(`${field} is no field name`)
  const found = fixed(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  columns.set(field, found)
  return found
}
const columns = new Map<string, Sql>()

/** The columns of the fields, each under its field's name; of the table or alias that is named. */
export function columnsOf(fields: readonly string[], table?: string): Sql {
  const owner = fixed(table === undefined ? '' : `${table}.`)
  return joined(
    fields.map((field) => sql`${owner}${column(field)} as ${fixed(`"${field}"`)}`),
    ', ',
  )
}

/** `a = $1, b = $2` for an update; the same text in whatever order a caller names the fields. */
export function assignments(row: Record<string, unknown>): Sql {
  const fields = Object.keys(row).toSorted()
  return joined(
    fields.map((field) => sql`${column(field)} = ${row[field]}`),
    ', ',
  )
}

/** `(a, b) values ($1, $2)` for an insert; with a condition a row that is inserted only if it holds. */
export function insertion(row: Record<string, unknown>, condition?: Sql): Sql {
  const entries = Object.entries(row)
  const columns = joined(
    entries.map(([field]) => column(field)),
    ', ',
  )
  const values = joined(
    entries.map(([, value]) => sql`${value}`),
    ', ',
  )
  return condition ? sql`(${columns}) select ${values} where ${condition}` : sql`(${columns}) values (${values})`
}
