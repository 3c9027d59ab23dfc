import { Ajv2020 } from 'ajv/dist/2020.js'
import { BoundedTexts } from '#core/bounded-texts.ts'
import { isLongerThan } from '#core/json-length.ts'
import { errorText } from '#core/error-text.ts'
import { escapePointer } from '#core/json-pointer.ts'
import { formats } from '#core/formats.ts'
import {
  COMPILED_CHARACTERS_MAX,
  COMPILED_PLAINLY,
  compileTheirs,
  isLongToCompile,
  QUICK_SCHEMA_CHARACTERS_MAX,
  quickLength,
} from '#core/slow-schema.ts'
import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'

const KEPT_MAX = 200
/** As much as a whole document. */
const SCHEMA_CHARACTERS_MAX = 256 * 1024
const FAULT_CHARACTERS_MAX = 10_000
const kept = new BoundedTexts<ReturnType<Ajv2020['compile']>>(KEPT_MAX, COMPILED_CHARACTERS_MAX)

/** Schemas that authors write: standard words only, nothing fetched, nothing filled in. */
function authorsAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    logger: false,
    unicodeRegExp: true,
    validateFormats: true,
    ...COMPILED_PLAINLY,
  })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  return ajv
}

/** Why this is no JSON Schema; nothing when it is one. */
export function schemaProblem(schema: Json): string | undefined {
  try {
    compiled(schema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What is wrong with a value; nothing when it fits. */
export function schemaFault(schema: Json, value: Json): string | undefined {
  let validate: ReturnType<typeof compiled>
  try {
    validate = compiled(schema)
    if (validate(value)) return undefined
  } catch (error) {
    // References without end fill the stack. Anything else is a schema that was taken by an earlier version.
    return error instanceof RangeError ? 'The schema refers to itself without end.' : errorText(error)
  }
  const [first] = validate.errors ?? []
  if (!first) return 'The value does not fit its schema.'
  const named: unknown = first.params['additionalProperty'] ?? first.params['unevaluatedProperty']
  return `${first.instancePath || 'The value'} ${first.message ?? ''}${typeof named === 'string' ? `: '${named}'` : ''}.`
}

/** The field that such a sentence is about, as a JSON pointer. */
export function fieldIn(fault: string): string {
  // With names of the sender's own at any length.
  if (fault.length > FAULT_CHARACTERS_MAX) return ''
  const [, place = ''] = /^(\/.*?) (?:must|does|boolean)/.exec(fault) ?? []
  const [, name] = /required property '(.+)'\.$|properties: '(.+)'\.$/.exec(fault)?.filter(Boolean) ?? []
  return name === undefined ? place : `${place}/${escapePointer(name)}`
}

/** Whether to compile it takes so long that it belongs into the thread. */
export function isLong(schema: Json): boolean {
  return isLongerThan(schema, QUICK_SCHEMA_CHARACTERS_MAX) || isLongToCompile(JSON.stringify(schema))
}

/** Whether to check a value by it may take so long that it belongs into the thread that can be stopped. */
export function isSlow(schema: Json, value: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const most = quick.get(schema) ?? quickLength(JSON.stringify(schema))
  quick.set(schema, most)
  return isLongerThan(value, most)
}

/** By schema, how long the JSON of a value may be to be checked here. */
const quick = new WeakMap<object, number>()

/** It is kept, so that a check by it takes no time for that. */
export function compiled(schema: Json): ReturnType<Ajv2020['compile']> {
  const text = JSON.stringify(schema)
  const known = kept.get(text)
  if (known) return known
  if (typeof schema !== 'boolean' && !isRecord(schema)) {
    throw new Error('A schema is an object.')
  }
  if (text.length > SCHEMA_CHARACTERS_MAX) throw new Error('A schema has at most 256 KiB.')
  const validate = compileTheirs(authorsAjv(), withoutId(schema))
  kept.set(text, validate)
  return validate
}

/** Two documents may give their schemas the same name. */
function withoutId(schema: JsonObject | boolean): JsonObject | boolean {
  if (typeof schema === 'boolean') return schema
  const { $schema: _, ...rest } = schema
  return rest
}
