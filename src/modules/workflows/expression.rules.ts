import type { Json } from './document.schema.ts'

/** The value of a variable; undefined for an unknown name. */
export type Lookup = (name: string) => Json | undefined

/** One expression with what it sees. */
export interface Evaluation {
  /** Without `${ }` around it. */
  expression: string
  /** What `.` is. */
  data: Json
  variables: Lookup
}
export type Evaluated = { value: Json } | { fault: string; isRefused?: true }

export const EXPRESSION_LENGTH_MAX = 10_000

const WHOLE = /^\s*\$\{([\s\S]+)\}\s*$/

/** The expression in `${ … }`, or nothing when the text is one to be taken as it is. */
export function expressionIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1]?.trim()
}

/** A text that begins like an expression and never ends: whoever wrote it did not mean it to be taken as it is. */
export function isUnclosed(text: string): boolean {
  return /^\s*\$\{/.test(text) && text.split('{').length > text.split('}').length
}

/** Of a field that can only hold an expression: there `${ }` may be left out. */
export function expressionOf(text: string): string {
  return expressionIn(text) ?? text.trim()
}

/** The variables an expression may name, without `$`. Lookalikes inside strings count too. */
export function variablesIn(expression: string): string[] {
  return [...new Set([...expression.matchAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name]) => name ?? ''))]
}
