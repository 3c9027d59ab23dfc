import fc, { type Arbitrary } from 'fast-check'
import { SEEN } from '#core/schema.ts'
import { schemaOf, validOf, type Schema } from './arbitrary.ts'

const DEEP = 40

/** What no body may hold anywhere: it could not be stored, or not be sent again unchanged. */
const UNSTORABLE = [
  '1e400',
  '-1e999',
  '"a\\u0000b"',
  '"\\ud800"',
  '"x\\udfffy"',
  '{"\\ud83d":1}',
  '{"a\\u0000":1}',
  '{"__proto__":{"admin":true}}',
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
]

const WRONG_FORMATS: Record<string, string[]> = {
  uuid: [
    '',
    'x',
    '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d9',
    '{0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90}',
    '0198f6a27c3b7d119f5e2b1f4c6a8d90',
  ],
  date: ['', '2026-02-30', '2026-13-01', '0000-01-01', '26-01-01', 'infinity', 'today'],
  'time-of-day': ['', '24:00', '9:00', '12:60', '12:00:60', 'now'],
  'date-time': [
    '',
    '2026-11-15',
    '2026-11-15 09:30:00Z',
    '2026-11-15T24:00:00Z',
    '2026-11-15T09:30:00',
    '10000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T23:59:59.9999Z',
    '0001-01-01T00:00:00+14:00',
    'infinity',
    'epoch',
  ],
  email: ['', 'a', 'a@', '@example.com', 'a@b', 'a b@example.com', 'a@-example.com', '<a@example.com>'],
  'time-zone': ['', 'Mars/Olympus', '+01:00', 'Europe/Lisbon\n', 'null'],
  'country-code': ['', 'pt', 'PRT', 'P', 'XQX'],
  'one-line': ['a\nb', 'tab\there', 'a\u0007', 'a\u0085b', 'a\u2028b', '\u007f'],
  'https-url': [
    '',
    'https://',
    'http://partner.example/1',
    'javascript:alert(1)',
    '//partner.example',
    'https://a:b@partner.example',
    'https://partner.example/a b',
    'https://partner.example\\@other.example',
    'https://[::1',
  ],
  'web-url': ['', 'http://', 'ftp://partner.example', 'partner.example', 'http://a:b@partner.example', 'http://a b'],
  'currency-code': ['', 'eur', 'EURO', '978', '€'],
}

/** JSON texts that a schema surely refuses. */
export function brokenJson(given: Schema): Arbitrary<string> {
  const schema = schemaOf(given)
  const types = typesOf(schema)
  const ways: Arbitrary<string>[] = [fc.constantFrom(...UNSTORABLE)]
  const wrongTypes = types && WRONG_TYPES.filter(({ accepted }) => !types.some((type) => accepted.includes(type)))
  if (wrongTypes?.length) ways.push(fc.constantFrom(...wrongTypes.map(({ json }) => json)))
  const texts = brokenTexts(schema)
  if (texts.length > 0) ways.push(fc.constantFrom(...texts.map((text) => JSON.stringify(text))))
  const numbers = brokenNumbers(schema)
  if (numbers.length > 0) ways.push(fc.constantFrom(...numbers))
  if (schema.items) ways.push(brokenArray(schema, schema.items))
  if (schema.properties) ways.push(...brokenObject(schema, schema.properties))
  return fc.oneof(...ways)
}

const WRONG_TYPES = [
  { json: 'null', accepted: ['null'] },
  { json: 'true', accepted: ['boolean'] },
  { json: '7', accepted: ['integer', 'number'] },
  { json: '1.5', accepted: ['number'] },
  { json: '"7"', accepted: ['string'] },
  { json: '[]', accepted: ['array'] },
  { json: '[{}]', accepted: ['array'] },
  { json: '{}', accepted: ['object'] },
]

/** Undefined when any type will do. */
function typesOf({ type, anyOf }: Schema): string[] | undefined {
  if (type !== undefined) return [type].flat()
  const options = anyOf?.map(typesOf)
  return options?.every((option) => option !== undefined) ? options.flat() : undefined
}

/** Texts that a schema of texts surely refuses. */
export function brokenTexts({ type, enum: values, format, pattern, minLength = 0, maxLength }: Schema): string[] {
  if (![type].flat().includes('string')) return []
  if (values) return ['', 'NO_SUCH_VALUE', ...values.map((value) => `${String(value)} `)]
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength + 1)]),
    ...(pattern === SEEN ? [' ', '\n\t\u00a0\u2003', '\u200b', '\u2060 \u00ad', '\ufe0f\u3164\u2800'] : []),
    ...(format === undefined ? [] : (WRONG_FORMATS[format] ?? missing(format))),
  ]
}

function missing(format: string): never {
  throw new Error(`test/broken-json.ts knows no wrong ${format}: add some.`)
}

function brokenNumbers({ type, minimum, maximum }: Schema): string[] {
  const types = [type].flat()
  if (!types.includes('integer') && !types.includes('number')) return []
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1), '-1e308']),
    ...(maximum === undefined ? [] : [String(maximum + 1), '1e308']),
    ...(types.includes('integer') ? ['0.5', '1e-7'] : []),
  ]
}

function brokenArray({ minItems = 0, maxItems, uniqueItems }: Schema, items: Schema): Arbitrary<string> {
  const ways = [brokenJson(items).map((json) => `[${json}]`)]
  if (minItems > 0) ways.push(fc.constant('[]'))
  if (maxItems !== undefined) ways.push(fc.constant(`[${Array.from({ length: maxItems + 1 }, () => '0').join(',')}]`))
  if (uniqueItems) ways.push(validOf(items).map((value) => `[${JSON.stringify(value)},${JSON.stringify(value)}]`))
  return fc.oneof(...ways)
}

const UNKNOWN_FIELDS = [
  'x',
  'constructor',
  'toString',
  'Name',
  ' name',
  'name\n',
  '',
  '\u{1f600}',
  'a/b~c',
  '$ref',
  'a'.repeat(5000),
]

function brokenObject(schema: Schema, properties: Record<string, Schema>): Arbitrary<string>[] {
  const whole = validOf(schema).map((value) =>
    Object.entries(value as object).map(([name, inner]) => [name, JSON.stringify(inner)] as const),
  )
  const field = fc.oneof(
    ...Object.entries(properties).map(([name, inner]) => brokenJson(inner).map((json) => [name, json] as const)),
  )
  const unknown = fc.tuple(fc.constantFrom(...UNKNOWN_FIELDS), fc.constantFrom('1', 'null', '{}'))
  const added =
    schema.additionalProperties === false
      ? fc.oneof({ weight: 4, arbitrary: field }, { weight: 1, arbitrary: unknown })
      : field
  const ways = [
    fc
      .tuple(whole, added)
      .map(([entries, [name, json]]) => objectText([...entries.filter(([other]) => other !== name), [name, json]])),
  ]
  const { required = [] } = schema
  if (required.length > 0) {
    const left = fc.tuple(whole, fc.constantFrom(...required))
    ways.push(left.map(([entries, name]) => objectText(entries.filter(([other]) => other !== name))))
  }
  return ways
}

function objectText(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
