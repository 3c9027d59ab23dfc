import type { Concurrency } from './pace.schema.ts'
import type { Json } from './document.schema.ts'
import { pathOf, valueAtPath } from './expression-path.rules.ts'

/** Whether it names a place in the input and nothing more, so that it needs no thread of its own to be found. */
export function isPath(key: string): boolean {
  return key.startsWith('.') && pathOf(key) !== undefined
}

const KEY_LENGTH_MAX = 500

/** What runs that count together have in common. */
export function turnKey({ key }: Concurrency, input: Json): string {
  const path = key === undefined ? undefined : pathOf(key)
  const value = path && valueAtPath(path, input, () => undefined)
  // Runs whose input lacks this path share one key.
  return value === undefined ? '' : JSON.stringify(value).slice(0, KEY_LENGTH_MAX)
}

export type Turn = 'now' | 'later' | 'not' | 'instead'

/** What becomes of one more run while so many are under way or wait before it. */
export function turnOf({ limit, policy = 'queue' }: Concurrency, ahead: number): Turn {
  if (ahead < limit) return 'now'
  return policy === 'queue' ? 'later' : policy === 'skip' ? 'not' : 'instead'
}
