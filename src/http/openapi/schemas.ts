import type { TSchema } from 'typebox'
import { formats } from '#core/formats.ts'
import { IN_DOCUMENTS, SEEN } from '#core/schema.ts'
import type { Components, Part } from './components.ts'

/** Formats of JSON Schema itself, which every tool knows. */
const STANDARD_FORMATS = ['uuid', 'date', 'date-time', 'email']

/** What a tool that does not know our own formats can still check. */
const PATTERNS: Record<string, string> = {
  'time-of-day': '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
  'time-zone': '^[A-Za-z][A-Za-z0-9_+/-]*$',
  'country-code': '^[A-Z]{2}$',
  // Also says that it is not blank.
  'one-line': '^[^\\S\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$',
  'https-url': '^https://\\S+$',
  'web-url': '^https?://\\S+$',
  'currency-code': '^[A-Z]{3}$',
}

/** The same in the words of every dialect of patterns: not all know the classes of Unicode. */
const NOT_BLANK = '\\S'

const ANY_NAME = '^.*$'

/** The schema as the document has it: whatever has an `$id` becomes a component and is referred to. */
export function describeSchema(schema: TSchema, components: Components): Part {
  const { $id, ...rest } = schema as Part & { [IN_DOCUMENTS]?: string }
  const description = rest[IN_DOCUMENTS] ?? rest.description
  const whole = explainFormat(description === undefined ? rest : { ...rest, description })
  const described = describeParts(whole, (inner) => describeSchema(inner, components))
  return typeof $id === 'string' ? components.add('schemas', $id, described) : described
}

function describeParts(schema: Part, describe: (schema: TSchema) => Part): Part {
  const described: Part = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'patternProperties' && isOpen(value)) described.additionalProperties = true
    else if (keyword === 'properties' || keyword === 'patternProperties') {
      described[keyword] = mapValues(value as Record<string, TSchema>, describe)
    } else if (keyword === 'anyOf' || keyword === 'allOf' || keyword === 'oneOf') {
      described[keyword] = (value as TSchema[]).map(describe)
    } else if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object')) {
      described[keyword] = describe(value as TSchema)
    } else described[keyword] = value
  }
  return described
}

/** Any name, any value: readers of the document know that as `additionalProperties`. */
function isOpen(value: unknown): boolean {
  const entries = Object.entries(value as Record<string, object>)
  return entries.length === 1 && entries[0]?.[0] === ANY_NAME && Object.keys(entries[0][1]).length === 0
}

function explainFormat(schema: Part): Part {
  const { format, description } = schema
  if (format === undefined && schema.pattern === SEEN) return { ...schema, pattern: NOT_BLANK }
  if (typeof format !== 'string' || STANDARD_FORMATS.includes(format)) return schema
  const pattern = PATTERNS[format]
  const must = formats[format]?.must
  if (!pattern || !must)
    throw new Error(`the format ${format} needs a pattern in openapi/schemas.ts, for tools that do not know it`)
  // Nobody expects line breaks in a name: a sentence at each would only be in the way.
  if (format === 'one-line') return { ...schema, pattern }
  const sentence = `${must.charAt(0).toUpperCase()}${must.slice(1)}.`
  return {
    ...schema,
    pattern,
    description: description === undefined ? sentence : `${String(description)} ${sentence}`,
  }
}

function mapValues<V>(values: Record<string, V>, change: (value: V) => Part): Record<string, Part> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
