import { isLongerThan, lengthAtLeast } from '#core/json-length.ts'
import type { Json } from './document.schema.ts'

const VALUE_BYTES_MAX = 1024 * 1024
/** What PostgreSQL cannot keep: a zero character, or half of a pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

const TOO_LONG = 'A value of a run has at most 1 MiB as JSON.'

/** Of what was looked at, how many bytes it has as JSON. */
const checked = new WeakMap<object, number>()

/** Why a value cannot be kept; nothing when it can. What was looked at is not looked at again. */
export function valueFault(value: Json): string | undefined {
  if (isChecked(value)) return undefined
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return undefined
  if (isTooLong(value)) return TOO_LONG
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes > VALUE_BYTES_MAX) return TOO_LONG
  if (text.includes('\\u') && UNSTORABLE.test(text)) return 'A text in it has characters that cannot be kept.'
  if (typeof value === 'object') checked.set(value, bytes)
  return undefined
}

/** Whether its JSON surely is too long to be kept. */
export function isTooLong(value: Json): boolean {
  return !isChecked(value) && isLongerThan(value, VALUE_BYTES_MAX)
}

function isChecked(value: Json): boolean {
  return typeof value === 'object' && value !== null && checked.has(value)
}

/** About how many bytes a value has as JSON, without writing it. */
export function bytesOf(value: Json): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  return checked.get(value) ?? lengthAtLeast(value)
}

const WORDS_MAX = 2000

/** What an author's expression says of itself, as it can be kept: without what cannot, and not at any length. */
export function storable(text: string): string {
  const plain = text.replaceAll('\0', '\uFFFD').toWellFormed()
  return plain.length > WORDS_MAX ? `${plain.slice(0, WORDS_MAX).toWellFormed()}…` : plain
}
