import fc, { type Arbitrary } from 'fast-check'
import { isForLinks } from '#core/access.ts'
import type { Operation } from '#core/operation.ts'
import { anyCharacter, schemaOf, validOf, type Schema } from './arbitrary.ts'
import { brokenJson, brokenTexts } from './broken-json.ts'

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
export function draftOf({ methods, params, query, body, conditional }: Operation): Arbitrary<Draft> {
  const names = Object.keys(params.properties).filter((name) => name !== 'workspaceId')
  const made = (name: string): Arbitrary<string> => {
    const schema = schemaOf(params.properties[name] ?? {})
    return schema.type === 'integer' ? validOf(schema).map(String) : fc.uuid()
  }
  const id = (name: string) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(FRESH) }, { weight: 1, arbitrary: made(name) })
  return fc
    .record({
      method: fc.constantFrom(...methods, ...(methods.includes('GET') ? ['HEAD'] : [])),
      params: fc.record(Object.fromEntries(names.map((name) => [name, id(name)]))),
      query: validOf(query).map((values) => encoded(Object.entries(values as object))),
      headers: fc.oneof(
        fc.constant({}),
        fc.constantFrom(...HARMLESS, methods.includes('GET') ? KNOWN : {}, conditional ? OLD_VERSIONS : {}),
      ),
      payload: body ? validOf(body).map((value) => JSON.stringify(value)) : fc.constant(undefined),
    })
    .map((draft) => ({ ...draft, headers: { ...(body ? { 'content-type': JSON_TYPE } : {}), ...draft.headers } }))
}

function encoded(pairs: [string, unknown][]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

const HARMLESS: Record<string, string>[] = [
  { 'if-match': '*' },
  { 'x-request-id': 'caller-1:2.3' },
  { 'x-request-id': 'not an id' },
  { traceparent: '00-00000000000000000000000000000000-zz' },
  { accept: 'text/html', 'accept-encoding': 'br', 'content-language': 'tlh' },
]

const KNOWN = { 'if-none-match': '"7.abc", *' }
const OLD_VERSIONS = { 'if-match': '"7.abc", W/"1.x", "junk"' }

/** Valid drafts broken in every way we can think of. */
export function brokenOf(operation: Operation): Arbitrary<Broken> {
  const isWrite = !operation.methods.includes('GET')
  const ways: Arbitrary<(draft: Draft) => Broken>[] = [brokenQuery(operation), randomQuery, brokenAddress]
  if (Object.keys(operation.params.properties).length > 1) ways.push(brokenPath(operation))
  if (isWrite) ways.push(notJson(operation), wrongMediaType, randomBody)
  if (isWrite && !operation.ignoresIdempotencyKey) ways.push(brokenIdempotencyKey)
  if (isWrite) ways.push(brokenIfMatch, unheardIfNoneMatch)
  if (operation.access !== 'public' && !isForLinks(operation.access)) ways.push(brokenCredential)
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

function notJson({ body, bodyOptional }: Operation): Arbitrary<(draft: Draft) => Broken> {
  const texts = ['{', 'nope', '{"a":1,}', "{'a':1}", 'NaN', '{"a":1}{"b":2}', '"', '[1', '\0', '['.repeat(100_000), ' ']
  const bytes = [
    Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  ]
  // Without a body of its own an operation takes `{}` and `null` for none.
  const others = [
    '7',
    'true',
    '"text"',
    '[1]',
    '{"a":1}',
    ...(body ? ['null', '[]', '[{}]'] : []),
    ...(body && !bodyOptional ? [''] : []),
  ]
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

const randomBody = fc.json({ noUnicodeString: false, maxDepth: 4 }).map((json) => withBody('any JSON', json))

const brokenIdempotencyKey = fc
  .constantFrom('', '   ', 'k'.repeat(256), 'schlüssel', 'a\tb')
  .map((key) => (draft: Draft): Broken => ({
    what: 'Idempotency-Key',
    draft: { ...draft, headers: { ...draft.headers, 'idempotency-key': key } },
    statuses: [400],
  }))

const brokenIfMatch = fc
  .constantFrom('', 'junk', '7.abc', '"7.abc', '"7.abc" "8.abc"', '"7.abc",', 'w/"7.abc"')
  .map((tags) => (draft: Draft): Broken => ({
    what: 'If-Match',
    draft: { ...draft, headers: { ...draft.headers, 'if-match': tags } },
    statuses: [400],
  }))

const unheardIfNoneMatch = fc.constantFrom('*', '"7.abc"').map((tags) => (draft: Draft): Broken => ({
  what: 'If-None-Match',
  draft: { ...draft, headers: { ...draft.headers, 'if-none-match': tags } },
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
    fc.string({ unit: anyCharacter, maxLength: 60 }),
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
  const names = Object.keys(params.properties).filter(
    (name) => schemaOf(params.properties[name] ?? {}).format === 'uuid',
  )
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
