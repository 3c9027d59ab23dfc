import { fail, type Failure, type Fault } from '#core/errors.ts'
import { inTime } from '#core/in-time.ts'
import { escapePointer } from '#core/json-pointer.ts'
import { readTheirs } from '#core/slow-schema.ts'

const BYTES_MAX = 64 * 1024
const DEPTH_MAX = 10
/** A check blocks the whole process, and a schema may test each of its parts against every item of a long list. */
const CHECK_MILLIS_MAX = 250
/** Words that would let a caller's schema read addresses or take for ever. */
const REFUSED = ['$ref', '$dynamicRef', '$id', 'pattern', 'patternProperties']

/** Refuses a JSON Schema of a caller that is too much, or none. */
export function assertOutputSchema(schema: Record<string, unknown>, failure: Failure): void {
  const message = schemaFault(schema)
  if (message === undefined) return
  const errors: Fault[] = [{ pointer: '/output_schema', code: 'invalid', message }]
  fail(failure, { detail: message, errors })
}

/** What is wrong with a JSON Schema of somebody else; undefined when nothing is. */
export function schemaFault(schema: Record<string, unknown>): string | undefined {
  if (Buffer.byteLength(JSON.stringify(schema)) > BYTES_MAX) return 'Must have at most 64 KB.'
  if (depthOf(schema) > DEPTH_MAX * 2) return `Must be at most ${DEPTH_MAX} levels deep.`
  const refused = refusedIn(schema)
  if (refused !== undefined) return `Must not use ${refused}.`
  try {
    readTheirs(schema, false)
    return undefined
  } catch (error) {
    return `Is no JSON Schema: ${error instanceof Error ? error.message : ''}`
  }
}

/** Each level of an object takes two of the text: `properties` and the field. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function refusedIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (REFUSED.includes(name) && typeof inner !== 'object') return name
    if (name === 'patternProperties') return name
    const found = refusedIn(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** What is wrong with a value, in words; undefined when it is right. */
export function mismatch(
  schema: Record<string, unknown>,
  value: unknown,
): { path: string; message: string } | undefined {
  const read = readTheirs(schema, false)
  const faults = inTime(() => read.faults(value, 'first'), CHECK_MILLIS_MAX)
  if (faults === undefined) return { path: '', message: 'takes too long to be checked' }
  const [first] = faults
  if (!first) return undefined
  const { instancePath, params, message } = first
  // The validator reports a missing or extra property at its parent object.
  const name: unknown = params['additionalProperty'] ?? params['missingProperty']
  return { path: typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath, message }
}
