import type { Language } from '../../../language/languages.ts'

/** A question of a form: what JSON Schema says of one property, as far as a person needs it. */
export interface FormField {
  name: string
  label: string
  hint?: string
  kind: 'text' | 'number' | 'truth' | 'choice' | 'json'
  isNeeded: boolean
  options: readonly string[]
  /** What stands there before anybody has written. */
  initial: string
}

type Schema = Record<string, unknown>
const KINDS: Record<string, FormField['kind']> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'truth',
}

/** The fields of a form. What has no simple form of its own is written as JSON. */
export function fieldsOf(form: Schema | null): FormField[] {
  const properties = isRecord(form?.['properties']) ? form['properties'] : {}
  const needed = Array.isArray(form?.['required']) ? form['required'] : []
  return Object.entries(properties).map(([name, property]) => {
    const schema = isRecord(property) ? property : {}
    const values = Array.isArray(schema['enum']) ? schema['enum'] : []
    const isChoice = values.length > 0 && values.every((value) => typeof value === 'string')
    const { title, description, default: initial } = schema
    return {
      name,
      label: typeof title === 'string' ? title : name,
      ...(typeof description === 'string' ? { hint: description } : {}),
      kind: isChoice ? 'choice' : (KINDS[String(schema['type'])] ?? 'json'),
      isNeeded: needed.includes(name),
      options: isChoice ? values.map(String) : [],
      initial: initial === undefined ? '' : typeof initial === 'object' ? JSON.stringify(initial) : String(initial),
    }
  })
}

export interface Filled {
  data: Record<string, unknown>
  /** By the name of the field: what is wrong with it. */
  faults: Record<string, 'number' | 'json'>
}

/**
 * What was filled in, as the schema wants it. What was left empty is left out; the server says what it misses. In most
 * languages a number has a comma; in English that parts the thousands, so there it is asked about.
 */
export function filledIn(
  fields: readonly FormField[],
  written: (name: string) => string | null,
  language: Language,
): Filled {
  const data: Record<string, unknown> = {}
  const faults: Filled['faults'] = {}
  for (const { name, kind } of fields) {
    const text = written(name)?.trim() ?? ''
    if (kind === 'truth') data[name] = text !== ''
    else if (text === '') continue
    else if (kind === 'number') {
      const value = Number(language === 'en' ? text : text.replace(/^([-+]?\d*),(\d+)$/, '$1.$2'))
      if (Number.isNaN(value)) faults[name] = 'number'
      else data[name] = value
    } else if (kind === 'json') {
      try {
        data[name] = JSON.parse(text)
      } catch {
        faults[name] = 'json'
      }
    } else data[name] = text
  }
  return { data, faults }
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
