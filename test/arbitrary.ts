import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { formats } from '#core/formats.ts'
import { SEEN } from '#core/schema.ts'

/** The parts of JSON Schema that the operations use. A keyword that is not here is refused, not overlooked. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  anyOf?: Schema[]
}

const KNOWN = new Set(
  'type enum const format pattern minLength maxLength minimum maximum items minItems maxItems uniqueItems properties required additionalProperties anyOf'
    .split(' ')
    .concat('$id', 'description', 'default', 'examples', 'x-contract', 'title', 'deprecated'),
)

export function schemaOf(schema: TSchema | Schema): Schema {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword))
  if (unknown) throw new Error(`test/arbitrary.ts knows no keyword ${unknown}: add what it means for made-up values.`)
  return schema
}

/** Single characters that break things: of patterns, quotes, markup, other directions, controls, the ends of Unicode. */
const ODD_CHARACTERS = [
  ...'%_\\\'"`${}<>&;:/?#|*()[]-+=~^@!,. \t\n\r',
  ...'\u0001\u001f\u007f\u0085\u00a0\u200b\u200d\u200f\u202e\u2028\ufeff\ufffd\uffff\u{1f600}\u{10ffff}',
  ...'אعßİǅﬁ漢\u0301',
]

const SURROGATES = { first: 0xd800, count: 0x800 }
const AFTER_SURROGATES = SURROGATES.first + SURROGATES.count

/**
 * Any character. fast-check's own unit `binary` lists all million of them to find one again: a second and a half,
 * and 90 MB that stay, in each process of the tests.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - SURROGATES.count }).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined
    const isOne = point !== undefined && text === String.fromCodePoint(point)
    if (!isOne || (point >= SURROGATES.first && point < AFTER_SURROGATES)) throw new Error('not a single character')
    return point < SURROGATES.first ? point : point - SURROGATES.count
  },
)

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789') },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_CHARACTERS) },
  { weight: 1, arbitrary: anyCharacter.filter((text) => text !== '\0') },
)

const SHORT = 24
const LONG = 20_000

/** Text of so many code points, mostly short and now and then as long as it may be. */
function textOf(lengthMin = 0, lengthMax = LONG): Arbitrary<string> {
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.string({
        unit: character,
        minLength: lengthMin,
        maxLength: Math.min(lengthMax, Math.max(lengthMin, SHORT)),
      }),
    },
    { weight: 1, arbitrary: character.map((unit) => unit.repeat(Math.min(lengthMax, LONG))) },
  )
}

const two = (number: number): string => String(number).padStart(2, '0')
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${two(h)}:${two(m)}`)
const date = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

const FORMATS: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  date,
  'time-of-day': fc.oneof(
    time,
    time.map((text) => `${text}:59`),
  ),
  'date-time': fc.oneof(
    fc.tuple(date, time, fc.constantFrom('Z', '+14:00', '-14:00', '+05:30')).map(([d, t, zone]) => `${d}T${t}${zone}`),
    fc
      .tuple(date, time, fc.constantFrom(':59.999999999Z', ':00.5+01:00', ':07z'))
      .map(([d, t, rest]) => `${d}T${t}${rest}`),
    fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '2028-02-29T12:00:00.000Z'),
  ),
  email: fc
    .tuple(fc.string({ unit: character, maxLength: 20 }), fc.uuid())
    .map(([local, unique]) => `${local.replace(/[\s@"(),:;<>[\]\\]/gu, '')}${unique.slice(0, 13)}@example.com`),
  'time-zone': fc.constantFrom(
    'Europe/Lisbon',
    'UTC',
    'America/Argentina/ComodRivadavia',
    'asia/kolkata',
    'Etc/GMT+12',
  ),
  'country-code': fc.constantFrom('PT', 'US', 'JP', 'ZA'),
  'https-url': fc
    .tuple(fc.constantFrom('partner.example', 'xn--mnchen-3ya.example:8443'), fc.webPath(), fc.webQueryParameters())
    .map(([host, path, query]) => `https://${host}${path}?${query}`),
  'web-url': fc
    .tuple(fc.constantFrom('https://partner.example', 'http://localhost:8080'), fc.webPath())
    .map(([host, path]) => host + path),
  'currency-code': fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
}

/** Values that a schema accepts. */
export function validOf(given: TSchema | Schema): Arbitrary<unknown> {
  const schema = schemaOf(given)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => validOf(option)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length === 0) return anyJson
  return fc.oneof(...types.map((type) => validOfType(type, schema)))
}

function validOfType(type: string, schema: Schema): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integerOf(schema)
    case 'number':
      return numberOf(schema)
    case 'string':
      return stringOf(schema)
    case 'array':
      return arrayOf(schema)
    case 'object':
      return objectOf(schema)
    default:
      throw new Error(`test/arbitrary.ts knows no type ${type}: add how to make one.`)
  }
}

function integerOf({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.maxSafeInteger().map((n) => Math.min(maximum, Math.max(minimum, n))),
    fc.integer({ min: minimum, max: maximum }),
  )
}

function numberOf({ minimum = -1e15, maximum = 1e15 }: Schema): Arbitrary<number> {
  return fc.oneof(
    fc.double({ min: minimum, max: maximum, noNaN: true }),
    fc.constantFrom(minimum, maximum, Math.max(minimum, 1e-7), Math.max(minimum, 0)),
    // What money can be.
    fc
      .integer({ min: Math.ceil(Math.max(minimum, -1e9)), max: Math.floor(Math.min(maximum, 1e9)) - 1 })
      .map((n) => n + 0.25),
  )
}

function stringOf({ format, pattern, minLength = 0, maxLength = LONG }: Schema): Arbitrary<string> {
  if (format === 'one-line') return stringOf({ pattern, minLength, maxLength }).map(onOneLine)
  if (format !== undefined) {
    const made = FORMATS[format]
    if (!made) throw new Error(`test/arbitrary.ts knows no format ${format}: add how to make one.`)
    return made.filter((text) => formats[format]?.test(text) === true && text.length <= maxLength)
  }
  if (pattern === undefined) return textOf(minLength, maxLength)
  if (pattern === SEEN) return textOf(Math.max(0, minLength - 1), maxLength - 1).map((text) => `a${text}`)
  return fc
    .stringMatching(new RegExp(pattern, 'u'), { maxLength })
    .filter((text) => Array.from(text).length >= minLength && Array.from(text).length <= maxLength)
}

/** As long as before, and still not blank. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '-')
}

function arrayOf({ items = {}, minItems = 0, maxItems = 10, uniqueItems = false }: Schema): Arbitrary<unknown[]> {
  const item = validOf(items)
  const size = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, 5)) }
  return uniqueItems
    ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) })
    : fc.array(item, size)
}

/** With the required fields and a few of the others, or all of them. */
function objectOf({ properties, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  if (!properties) return fc.dictionary(fieldName, anyJson, { maxKeys: 5, noNullPrototype: true })
  const fields = Object.fromEntries(Object.entries(properties ?? {}).map(([name, schema]) => [name, validOf(schema)]))
  const others = Object.keys(fields).filter((name) => !required.includes(name))
  const chosen = fc.oneof(
    { weight: 3, arbitrary: fc.subarray(others, { maxLength: Math.min(others.length, 3) }) },
    { weight: 1, arbitrary: fc.subarray(others) },
  )
  return chosen.chain((names) =>
    fc.record(Object.fromEntries([...required, ...names].map((name) => [name, fields[name] ?? anyJson])), {
      noNullPrototype: true,
    }),
  )
}

const fieldName = fc
  .oneof(
    fc.string({ unit: character, maxLength: 12 }),
    fc.constantFrom('constructor', 'toString', 'toJSON', 'length', 'hasOwnProperty', '', '0', 'a\nb', 'then'),
  )
  .filter((name) => name !== '__proto__')

const anyJson: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
    fc.string({ unit: character, maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value
