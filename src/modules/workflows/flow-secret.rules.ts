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

/** Each with the forms in which it goes over the wire. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string' || typeof value === 'number') return formsOf(String(value))
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(textsIn)
  const { username, password } = value as { username?: Json; password?: Json }
  const isLogin = typeof username === 'string' && typeof password === 'string'
  return isLogin ? [...inner, base64(`${username}:${password}`)] : inner
}

function formsOf(text: string): string[] {
  return text.length < LENGTH_MIN ? [] : [...new Set([text, base64(text), encodeURIComponent(text)])]
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function without(value: Json, texts: readonly string[]): Json {
  if (typeof value === 'string') return hidden(value, texts)
  if (typeof value === 'number') return texts.includes(String(value)) ? HIDDEN : value
  if (Array.isArray(value)) return value.map((inner) => without(inner, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [hidden(name, texts), without(inner, texts)]))
}

function hidden(text: string, texts: readonly string[]): string {
  return texts.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
}
