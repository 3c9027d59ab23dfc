import type { ErrorObject, ValidateFunction } from 'ajv'
import { BoundedTexts } from '#core/bounded-texts.ts'
import { formats } from '#core/formats.ts'
import { ajvForTheirs, COMPILED_CHARACTERS_MAX, compileTheirs } from '#core/slow-schema.ts'

const COMPILED_MAX = 200
const ERRORS_SHOWN_MAX = 20
const MESSAGE_CHARACTERS_MAX = 300
export const TOO_SLOW = 'The answer could not be checked in time: the schema takes too long. Make it simpler.'
export const TOO_LARGE =
  'The answer could not be checked: it lies too deep, or the schema takes too much memory or refers to itself without end.'

export type JsonSchema = Record<string, unknown>

const kept = new BoundedTexts<ValidateFunction>(COMPILED_MAX, COMPILED_CHARACTERS_MAX)

/** Of a schema and its JSON: what checks by it, or why it is no schema that can be used. */
export type SchemaReading =
  | { validate: ValidateFunction; problem?: undefined }
  | { validate?: undefined; problem: string }

/** Compiling costs milliseconds, so it is kept by the schema's text. */
export function readSchema(schema: JsonSchema, text: string): SchemaReading {
  const known = kept.get(text)
  if (known) return { validate: known }
  // Nothing is coerced, filled in or fetched.
  const ajv = ajvForTheirs(schema, { allErrors: true, unicodeRegExp: true })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  try {
    const validate = compileTheirs(ajv, schema)
    kept.set(text, validate)
    return { validate }
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : '').slice(0, MESSAGE_CHARACTERS_MAX) }
  }
}

/** What is wrong with a value, in words for a model or a person. */
export function wrongBy(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).slice(0, ERRORS_SHOWN_MAX).map(wordsOf)
}

function wordsOf({ instancePath, message = 'is not valid', params, keyword }: ErrorObject): string {
  const more = keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues)}` : ''
  const field = keyword === 'additionalProperties' ? ` (${params.additionalProperty})` : ''
  return `${instancePath || 'The value'} ${message}${more}${field}`
}
