import { createHash } from 'node:crypto'

/** A piece of SQL with its values. Values never enter the text; fragments nest. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** sql`select … where id = ${id}`: a value becomes a parameter, another `sql` fragment is spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return spliced(strings, values)
}

/** Fragments are taken in here and not when the text is needed, so that those made once are put together once. */
function spliced(strings: readonly string[], values: readonly unknown[]): Sql {
  const texts: string[] = []
  const parameters: unknown[] = []
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (value instanceof Sql) {
      text += value.strings[0] ?? ''
      for (let inner = 0; inner < value.values.length; inner++) {
        texts.push(text)
        parameters.push(value.values[inner])
        text = value.strings[inner + 1] ?? ''
      }
    } else {
      texts.push(text)
      parameters.push(value)
      text = ''
    }
    text += strings[index + 1] ?? ''
  }
  texts.push(text)
  return new Sql(texts, parameters)
}

/** Fragments joined by a separator: filters by ` and `, columns by `, `. */
function joined(fragments: readonly Sql[], separator: string): Sql {
  const strings = fragments.length === 0 ? [''] : ['', ...fragments.slice(1).map(() => separator), '']
  return spliced(strings, fragments)
}

/** The conditions that are there, joined by `and`; `true` when none is. */
export function every(conditions: readonly (Sql | false | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition instanceof Sql)
  return present.length === 0 ? sql`true` : joined(present, ' and ')
}

/** A `like` pattern that finds `text` anywhere, with the pattern characters in it taken literally. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** PostgreSQL keeps the plan of a named statement; the name is the hash of the text, so equal texts share it. */
const known = new Map<string, { name: string; text: string }>()

export function compile({ strings, values }: Sql): Statement {
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) text += `$${index + 1}${strings[index + 1] ?? ''}`
  let statement = known.get(text)
  if (statement === undefined) {
    statement = { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text }
    known.set(text, statement)
  }
  // The kept text, because pg compares it with the one it prepared: the same object compares at once.
  return { ...statement, values: [...values] }
}

/** A column named after its field: `checkinTimeEnd` is `checkin_time_end`. */
function column(field: string): Sql {
  if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(field)) throw new Error(`${field} is no field name`)
  return new Sql([field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)], [])
}

/** The columns of the fields, each under its field's name; of the table or alias that is named. */
export function columnsOf(fields: readonly string[], table?: string): Sql {
  const owner = table === undefined ? sql`` : new Sql([`${table}.`], [])
  return joined(
    fields.map((field) => sql`${owner}${column(field)} as ${new Sql([`"${field}"`], [])}`),
    ', ',
  )
}

/** `a = $1, b = $2` for an update. */
export function assignments(row: Record<string, unknown>): Sql {
  return joined(
    Object.entries(row).map(([field, value]) => sql`${column(field)} = ${value}`),
    ', ',
  )
}

/** `(a, b) values ($1, $2)` for an insert. */
export function insertion(row: Record<string, unknown>): Sql {
  const entries = Object.entries(row)
  const columns = joined(
    entries.map(([field]) => column(field)),
    ', ',
  )
  return sql`(${columns}) values (${joined(
    entries.map(([, value]) => sql`${value}`),
    ', ',
  )})`
}
