import { coreFailures, fail, type Fault } from './errors.ts'

const DEPTH_MAX = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bytes to a JSON value that can be stored and sent again unchanged, or a refusal that says why not. */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    fail(coreFailures.invalid_json)
  }
  const fault = unstorable(value, '', 0)
  if (fault) fail(coreFailures.invalid_request, { errors: [fault] })
  return value
}

/** What PostgreSQL or JSON could not keep: NUL, half a surrogate pair, a number out of range, endless nesting. */
function unstorable(value: unknown, pointer: string, depth: number): Fault | undefined {
  if (typeof value === 'string') return unstorableText(value, { pointer })
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { pointer, code: 'out_of_range', message: 'The number is too large.' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === DEPTH_MAX) return { pointer, code: 'too_deep', message: `At most ${DEPTH_MAX} levels of nesting.` }
  for (const [name, inner] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(name)}`
    if (name === '__proto__') return { pointer: at, code: 'unknown_field', message: 'This name is not allowed.' }
    const fault = unstorableText(name, { pointer: at }) ?? unstorable(inner, at, depth + 1)
    if (fault) return fault
  }
  return undefined
}

export function unstorableText(text: string, where: { pointer: string } | { parameter: string }): Fault | undefined {
  if (text.includes('\0')) return { ...where, code: 'invalid_text', message: 'Must not contain a NUL character.' }
  if (!text.isWellFormed()) return { ...where, code: 'invalid_text', message: 'Must be well-formed Unicode.' }
  return undefined
}

export function escapePointer(name: string): string {
  return name.toWellFormed().replaceAll('\0', '\\u0000').replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapePointer(text: string): string {
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}
