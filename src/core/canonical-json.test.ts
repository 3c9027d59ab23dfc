import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { hashOf } from './tool-run.ts'

test('the order of names does not matter, at any depth; the order of lists does', () => {
  const [one, other] = [
    { a: 1, b: { c: [{ d: 1, e: null }], '10': 'x' } },
    { b: { '10': 'x', c: [{ e: null, d: 1 }] }, a: 1 },
  ]
  expect(canonicalJson(one)).toBe('{"a":1,"b":{"10":"x","c":[{"d":1,"e":null}]}}')
  expect(canonicalJson(other)).toBe(canonicalJson(one))
  expect(canonicalJson([2, 1])).toBe('[2,1]')
  expect(canonicalJson({ a: undefined })).toBe('{}')
})

test('what a person said yes to is the same, however the program that asks orders it', () => {
  const asked = { automationId: 'x', input: { guests: 2, home: 'Azul' } }
  expect(hashOf({ input: { home: 'Azul', guests: 2 }, automationId: 'x' })).toBe(hashOf(asked))
  expect(hashOf({ ...asked, input: { guests: 3, home: 'Azul' } })).not.toBe(hashOf(asked))
})
