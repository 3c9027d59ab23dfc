import type { TSchema } from 'typebox'
import type { Fault } from './errors.ts'
import { LASTS_OVER } from './schema.ts'

/** What stands where the schema says so, as a pointer, and why it cannot be. */
type TurnedSpan = Required<Pick<Fault, 'pointer' | 'code' | 'message'>>

interface SchemaLike {
  format?: string
  [LASTS_OVER]?: true
  properties?: Record<string, SchemaLike>
}

/** A span of days or moments, by how its fields are named. A single day in place of it is asked for by the third. */
const NAMES = [
  { first: /^from$/, last: 'to' },
  { first: /From$/, last: 'To', only: 'Date' },
  { first: /Since$/, last: 'Before' },
]

/**
 * Finds spans that end before they begin, in what is right otherwise. Nothing is in them: whoever sent one would take
 * the empty answer for an answer.
 */
export function turnedSpans(schema: TSchema): (value: unknown) => TurnedSpan[] {
  const finders = findersIn(schema, '')
  return (value) => finders.flatMap((find) => find(value))
}

type Finder = (value: unknown) => TurnedSpan[]

function findersIn({ properties = {} }: SchemaLike, path: string): Finder[] {
  const spans = Object.keys(properties).flatMap((first) => spanFrom(first, properties))
  const inner = Object.entries(properties).flatMap(([name, schema]) =>
    findersIn(schema, `${path}/${name}`).map(
      (find): Finder =>
        (value) =>
          find(fieldOf(value, name)),
    ),
  )
  return [
    ...spans.map(
      (span): Finder =>
        (value) =>
          turned(span, value, path),
    ),
    ...inner,
  ]
}

interface Span {
  first: string
  last: string
  only: string | undefined
}

function spanFrom(first: string, properties: Record<string, SchemaLike>): Span[] {
  const format = properties[first]?.format
  const names = NAMES.find((each) => each.first.test(first))
  if (!names || (format !== 'date' && format !== 'date-time') || properties[first]?.[LASTS_OVER]) return []
  const last = first.replace(names.first, names.last)
  const only = names.only && first.replace(names.first, names.only)
  return properties[last]?.format === format ? [{ first, last, only }] : []
}

function turned({ first, last, only }: Span, value: unknown, path: string): TurnedSpan[] {
  if (only !== undefined && fieldOf(value, only) !== undefined) return []
  const [begin, end] = [fieldOf(value, first), fieldOf(value, last)]
  if (typeof begin !== 'string' || typeof end !== 'string' || Date.parse(begin) <= Date.parse(end)) return []
  return [{ pointer: `${path}/${last}`, code: 'out_of_range', message: `Must not be before ${first}.` }]
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? value[name as keyof typeof value] : undefined
}
