import type { Json, JsonObject } from './document.schema.ts'
import type { JournalEntry } from './flow-state.rules.ts'

const HIDDEN = '[secret]'
/** Shorter ones would blacken half of every text, and are no secrets. */
const LENGTH_MIN = 4

/** A value as it may be kept and shown: wherever a secret stands, also within a text, it is taken out. */
export function redacted(value: Json, secrets: JsonObject): Json {
  const texts = textsIn(secrets).toSorted((left, right) => right.length - left.length)
  return texts.length === 0 ? value : without(value, texts)
}

/** The same for what is written down of each step. */
export function redactedEntries(entries: readonly JournalEntry[], secrets: JsonObject): readonly JournalEntry[] {
  if (Object.keys(secrets).length === 0) return entries
  return redacted(entries as unknown as Json, secrets) as unknown as JournalEntry[]
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length >= LENGTH_MIN ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function without(value: Json, texts: readonly string[]): Json {
  if (typeof value === 'string') return texts.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value)
  if (Array.isArray(value)) return value.map((inner) => without(inner, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, texts)]))
}
