import { BoundedTexts } from '#core/bounded-texts.ts'
import { isLongerThan } from '#core/json-length.ts'
import { errorText } from '#core/error-text.ts'
import { escapePointer } from '#core/json-pointer.ts'
import { JsonSchema } from '#core/json-schema.ts'
import { isLongToCompile, QUICK_SCHEMA_CHARACTERS_MAX, quickLength, READ_CHARACTERS_MAX } from '#core/slow-schema.ts'
import { isRecord } from '#core/json-record.ts'
import type { Json } from './document.schema.ts'

const KEPT_MAX = 200
/** As much as a whole document. */
const SCHEMA_CHARACTERS_MAX = 256 * 1024
const FAULT_CHARACTERS_MAX = 10_000
const kept = new BoundedTexts<JsonSchema>(KEPT_MAX, READ_CHARACTERS_MAX)

/** Why this is no JSON Schema; nothing when it is one. */
export function schemaProblem(schema: Json): string | undefined {
  try {
    read(schema)
    return undefined
  } catch (error) {
    return error instanceof RangeError ? 'The schema lies too deep.' : errorText(error)
  }
}

/** What is wrong with a value; nothing when it fits. */
export function schemaFault(schema: Json, value: Json): string | undefined {
  try {
    const [first] = read(schema).faults(value, 'first')
    if (!first) return undefined
    const { instancePath, params, message } = first
    const named: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
    return `${instancePath || 'The value'} ${message}${typeof named === 'string' ? `: '${named}'` : ''}.`
  } catch (error) {
    // References without end fill the stack. Anything else is a schema that was taken by an earlier version.
    return error instanceof RangeError ? 'The schema refers to itself without end.' : errorText(error)
  }
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

/** Reads an author's schema; fetches nothing and fills in nothing. Cached, so later checks skip this step. */
function read(schema: Json): JsonSchema {
  const text = JSON.stringify(schema)
  const known = kept.get(text)
  if (known) return known
  if (typeof schema !== 'boolean' && !isRecord(schema)) throw new Error('A schema is an object.')
  if (text.length > SCHEMA_CHARACTERS_MAX) throw new Error('A schema has at most 256 KiB.')
  const schemaRead = JsonSchema.read(schema, { draft: '2020-12', formats: true })
  kept.set(text, schemaRead)
  return schemaRead
}
