import type { Json } from './document.schema.ts'

export const VALUE_BYTES_MAX = 1024 * 1024
/** What PostgreSQL cannot keep: a zero character, or half of a pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

const TOO_LONG = 'A value of a run has at most 1 MiB as JSON.'

const checked = new WeakSet<object>()

/** Why a value cannot be kept; nothing when it can. What was looked at is not looked at again. */
export function valueFault(value: Json): string | undefined {
  if (isChecked(value)) return undefined
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return undefined
  if (isTooLong(value)) return TOO_LONG
  const text = JSON.stringify(value)
  if (text.length * 3 > VALUE_BYTES_MAX && Buffer.byteLength(text) > VALUE_BYTES_MAX) return TOO_LONG
  if (text.includes('\\u') && UNSTORABLE.test(text)) return 'A text in it has characters that cannot be kept.'
  if (typeof value === 'object') checked.add(value)
  return undefined
}

/** Whether its JSON surely is too long to be kept. */
export function isTooLong(value: Json): boolean {
  return !isChecked(value) && isLongerThan(value, VALUE_BYTES_MAX)
}

/**
 * Whether its JSON surely has more characters. Found without writing it: a value that holds another many times, which
 * holds another many times, is small until it is written.
 */
export function isLongerThan(value: Json, characters: number): boolean {
  return room(value, characters) < 0
}

function isChecked(value: Json): boolean {
  return typeof value === 'object' && value !== null && checked.has(value)
}

/** What is left of so many characters after a value, at best. */
function room(value: Json, left: number): number {
  if (typeof value === 'string') return left - value.length - 2
  if (typeof value !== 'object' || value === null) return left - 1
  if (Array.isArray(value)) {
    let rest = left - 1
    for (let at = 0; at < value.length && rest >= 0; at++) rest = room(value[at] ?? null, rest) - 1
    return rest
  }
  let rest = left - 1
  for (const name of Object.keys(value)) {
    if (rest < 0) break
    rest = room(value[name] ?? null, rest - name.length - 3) - 1
  }
  return rest
}

const WORDS_MAX = 2000

/** What an author's expression says of itself, as it can be kept: without what cannot, and not at any length. */
export function storable(text: string): string {
  const plain = text.replaceAll('\0', '\uFFFD').toWellFormed()
  return plain.length > WORDS_MAX ? `${plain.slice(0, WORDS_MAX).toWellFormed()}…` : plain
}
