import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderClient } from '../generator/client.ts'
import type { Document, Schema } from '../generator/document.ts'
import { declarationOf, shapeOf } from '../generator/shapes.ts'
import { CONTRACT } from '../src/schema.ts'

const readDocument = (): Document =>
  JSON.parse(readFileSync(new URL('../../docs/openapi.public.json', import.meta.url), 'utf8')) as Document

test('the committed file is what the document gives', () => {
  expect(readFileSync(new URL('../src/schema.ts', import.meta.url), 'utf8')).toBe(renderClient(readDocument()))
})

test('the package has the version of the contract that it was made from', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(version).toBe(CONTRACT)
})

test.each<[schema: Schema, shape: string]>([
  [{ type: 'string', format: 'uuid', maxLength: 5 }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ type: 'string', enum: ['A', 'B'] }, '"A" | "B"'],
  [{ type: ['string', 'null'], enum: ['A', null] }, '"A" | null'],
  [{ type: 'boolean', const: true }, 'true'],
  [{ $ref: '#/components/schemas/Task' }, 'Task'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array', items: {} }, 'unknown[]'],
  [{ type: 'object', additionalProperties: true }, 'Record<string, unknown>'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, 'Record<string, number>'],
  [
    { type: ['object', 'null'], required: ['a'], properties: { a: { type: 'number' }, b: { type: 'string' } } },
    '{\n  a: number\n  b?: string\n} | null',
  ],
])('the shape of %j', (schema, shape) => {
  expect(shapeOf(schema, 'x')).toBe(shape)
})

test.each<[schema: Schema, why: string]>([
  [{ oneOf: [] }, 'X: the keyword oneOf is not understood'],
  [{ type: 'object', properties: { a: { type: 'string', not: {} } } }, 'X.a: the keyword not is not understood'],
  [{ type: 'array' }, 'X: an array must say what it holds'],
  [{ type: 'object' }, 'X: an object without properties'],
  [{ type: 'object', patternProperties: { '^a': {} } }, 'X: names of properties can only be all names'],
  [{ type: 'date' }, 'X: the type date is unknown'],
  [{ description: 'Something' }, 'X: the type undefined is unknown'],
  [{ $ref: 'other.json' }, 'X: cannot follow other.json'],
])('%j is refused instead of guessed', (schema, why) => {
  expect(() => declarationOf('X', schema)).toThrow(why)
})

test('two operations that would have one name are refused', () => {
  const document = readDocument()
  const list = document.paths['/workspaces/{workspaceId}/tasks']?.['get']
  if (list) document.paths['/twin'] = { get: { ...list } }
  expect(() => renderClient(document)).toThrow('two operations would be Tasks.list')
})

test('a text in the document cannot break out of a comment', () => {
  expect(declarationOf('X', { type: 'string', description: 'a */ b' })).toBe('/** a *\\/ b */\nexport type X = string')
})
