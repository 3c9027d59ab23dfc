import type { Json } from './document.schema.ts'
import type { Lookup } from './expression.rules.ts'

/** A place in a value, as `.stay.guests[0]` or `$input.id` name one. */
export interface Path {
  /** The variable that it begins at; `.` without one. */
  variable: string | undefined
  steps: (string | number)[]
}

const START = /^(?:\$([A-Za-z_][A-Za-z0-9_]*)|(?=\.))/
const STEP = /\.([A-Za-z_][A-Za-z0-9_]*)|\.?\["([A-Za-z0-9_ -]*)"\]|\.?\[(0|[1-9][0-9]{0,8})\]/y

/**
 * The path that an expression is, or nothing when it is more than one. Only plain names and numbers: what is not
 * surely a path is jq's to say.
 */
export function pathOf(expression: string): Path | undefined {
  if (expression === '.') return { variable: undefined, steps: [] }
  const start = START.exec(expression)
  if (!start) return undefined
  const [{ length }, variable] = start
  const steps: Path['steps'] = []
  for (STEP.lastIndex = length; STEP.lastIndex < expression.length;) {
    const isFirst = STEP.lastIndex === 0
    const found = STEP.exec(expression)
    if (!found) return undefined
    const [whole, field, quoted, index] = found
    // A list at the very beginning would be another thing.
    if (isFirst && !whole.startsWith('.')) return undefined
    steps.push(index === undefined ? (field ?? quoted ?? '') : Number(index))
  }
  if (variable !== undefined && RESERVED.has(variable)) return undefined
  return { variable, steps }
}
/** Of jq itself. */
const RESERVED = new Set(['ENV', '__loc__', 'ARGS', '__prog_args'])

/** What stands there, as jq has it; nothing where jq has a fault to tell of. */
export function valueAtPath({ variable, steps }: Path, data: Json, lookup: Lookup): Json | undefined {
  let value = variable === undefined ? data : lookup(variable)
  for (const step of steps) {
    if (value === undefined) return undefined
    if (value === null) continue
    if (typeof step === 'number' ? !Array.isArray(value) : typeof value !== 'object' || Array.isArray(value)) {
      return undefined
    }
    value = Object.hasOwn(value as object, step) ? ((value as Record<string | number, Json>)[step] ?? null) : null
  }
  return value
}
