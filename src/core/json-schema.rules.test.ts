import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats } from './formats.ts'
import { type Draft, JsonSchema } from './json-schema.ts'

const OPTIONS = { strict: false, logger: false, unicodeRegExp: true, inlineRefs: false } as const

/** Ajv's verdict. It compiles schemas to code, so it only gets ones generated here. */
function byAjv(draft: Draft, schema: object | boolean, value: unknown) {
  const Reader = draft === '7' ? Ajv : Ajv2020
  const ajv = new Reader(OPTIONS)
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  let validate
  try {
    validate = ajv.compile(schema)
  } catch (error) {
    return [`refused: ${String(error)}`]
  }
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function byUs(draft: Draft, schema: unknown, value: unknown) {
  const faults = JsonSchema.read(schema, { draft, formats: true }).faults(value, 'all')
  return faults.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const name = fc.constantFrom('a', 'b', 'c', 'a/b', '~')
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 'ab', '😀', '2026-01-01', 'x@y.com'),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.5, 1.5),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

function schemasOf(draft: Draft) {
  const count = fc.integer({ min: 0, max: 3 })
  const names = fc.uniqueArray(name, { maxLength: 3 })
  const is2020 = draft === '2020-12'
  return fc.letrec<{ schema: object | boolean }>((tie) => {
    const schema = tie('schema')
    const list = fc.array(schema, { minLength: 1, maxLength: 3 })
    const type = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string')
    const words = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      maximum: fc.integer({ min: -2, max: 5 }),
      exclusiveMinimum: fc.integer({ min: -2, max: 5 }),
      multipleOf: fc.constantFrom(1, 2, 0.5),
      maxLength: count,
      minLength: count,
      pattern: fc.constantFrom('^a', 'b$', '[ab]{2}', '^.$'),
      format: fc.constantFrom('date', 'email', 'no-such-format'),
      const: value,
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }),
      not: schema,
      anyOf: list,
      oneOf: list,
      allOf: list,
      if: schema,
      // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword
      then: schema,
      else: schema,
      maxItems: count,
      minItems: count,
      uniqueItems: fc.boolean(),
      items: is2020 ? schema : fc.oneof(schema, list),
      contains: schema,
      maxProperties: count,
      minProperties: count,
      required: names,
      propertyNames: schema,
      additionalProperties: schema,
      dependencies: fc.dictionary(name, fc.oneof(schema, names), { maxKeys: 2, noNullPrototype: true }),
      properties: fc.dictionary(name, schema, { maxKeys: 3, noNullPrototype: true }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$', '.'), schema, { maxKeys: 2, noNullPrototype: true }),
      $ref: fc.constantFrom('#/definitions/x', '#/definitions/y'),
      ...(is2020
        ? {
            prefixItems: list,
            minContains: count,
            maxContains: count,
            dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
            dependentSchemas: fc.dictionary(name, schema, { maxKeys: 2, noNullPrototype: true }),
            unevaluatedProperties: schema,
            unevaluatedItems: schema,
          }
        : { additionalItems: schema }),
    }
    const some = fc
      .uniqueArray(fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[])), { minLength: 1, maxLength: 4 })
      .chain((picked) =>
        fc.record(Object.fromEntries(picked.map((word) => [word, words[word] ?? value])), { noNullPrototype: true }),
      )
    return { schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.boolean(), some) }
  }).schema
}

/** Targets of references. They contain none themselves. */
const LEAVES = { x: { type: ['string', 'object'], minLength: 1 }, y: { properties: { a: { type: 'integer' } } } }

describe.each<Draft>(['7', '2020-12'])('draft %s', (draft) => {
  const whole = schemasOf(draft).map((schema) =>
    typeof schema === 'boolean' ? schema : { ...schema, definitions: LEAVES },
  )
  test('says of every schema and value what the compiling reader says', () => {
    fc.assert(
      fc.property(whole, value, (schema, data) => {
        const theirs = byAjv(draft, schema, data)
        const ours = byUs(draft, schema, data)
        expect(ours.length > 0, JSON.stringify([schema, data, theirs, ours])).toBe(theirs.length > 0)
      }),
      { numRuns: 300 },
    )
  })
})

const read = (schema: unknown, draft: Draft = '2020-12'): JsonSchema =>
  JsonSchema.read(schema, { draft, formats: true })
const fits = (schema: unknown, data: unknown): boolean => read(schema).faults(data, 'first').length === 0

test('addresses, names and places inside of a schema are found', () => {
  const schema = {
    $id: 'https://a.example/root',
    $defs: {
      one: { $anchor: 'first', type: 'string' },
      two: { $id: 'inner/two', $defs: { deep: { type: 'integer' } }, $ref: '#/$defs/deep' },
      'a/b': { type: 'boolean' },
    },
    properties: {
      anchor: { $ref: '#first' },
      relative: { $ref: 'inner/two' },
      inside: { $ref: 'inner/two#/$defs/deep' },
      escaped: { $ref: '#/$defs/a~1b' },
      encoded: { $ref: '#/%24defs/one' },
      whole: { $ref: 'https://a.example/root' },
    },
  }
  expect(
    fits(schema, { anchor: 'x', relative: 1, inside: 2, escaped: true, encoded: 'y', whole: { anchor: 'z' } }),
  ).toBe(true)
  for (const bad of [
    { anchor: 1 },
    { relative: 'x' },
    { inside: '' },
    { escaped: 0 },
    { encoded: 1 },
    { whole: { anchor: 1 } },
  ]) {
    expect(fits(schema, bad), JSON.stringify(bad)).toBe(false)
  }
})

test('a dynamic reference means the outermost of its name', () => {
  const tree = {
    $id: 'https://a.example/tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { parts: { type: 'array', items: { $dynamicRef: '#node' } } },
  }
  const strict = {
    $id: 'https://a.example/strict',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    unevaluatedProperties: false,
    $defs: { tree },
  }
  expect(fits(strict, { parts: [{ parts: [] }] })).toBe(true)
  expect(fits(strict, { parts: [{ other: 1 }] })).toBe(false)
  expect(fits({ $ref: 'tree', $id: 'https://a.example/lax', $defs: { tree } }, { parts: [{ other: 1 }] })).toBe(true)
})

test('a schema of schemas may refer to the drafts', () => {
  const asked = { properties: { form: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } }
  expect(fits(asked, { form: { type: 'string', properties: { a: { minLength: 1 } } } })).toBe(true)
  expect(fits(asked, { form: { properties: { a: { minLength: -1 } } } })).toBe(false)
})

test.for<[unknown, string]>([
  [{ type: 'text' }, '/type must be equal to one of the allowed values'],
  [{ properties: { a: 5 } }, '/properties/a must be object,boolean'],
  [{ properties: { a: { minLength: -1 } } }, '/properties/a/minLength must be >= 0'],
  [{ pattern: '(' }, '/pattern must match format "regex"'],
  [{ patternProperties: { '(': {} } }, '/patternProperties/( must match'],
  [{ $ref: '#/nowhere' }, "can't resolve reference #/nowhere from id #"],
  [{ $ref: 'https://elsewhere.example/x' }, "can't resolve reference https://elsewhere.example/x"],
  [{ required: ['a', 'a'] }, '/required must NOT have duplicate items'],
  [{ id: 'x' }, '/id is not supported'],
  [{ $defs: { a: { $id: 'x' }, b: { $id: 'x' } } }, 'resolves to more than one schema'],
])('%j: what is wrong is told with its place', ([schema, message]) => {
  expect(() => read(schema)).toThrow(message)
})
