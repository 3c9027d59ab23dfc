import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '#core/operation.ts'
import { schemaOf, validOf, type Schema } from './arbitrary.ts'

/** Stands in the path for a thing made for this one request. */
export const FRESH = '{fresh}'

/** A request before the ids of this run are known. */
export interface Draft {
  method: string
  /** As they stand in the address, so already encoded. */
  params: Record<string, string>
  query: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
}

/** A draft that was broken in one place, and the statuses that are right for it; any refusal when none are given. */
export interface Broken {
  what: string
  draft: Draft
  statuses?: number[]
}

const JSON_TYPE = 'application/json'

/** Requests that an operation understands, whether or not what they name exists. */
export function draftOf({ methods, params, query, body }: Operation): Arbitrary<Draft> {
  const names = Object.keys(params.properties).filter((name) => name !== 'workspaceId')
  const id = fc.oneof({ weight: 4, arbitrary: fc.constant(FRESH) }, { weight: 1, arbitrary: fc.uuid() })
  return fc
    .record({
      method: fc.constantFrom(...methods, ...(methods.includes('GET') ? ['HEAD'] : [])),
      params: fc.record(Object.fromEntries(names.map((name) => [name, id]))),
      query: validOf(query).map((values) => encoded(Object.entries(values as object))),
      headers: fc.oneof(fc.constant({}), harmlessHeaders),
      payload: body ? validOf(body).map((value) => JSON.stringify(value)) : fc.constant(undefined),
    })
    .map((draft) => ({ ...draft, headers: { ...(body ? { 'content-type': JSON_TYPE } : {}), ...draft.headers } }))
}

function encoded(pairs: [string, unknown][]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

const harmlessHeaders: Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'if-match': '*' },
  { 'if-match': '"7.abc", W/"1.x", junk' },
  { 'if-none-match': '"7.abc", *' },
  { 'x-request-id': 'caller-1:2.3' },
  { 'x-request-id': 'not an id' },
  { traceparent: '00-00000000000000000000000000000000-zz' },
  { accept: 'text/html', 'accept-encoding': 'br', 'content-language': 'tlh' },
)

/** Valid drafts broken in every way we can think of. */
export function brokenOf(operation: Operation): Arbitrary<Broken> {
  const isWrite = !operation.methods.includes('GET')
  const ways: Arbitrary<(draft: Draft) => Broken>[] = [brokenQuery(operation), randomQuery, brokenAddress]
  if (Object.keys(operation.params.properties).length > 1) ways.push(brokenPath(operation))
  if (isWrite) ways.push(notJson(operation), wrongMediaType, randomBody)
  if (isWrite && !operation.ignoresIdempotencyKey) ways.push(brokenIdempotencyKey)
  if (operation.access !== 'public') ways.push(brokenCredential)
  if (operation.body) {
    const body = brokenJson(operation.body).map((json) => withBody('the body', json, [400]))
    ways.push(body, body, body, body)
  }
  return fc.tuple(draftOf(operation), fc.oneof(...ways)).map(([draft, breakIt]) => breakIt(draft))
}

function withBody(what: string, payload: string | Buffer, statuses?: number[], contentType = JSON_TYPE) {
  return (draft: Draft): Broken => {
    const headers = { ...draft.headers, 'content-type': contentType }
    return { what, draft: { ...draft, headers, payload }, ...(statuses && { statuses }) }
  }
}

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
    '0001-01-01T00:00:00+14:00',
    'infinity',
    'epoch',
  ],
  email: ['', 'a', 'a@', '@example.com', 'a@b', 'a b@example.com', 'a@-example.com', '<a@example.com>'],
  'time-zone': ['', 'Mars/Olympus', '+01:00', 'Europe/Lisbon\n', 'null'],
  'country-code': ['', 'pt', 'PRT', 'P', 'XQX'],
  'currency-code': ['', 'eur', 'EURO', '978', '€'],
}

/** JSON texts that a schema surely refuses. */
function brokenJson(given: Schema): Arbitrary<string> {
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

function brokenTexts({ type, enum: values, format, pattern, minLength = 0, maxLength }: Schema): string[] {
  if (![type].flat().includes('string')) return []
  if (values) return ['', 'NO_SUCH_VALUE', ...values.map((value) => `${String(value)} `)]
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength + 1)]),
    ...(pattern === '\\S' ? [' ', '\n\t\u00a0\u2003'] : []),
    ...(format === undefined ? [] : (WRONG_FORMATS[format] ?? missing(format))),
  ]
}

function missing(format: string): never {
  throw new Error(`test/mutations.ts knows no wrong ${format}: add some.`)
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

function notJson({ body }: Operation): Arbitrary<(draft: Draft) => Broken> {
  const texts = ['{', 'nope', '{"a":1,}', "{'a':1}", 'NaN', '{"a":1}{"b":2}', '"', '[1', '\0', '['.repeat(100_000), ' ']
  const bytes = [
    Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  ]
  // Without a body of its own an operation takes `{}` and `null` for none.
  const others = ['7', 'true', '"text"', '[1]', '{"a":1}', ...(body ? ['null', '[]', '[{}]', ''] : [])]
  return fc
    .constantFrom<(string | Buffer)[]>(...texts, ...bytes, ...others)
    .map((payload) => withBody('not an object in JSON', payload, [400]))
}

const wrongMediaType = fc
  .constantFrom(
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'json',
    '',
  )
  .map((type) => withBody(`content type "${type}"`, '{}', [415], type))

const randomBody = fc.json({ noUnicodeString: false, maxDepth: 4 } as object).map((json) => withBody('any JSON', json))

const brokenIdempotencyKey = fc
  .constantFrom('', '   ', 'k'.repeat(256), 'schlüssel', 'a\tb')
  .map((key) => (draft: Draft): Broken => ({
    what: 'Idempotency-Key',
    draft: { ...draft, headers: { ...draft.headers, 'idempotency-key': key } },
    statuses: [400],
  }))

const brokenCredential = fc
  .constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer x y',
    'Basic YTpi',
    'bearer ink_srv_x',
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer e30.e30.e30',
    'Bearer \u00ff',
  )
  .map((authorization) => (draft: Draft): Broken => ({
    what: 'Authorization',
    draft: { ...draft, headers: { ...draft.headers, authorization } },
    statuses: [401],
  }))

const WRONG_INTEGERS = [
  '',
  ' ',
  ' 1',
  '1 ',
  '+1',
  '1.5',
  '0x10',
  '1e1',
  '١',
  '-1',
  '-0.5',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[1]',
  '1,2',
  '9'.repeat(30),
]
const WRONG_BOOLEANS = ['', '1', 'TRUE', 'yes', 'null', 'true ']
const UNKNOWN_PARAMETERS = ['x', '__proto__', 'constructor', 'LIMIT', 'limit[]', 'limit ', 'a/b', '\u202e', '\0', '']

/** A parameter with a text that it surely refuses, a parameter twice, or one that is not known. */
function brokenQuery({ query }: Operation): Arbitrary<(draft: Draft) => Broken> {
  const wrong = Object.entries(query.properties).flatMap(([name, inner]) =>
    wrongTexts(schemaOf(inner)).map((text) => [name, text] as const),
  )
  const unknown = UNKNOWN_PARAMETERS.map((name) => [name, 'x'] as const)
  const one = fc.constantFrom(...wrong, ...unknown).map((pair) => [pair])
  const names = Object.keys(query.properties)
  const twice =
    names.length === 0 ? one : fc.constantFrom(...names).map((name) => [[name, '1'] as const, [name, '1'] as const])
  return fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: twice }).map((pairs) => (draft) => ({
    what: `query ${JSON.stringify(pairs)}`,
    draft: { ...draft, query: encoded(pairs as unknown as [string, string][]) },
    statuses: [400],
  }))
}

function wrongTexts(schema: Schema): string[] {
  const types = [schema.type].flat()
  if (types.includes('integer')) return WRONG_INTEGERS
  if (types.includes('boolean')) return WRONG_BOOLEANS
  return [...brokenTexts(schema), '\0', 'a\0b']
}

const randomQuery = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '%',
      '%zz',
      '%C0%80',
      '%ED%A0%80',
      '&&&=',
      '=',
      '?',
      'q=%',
      'q=%F0%9F',
      'q=%25%5C_',
      'limit=1#x',
      `q=${'x'.repeat(20_000)}`,
    ),
  )
  .map((text) => (draft: Draft): Broken => ({
    what: 'any query',
    draft: { ...draft, query: text.replace(/[^\x21-\x7e]/gu, encodeURIComponent) },
  }))

/** An id that is none is named; what cannot even be decoded, or is too long to be an id, has no address. */
function brokenPath({ params }: Operation): Arbitrary<(draft: Draft) => Broken> {
  const names = Object.keys(params.properties).filter((name) => name !== 'workspaceId')
  const texts = [
    'x',
    '%00',
    '%20',
    '%2F',
    '..%2f..',
    '%27%20or%201=1',
    '%F0%9F%98%80',
    '%E2%80%AE',
    '0',
    '-1',
    'null',
    '%7B%7D',
  ]
  const lost = ['%', '%zz', '%C0%80', '%ED%A0%80', 'x'.repeat(300), 'x'.repeat(30_000)]
  const choices = [
    ...texts.map((text) => ({ text, statuses: [400] })),
    ...lost.map((text) => ({ text, statuses: [404, 400] })),
  ]
  return fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...choices))
    .map(([name, { text, statuses }]) => (draft) => ({
      what: `${name} in the path`,
      draft: { ...draft, params: { ...draft.params, [name]: text } },
      statuses,
    }))
}

/** A workspace that cannot be: a person learns that there is none, a key that it has no business there. */
const brokenAddress = fc
  .constantFrom(
    'x',
    '%00',
    '%2e%2e',
    'A',
    '%',
    '%zz',
    '%ED%A0%80',
    '%F0%9F%98%80',
    'x'.repeat(64),
    'x'.repeat(30_000),
    '%2F',
    '-',
  )
  .map((workspaceId) => (draft: Draft): Broken => ({
    what: 'the workspace in the path',
    draft: { ...draft, params: { ...draft.params, workspaceId } },
  }))
