import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { BoundedMap } from '#core/bounded-map.ts'
import { sha256 } from '#core/crypto.ts'
import { formats } from '#core/formats.ts'
import { inTime } from '#core/in-time.ts'
import { isLongerThan } from '#core/json-length.ts'
import { COMPILED_PLAINLY, quickLength } from '#core/slow-schema.ts'
import { refuseAny } from '#core/validate.ts'
import { readableValue } from './clean-text.ts'
import { oversizedSchema } from './gateway-bounds.rules.ts'

const COMPILED_MAX = 200
const ERRORS_SHOWN_MAX = 20
/** It holds up all others: long enough for every honest schema, on a busy machine too. */
const CHECK_MILLIS_MAX = 250
/** For a schema that has taken longer once: an honest value needs less. */
const SUSPECT_MILLIS_MAX = 50
const SUSPECTS_MAX = 1000
const TOO_SLOW = 'The answer could not be checked in time: the schema takes too long. Make it simpler.'

export type JsonSchema = Record<string, unknown>

/** Answers what is wrong with a value, in words for a model or a person. */
export type Check = (value: unknown) => string[]

const compiled = new BoundedMap<string, Check>(COMPILED_MAX)
/** By schema, the values that took too long. Kept longer than what is compiled, or others could make us forget. */
const suspects = new Map<string, Set<string>>()

/** A check by the caller's schema. Compiling costs milliseconds, so it is kept by the schema's text. */
export function checkBy(schema: JsonSchema, pointer: string): Check {
  const fault = oversizedSchema(schema)
  if (fault) refuseAny([{ pointer, ...fault }])
  const text = JSON.stringify(schema)
  const key = sha256(text).toString('base64')
  const known = compiled.get(key)
  if (known) return known
  const check = checkOf(compile(schema, pointer), key, quickLength(text))
  compiled.set(key, check)
  return check
}

function compile(schema: JsonSchema, pointer: string): ValidateFunction {
  // One for each schema, or the ids in them would meet. Nothing is coerced, filled in or fetched.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    unicodeRegExp: true,
    addUsedSchema: false,
    logger: false,
    ...COMPILED_PLAINLY,
  })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  try {
    return ajv.compile(schema)
  } catch (error) {
    const message = `Is no JSON Schema that can be used: ${(error instanceof Error ? error.message : '').slice(0, 300)}`
    refuseAny([{ pointer, code: 'invalid', message }])
    throw error
  }
}

/**
 * A schema of somebody else can take longer than the world has stood, so it is given a moment and no more: twice, for a
 * machine that is busy can lose a moment by itself. What took too long once is not tried again, and the schema has less
 * of a moment from then on. `key` names the schema, and values up to the length `quick` are checked without a clock.
 */
function checkOf(validate: ValidateFunction, key: string, quick: number): Check {
  const check: Check = (value) =>
    validate(value) ? [] : (validate.errors ?? []).slice(0, ERRORS_SHOWN_MAX).map(wordsOf)
  return (value) => {
    if (!isLongerThan(value, quick)) return check(value)
    const slow = suspects.get(key)
    if (slow?.has(nameOf(value))) return [TOO_SLOW]
    const millis = slow ? SUSPECT_MILLIS_MAX : CHECK_MILLIS_MAX
    const errors = inTime(() => check(value), millis) ?? inTime(() => check(value), millis)
    if (!errors) suspect(key, nameOf(value))
    return errors ?? [TOO_SLOW]
  }
}

const nameOf = (value: unknown): string => sha256(JSON.stringify(value) ?? '').toString('base64')

function suspect(key: string, name: string): void {
  if (suspects.size >= SUSPECTS_MAX) suspects.clear()
  const slow = suspects.get(key) ?? new Set()
  if (slow.size >= SUSPECTS_MAX) slow.clear()
  suspects.set(key, slow.add(name))
}

function wordsOf({ instancePath, message = 'is not valid', params, keyword }: ErrorObject): string {
  const more = keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues)}` : ''
  const field = keyword === 'additionalProperties' ? ` (${params.additionalProperty})` : ''
  return `${instancePath || 'The value'} ${message}${more}${field}`
}

export type Read = { value: unknown; repaired: 'none' | 'syntactic' } | { error: string }

/** JSON out of what a model wrote: as it is, out of a fence, or mended. */
export async function readJson(text: string): Promise<Read> {
  const bare = withoutFence(text.trim())
  const plain = parsed(bare)
  if (plain) return { ...plain, repaired: 'none' }
  // A sentence is not broken JSON: mended, it would be a text and nothing else.
  const start = bare.search(/[[{]/)
  if (start === -1) return { error: 'There is no JSON in the answer.' }
  const { mendedJson } = await import('#core/mended-json.ts')
  const mended = parsed(mendedJson(bare.slice(start)) ?? '')
  return mended ? { ...mended, repaired: 'syntactic' } : { error: 'The answer is not valid JSON.' }
}

function withoutFence(text: string): string {
  if (!text.endsWith('```')) return text
  return /^```[\w-]*[^\S\n]*\n?([\s\S]*?)\n?```$/.exec(text)?.[1]?.trim() ?? text
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: readableValue(JSON.parse(text)) }
  } catch {
    return undefined
  }
}
