import { expect, test } from 'vitest'
import { readJson } from './structured-output.ts'

const NONE = { error: 'There is no JSON in the answer.' }
const BROKEN = { error: 'The answer is not valid JSON.' }

test('an answer that begins a fence and never ends it is read in one go', async () => {
  expect(await readJson('```json\n{"a":1}\n```')).toEqual({ value: { a: 1 }, repaired: 'none' })
  expect(await readJson(`\`\`\`${'a'.repeat(1_000_000)}`)).toEqual(NONE)
})

test('an answer that would take for ever to be mended is no JSON', async () => {
  expect(await readJson('{"a": [1, 2')).toEqual({ value: { a: [1, 2] }, repaired: 'syntactic' })
  expect(await readJson(`[${'{"a"b'.repeat(60_000)}`)).toEqual(BROKEN)
})

test.for([
  ['42', 42],
  ['"a"', 'a'],
  ['null', null],
  ['true', true],
  ['[]', []],
  ['{"a":"```json\\n{}\\n```"}', { a: '```json\n{}\n```' }],
  ['```\n42\n```', 42],
  ['```json\n{"a":"```b```"}\n```', { a: '```b```' }],
] as const)('%s is JSON as it is', async ([text, value]) => {
  expect(await readJson(text)).toEqual({ value, repaired: 'none' })
})

test.for([
  ['{"a":1}\n\nLet me know!', { a: 1 }],
  ['{"a":1} Let me know!', { a: 1 }],
  ['Here you are: {"a":1}', { a: 1 }],
  ['Here you are: {"a":1}\nLet me know [if not]!', { a: 1 }],
  ['```json\n{"a":1}\n```\nLet me know!', { a: 1 }],
  ['Here you are:\n```json\n{"a":1}\n```\nLet me know, or ```this```!', { a: 1 }],
  ['As in [1]:\n```json\n{"a":1}\n```', { a: 1 }],
  ['The answer:\n```\n42\n```\nThat is all.', 42],
  ['{"a":1}\n```python\nprint([2])\n```', { a: 1 }],
  ['{"a":"}\\"]","b":["{"]} That is all.', { a: '}"]', b: ['{'] }],
  ['{"a":"```\\n[1]\\n```"} That is all.', { a: '```\n[1]\n```' }],
  ['{"a":"```b```",}', { a: '```b```' }],
  ["```json\n{a: 'b',}\n```\nThat is all.", { a: 'b' }],
  ['```json\n{"a":1', { a: 1 }],
  ['{"a":1}}', { a: 1 }],
] as const)('%s holds JSON', async ([text, value]) => {
  expect(await readJson(text)).toEqual({ value, repaired: 'syntactic' })
})

test('of several values in a row none is dropped', async () => {
  expect(await readJson('{"a":1}{"b":2}')).toEqual(BROKEN)
  expect(await readJson('{"a":1}\n{"b":2}')).toEqual({ value: [{ a: 1 }, { b: 2 }], repaired: 'syntactic' })
  expect(await readJson('[1,2],3')).toEqual({ value: [[1, 2], 3], repaired: 'syntactic' })
})

test('a long answer with words after it is read in one go', async () => {
  const value = { a: '"\\[{'.repeat(250_000), b: Array.from({ length: 50_000 }, () => ({})) }
  expect(await readJson(`${JSON.stringify(value)}\nThat is all.`)).toEqual({ value, repaired: 'syntactic' })
  expect(await readJson(`${'['.repeat(1_000_000)} That is all.`)).toEqual(BROKEN)
})
