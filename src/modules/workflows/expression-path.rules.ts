import type { Json } from './document.schema.ts'
import type { Lookup } from './expression.rules.ts'

/** A place in a value, such as `.stay.guests[0]` or `$input.id`. */
export interface Path {
  /** The variable it starts from; undefined for `.`. */
  variable: string | undefined
  steps: (string | number)[]
}

const START = /^(?:\$([A-Za-z_][A-Za-z0-9_]*)|(?=\.))/
const STEP = /\.([A-Za-z_][A-Za-z0-9_]*)|\.?\["([A-Za-z0-9_ -]*)"\]|\.?\[(0|[1-9][0-9]{0,8})\]/y

/**
 * The path an expression consists of, or undefined if it is anything more. Accepts only plain names and numbers;
 * anything doubtful is left to jq.
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
    // A bracket at the very start would build a list instead.
    if (isFirst && !whole.startsWith('.')) return undefined
    steps.push(index === undefined ? (field ?? quoted ?? '') : Number(index))
  }
  if (variable !== undefined && RESERVED.has(variable)) return undefined
  return { variable, steps }
}
/** Reserved by jq. */
const RESERVED = new Set(['ENV', '__loc__', 'ARGS', '__prog_args'])

/** The value jq would find there; undefined where jq would report an error. */
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
