import { expect, test } from 'vitest'
import { mismatch, schemaFault } from './output-schema.ts'
import { outputOf } from './run-output.ts'
import type { StepRow } from './step.queries.ts'

test('a schema that asks much of each of many items is stopped', () => {
  const list = Array.from({ length: 400_000 }, (_, at) => at)
  const many = { items: { anyOf: [...Array.from({ length: 3000 }, () => false), true] } }
  expect(mismatch(many, list)).toEqual({ path: '', message: 'takes too long to be checked' })
  const schema = { type: 'array', uniqueItems: true }
  expect(mismatch(schema, list.slice(0, 20_000))).toBeUndefined()
  expect(mismatch(schema, [1, 2])).toBeUndefined()
  expect(mismatch(schema, [1, 1])?.message).toContain('duplicate')
})

test('an answer is read out of its fence, and in one go when it is all blanks', () => {
  const read = (content: string) => outputOf({ outputSchema: {} }, { message: { content } } as StepRow).value
  expect(read(' \n```json\n {"a":1}\n ``` \n')).toEqual({ a: 1 })
  expect(read(`{"a":"${' '.repeat(1_000_000)}"}`)).toEqual({ a: ' '.repeat(1_000_000) })
})

test('an answer that would take for ever to be mended does not fit', () => {
  const read = (content: string) => outputOf({ outputSchema: {} }, { message: { content } } as StepRow).value
  expect(read('{"a": [1, 2')).toEqual({ a: [1, 2] })
  expect(() => read(`[${'{"a"b'.repeat(60_000)}`)).toThrow('output_schema: is no JSON')
})

test('an answer that was cut is not mended', () => {
  const read = (content: string) =>
    outputOf({ outputSchema: {} }, { message: { content }, finishReason: 'length' } as StepRow).value
  expect(() => read('{"price": 12')).toThrow('output_schema: it is cut')
  expect(read('```json\n{"price": 12}')).toEqual({ price: 12 })
})

test('a schema may name the draft that libraries write', () => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const pair = { $schema, type: 'array', prefixItems: [{ type: 'integer' }], items: false }
  expect(schemaFault(pair)).toBeUndefined()
  expect(mismatch(pair, [1])).toBeUndefined()
  expect(mismatch(pair, [1, 2])?.message).toContain('1 items')
})

test.for([
  { $async: true, type: 'object' },
  { $schema: '#', $async: true, type: 'object' },
  { $schema: '#/definitions/a', type: 'object', definitions: { a: { $async: true, type: 'string' } } },
  { type: 'object', properties: { a: { $async: true, type: 'string' } } },
])('%j, whose check would be a promise or is its own, is no schema', (schema) => {
  expect(schemaFault(schema)).toMatch(/^Is no JSON Schema: .*(?:async|\$schema)/)
  expect(() => mismatch(schema, { a: 1 })).toThrow(/async|\$schema/)
})
