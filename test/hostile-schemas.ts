import type { Json } from '#modules/workflows/document.schema.ts'

/** A schema that tries to be more than data, with one value that fits it and one that does not. */
interface Hostile {
  what: string
  schema: Json
  good: Json
  bad: Json
}

/** Each would set a global that every test can see. */
const CODE = 'globalThis.pwned = process.env'
const BREAKOUTS = [
  `'+(${CODE})+'`,
  `"+(${CODE})+"`,
  `\`\${${CODE}}\``,
  `'];${CODE};//`,
  `"]); ${CODE}; (["`,
  `\\"; ${CODE}; //`,
  `\n${CODE}\n//`,
  `\u2028${CODE}\u2029`,
  `*/${CODE}/*`,
  `</script>\${${CODE}}`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
]
const record = (name: string, value: Json): Json =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as Json

/** Every keyword that takes a text or a name, combined with every way to break out of a string. */
const injections = BREAKOUTS.flatMap((text): Hostile[] => [
  { what: 'const', schema: { const: text }, good: text, bad: `${text}!` },
  { what: 'enum', schema: { enum: [text, 1] }, good: text, bad: 2 },
  {
    what: 'properties',
    schema: { properties: record(text, { type: 'string' }) },
    good: record(text, 'x'),
    bad: record(text, 1),
  },
  { what: 'required', schema: { required: [text] }, good: record(text, 1), bad: {} },
  {
    what: 'additionalProperties',
    schema: { properties: record(text, true), additionalProperties: false },
    good: record(text, 1),
    bad: { other: 1 },
  },
  { what: 'dependentRequired', schema: { dependentRequired: record(text, ['b']) }, good: {}, bad: record(text, 1) },
  { what: 'dependentSchemas', schema: { dependentSchemas: record(text, false) }, good: {}, bad: record(text, 1) },
  { what: 'dependencies', schema: { dependencies: record(text, ['b']) }, good: {}, bad: record(text, 1) },
  { what: 'definitions', schema: { $defs: record(text, { type: 'string' }), type: 'string' }, good: 'x', bad: 1 },
  {
    what: '$ref',
    schema: {
      $defs: record(text, { type: 'string' }),
      $ref: `#/$defs/${encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    },
    good: 'x',
    bad: 1,
  },
  { what: '$anchor', schema: { $defs: { a: { $anchor: text } }, type: 'string' }, good: 'x', bad: 1 },
  { what: 'title', schema: { title: text, description: text, $comment: text, type: 'string' }, good: 'x', bad: 1 },
  { what: 'format', schema: { format: text, type: 'string' }, good: 'x', bad: 1 },
  { what: 'an unknown word', schema: { ...(record(text, CODE) as object), type: 'string' }, good: 'x', bad: 1 },
  { what: 'default', schema: { default: text, examples: [text], type: 'string' }, good: 'x', bad: 1 },
])

const enumOf = Array.from({ length: 5000 }, (_, at) => `word ${at}`)

export const hostileSchemas: readonly Hostile[] = [
  ...injections,
  { what: 'a pattern with quotes', schema: { pattern: `^"'\`/\\$\\{x\\}\n$` }, good: `"'\`/\${x}\n`, bad: 'x' },
  { what: 'a pattern with slashes', schema: { pattern: '^/;x//$' }, good: '/;x//', bad: CODE },
  {
    what: 'a field by a pattern',
    schema: { patternProperties: { '^[\'"`]+$': { type: 'string' } } },
    good: { '"`': 'x' },
    bad: { "'": 1 },
  },
  {
    what: 'a reference to data',
    schema: { properties: { a: { const: { $data: '1/b' } } } },
    good: { a: { $data: '1/b' } },
    bad: { a: 1, b: 1 },
  },
  { what: 'an id of its own', schema: { $id: 'file:///etc/passwd', type: 'string' }, good: 'x', bad: 1 },
  {
    what: 'a draft of its own name',
    schema: {
      $defs: { a: { $id: 'https://json-schema.org/draft/2020-12/schema', type: 'string' } },
      $ref: 'https://json-schema.org/draft/2020-12/schema',
    },
    good: 'x',
    bad: 1,
  },
  {
    what: 'fields that every object has',
    schema: { required: ['constructor', 'toString'] },
    good: { constructor: 1, toString: 1 },
    bad: {},
  },
  { what: 'a huge choice', schema: { enum: enumOf }, good: 'word 4999', bad: 'word 5000' },
  {
    what: 'itself in itself',
    schema: { $defs: { a: { type: ['array', 'integer'], items: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' },
    good: [[[[1]]]],
    bad: [[[['x']]]],
  },
]
