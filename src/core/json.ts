import { coreFailures, fail, type Fault } from './errors.ts'
import { escapePointer } from './json-pointer.ts'
import { flawIn, inexactIn } from './json-scan.ts'

const DEPTH_MAX = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/** For JSON from third parties when only some fields are used. Unsafe integers are refused either way. */
interface Leniency {
  mayRoundFractions?: boolean
}

/** Bytes to a JSON value that can be stored and sent again unchanged, or a refusal that says why not. */
export function parseJson(bytes: Uint8Array, { mayRoundFractions = false }: Leniency = {}): unknown {
  const text = decoded(bytes)
  const value = parsed(text)
  // A text in UTF-8 has neither but by an escape.
  const seen = { names: 0, hasEscapes: text.includes('\\u') }
  const fault =
    unstorable(value, 0, seen) ??
    (mayRepeat(text, seen.names) ? repeatedName(text) : undefined) ??
    (mayRoundFractions ? undefined : rounded(text))
  if (fault)
    fail(coreFailures.invalid_request, { detail: `${fault.pointer || 'The body'}: ${fault.message}`, errors: [fault] })
  return value
}

/** UTF-8, or a refusal. */
export function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    fail(coreFailures.invalid_json, { detail: 'The body is not UTF-8.' })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const flaw = flawIn(text)
    fail(coreFailures.invalid_json, flaw && 'at' in flaw ? { detail: placeOf(text, flaw.at) } : {})
  }
}

/** Where it is, and nothing of what is there: a body can hold secrets. */
function placeOf(text: string, at: number): string {
  if (at >= text.length) return 'The body is not valid JSON: it ends too soon.'
  const lines = text.slice(0, at).split('\n')
  return `The body is not valid JSON at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}.`
}

/**
 * Whether an object may have a name twice, of which JSON.parse keeps the last in silence. A closing quote and a colon
 * are at least as many as names; as long as they are just as many as the fields of the value there is no need to read
 * the text once more.
 */
function mayRepeat(text: string, names: number): boolean {
  let colons = 0
  for (NAME_END.lastIndex = 0; NAME_END.test(text);) colons += 1
  return colons !== names
}
const NAME_END = /"[ \t\n\r]*:/g

function repeatedName(text: string): PointedFault | undefined {
  const flaw = flawIn(text)
  if (!flaw || 'at' in flaw) return undefined
  return { pointer: flaw.repeated, code: 'repeated', message: 'This name is given twice.' }
}

function rounded(text: string): PointedFault | undefined {
  const pointer = inexactIn(text)
  if (pointer === undefined) return undefined
  return { pointer, code: 'out_of_range', message: 'The number would be rounded. Free fields can have it as text.' }
}

/**
 * What PostgreSQL or JSON could not keep: NUL, half a surrogate pair, a number out of range, endless nesting. The
 * pointer is put together on the way back: writing one for each of a million values would take a second.
 */
function unstorable(value: unknown, depth: number, seen: Seen): PointedFault | undefined {
  if (typeof value === 'string') return seen.hasEscapes ? unstorableText(value, { pointer: '' }) : undefined
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { pointer: '', code: 'out_of_range', message: 'The number is too large.' }
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return {
      pointer: '',
      code: 'out_of_range',
      message: 'A whole number this large would be rounded. Free fields can have it as text.',
    }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === DEPTH_MAX) return { pointer: '', code: 'too_deep', message: `At most ${DEPTH_MAX} levels of nesting.` }
  return Array.isArray(value) ? unstorableItem(value, depth, seen) : unstorableField(value, depth, seen)
}

function unstorableItem(list: readonly unknown[], depth: number, seen: Seen): PointedFault | undefined {
  for (let index = 0; index < list.length; index++) {
    const fault = unstorable(list[index], depth + 1, seen)
    if (fault) return { ...fault, pointer: `/${index}${fault.pointer}` }
  }
  return undefined
}

// Not with for-in: V8 compiles such a loop for the shapes that it has seen, and throws it away at the next, for ever.
function unstorableField(object: object, depth: number, seen: Seen): PointedFault | undefined {
  for (const name of Object.keys(object)) {
    seen.names += 1
    const fault = unstorableName(name, seen) ?? unstorable(object[name as keyof typeof object], depth + 1, seen)
    if (fault) return { ...fault, pointer: `/${escapePointer(name)}${fault.pointer}` }
  }
  return undefined
}

interface Seen {
  names: number
  /** Whether a text may hold NUL or half a surrogate pair. */
  hasEscapes: boolean
}

type PointedFault = Fault & { pointer: string }

function unstorableName(name: string, { hasEscapes }: Seen): PointedFault | undefined {
  if (name === '__proto__') return { pointer: '', code: 'unknown_field', message: 'This name is not allowed.' }
  return hasEscapes ? unstorableText(name, { pointer: '' }) : undefined
}

export function unstorableText<Where extends { pointer: string } | { parameter: string }>(
  text: string,
  where: Where,
): (Fault & Where) | undefined {
  if (text.includes('\0')) return { ...where, code: 'invalid_text', message: 'Must not contain a NUL character.' }
  if (!text.isWellFormed()) return { ...where, code: 'invalid_text', message: 'Must be well-formed Unicode.' }
  return undefined
}
