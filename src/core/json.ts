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
  const fault = unstorable(value, 0)
  if (fault) fail(coreFailures.invalid_request, { errors: [fault] })
  return value
}

/**
 * What PostgreSQL or JSON could not keep: NUL, half a surrogate pair, a number out of range, endless nesting. The
 * pointer is put together on the way back: writing one for each of a million values would take a second.
 */
function unstorable(value: unknown, depth: number): PointedFault | undefined {
  if (typeof value === 'string') return unstorableText(value, { pointer: '' })
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { pointer: '', code: 'out_of_range', message: 'The number is too large.' }
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return {
      pointer: '',
      code: 'out_of_range',
      message: 'A whole number this large would be rounded. Send it as text.',
    }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === DEPTH_MAX) return { pointer: '', code: 'too_deep', message: `At most ${DEPTH_MAX} levels of nesting.` }
  for (const name in value) {
    const fault = unstorableName(value, name) ?? unstorable(value[name as keyof typeof value], depth + 1)
    if (fault) return { ...fault, pointer: `/${escapePointer(name)}${fault.pointer}` }
  }
  return undefined
}

type PointedFault = Fault & { pointer: string }

/** The names of a list are numbers. */
function unstorableName(holder: object, name: string): PointedFault | undefined {
  if (Array.isArray(holder)) return undefined
  if (name === '__proto__') return { pointer: '', code: 'unknown_field', message: 'This name is not allowed.' }
  return unstorableText(name, { pointer: '' })
}

export function unstorableText<Where extends { pointer: string } | { parameter: string }>(
  text: string,
  where: Where,
): (Fault & Where) | undefined {
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
