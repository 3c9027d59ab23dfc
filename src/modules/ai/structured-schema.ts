import { BoundedTexts } from '#core/bounded-texts.ts'
import { errorText } from '#core/error-text.ts'
import type { JsonSchema as ReadSchema } from '#core/json-schema.ts'
import type { SchemaFault } from '#core/json-schema-run.ts'
import { READ_CHARACTERS_MAX, readTheirs } from '#core/slow-schema.ts'

const READ_MAX = 200
const ERRORS_SHOWN_MAX = 20
const MESSAGE_CHARACTERS_MAX = 300
export const TOO_SLOW = 'The answer could not be checked in time: the schema takes too long. Make it simpler.'
export const TOO_LARGE =
  'The answer could not be checked: it lies too deep, or the schema takes too much memory or refers to itself without end.'

export type JsonSchema = Record<string, unknown>

const kept = new BoundedTexts<ReadSchema>(READ_MAX, READ_CHARACTERS_MAX)

/** Of a schema and its JSON: what checks by it, or why it is no schema that can be used. */
export type SchemaReading = { read: ReadSchema; problem?: undefined } | { read?: undefined; problem: string }

/** Cached by the schema's text. Checking never coerces, fills in or fetches anything. */
export function readSchema(schema: JsonSchema, text: string): SchemaReading {
  const known = kept.get(text)
  if (known) return { read: known }
  try {
    const read = readTheirs(schema, true)
    kept.set(text, read)
    return { read }
  } catch (error) {
    return { problem: errorText(error).slice(0, MESSAGE_CHARACTERS_MAX) }
  }
}

/** What is wrong with a value, in words for a model or a person. */
export function wrongBy(schema: ReadSchema, value: unknown): string[] {
  return schema.faults(value, 'all').slice(0, ERRORS_SHOWN_MAX).map(wordsOf)
}

function wordsOf({ instancePath, message, params, keyword }: SchemaFault): string {
  const more = keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}` : ''
  const field = keyword === 'additionalProperties' ? ` (${String(params['additionalProperty'])})` : ''
  return `${instancePath || 'The value'} ${message}${more}${field}`
}
