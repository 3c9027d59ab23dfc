import type { Json, JsonObject } from './document.schema.ts'
import { LENGTH_MIN, masked, needlesOf } from './flow-mask.rules.ts'
import type { JournalEntry } from './flow-state.rules.ts'

const HIDDEN = '[secret]'

/** What is done goes on with the value: a name or a PIN may stand in it by chance, which a key does not. */
const KEY_LENGTH_MIN = 8
const KEY_LINE_MIN = 16

/** A value as it may be kept and shown: wherever a secret stands, also within a text, it is taken out. */
export function redacted(value: Json, secrets: JsonObject): Json {
  return withoutAny(value, textsIn(secrets))
}

/** A value as the product may act on it: keys and passwords are taken out, and nothing that only looks like one. */
export function withoutKeys(value: Json, secrets: JsonObject): Json {
  return withoutAny(value, keysIn(secrets))
}

function withoutAny(value: Json, texts: readonly string[]): Json {
  return texts.length === 0 ? value : without(value, { texts: new Set(texts), needles: needlesOf(texts) })
}

/** Whether the value contains any of the secrets. */
export function holdsAny(value: Json, secrets: JsonObject): boolean {
  return JSON.stringify(redacted(value, secrets)) !== JSON.stringify(value)
}

interface Hidden {
  texts: ReadonlySet<string>
  needles: readonly string[]
}

function keysIn(value: Json): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).length < KEY_LENGTH_MIN ? [] : formsOf(String(value))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'username' ? [] : keysIn(inner)))
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

/** Includes each longer line on its own: multi-line keys are often reassembled on the way. */
function formsOf(text: string): string[] {
  if (text.length < LENGTH_MIN) return []
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= KEY_LINE_MIN && !line.startsWith('-----')) : []
  const hex = Buffer.from(text).toString('hex')
  return [...new Set([text, base64(text), ...base64Within(text), hex, hex.toUpperCase(), ...parts])]
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/**
 * As it stands in the base64 of a longer text, such as a user's name and this password: by how many bytes come before
 * it there are three, without the letters at its ends that depend on what is next to it.
 */
function base64Within(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const from = Math.ceil((before * 8) / 6)
    const to = Math.floor((bytes.byteLength * 8) / 6)
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
  })
}

function without(value: Json, secret: Hidden): Json {
  if (typeof value === 'string') return masked(value, secret.needles, HIDDEN)
  if (typeof value === 'number') return secret.texts.has(String(value)) ? HIDDEN : value
  if (Array.isArray(value)) return value.map((inner) => without(inner, secret))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, inner]) => [masked(name, secret.needles, HIDDEN), without(inner, secret)]),
  )
}
