import { expect, test } from 'vitest'
import { checkBy, readJson } from './structured-output.ts'

test('what took too long once is not tried again, and other values of the same schema still are', () => {
  const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^(b+)+$' } } }
  const check = (value: unknown) => checkBy(schema, '/schema')(value)
  const endless = { code: `${'b'.repeat(60)}!` }
  let looks = 0
  // Each look for the pattern reads it; to know it again takes one.
  const watched = {
    get code() {
      looks += 1
      return endless.code
    },
  }
  const slow = [expect.stringContaining('takes too long')]
  expect(check({ code: 'bbb' })).toEqual([])
  expect([check(watched), looks > 1]).toEqual([slow, true])
  // Others with schemas of their own do not make it forgotten.
  for (let other = 0; other < 250; other++) checkBy({ type: 'object', title: `${other}` }, '/schema')
  looks = 0
  expect([check(watched), looks]).toEqual([slow, 1])
  expect([check(endless), check({ code: 'bbbb' }), check({ code: 7 })]).toEqual([slow, [], ['/code must be string']])
})

test('a schema whose references double with each level, or that compares all with all, is stopped', () => {
  const definitions: Record<string, unknown> = { a0: { type: 'number' } }
  for (let level = 1; level <= 40; level++) {
    const before = { $ref: `#/definitions/a${level - 1}` }
    definitions[`a${level}`] = { anyOf: [before, before] }
  }
  const slow = [expect.stringContaining('the schema takes too long')]
  expect(checkBy({ definitions, $ref: '#/definitions/a40' }, '/schema')('x')).toEqual(slow)
  const list = Array.from({ length: 140_000 }, (_, at) => at)
  expect(checkBy({ type: 'array', uniqueItems: true }, '/schema')(list)).toEqual(slow)
  expect(checkBy({ type: 'array', uniqueItems: true }, '/schema')([1, 2])).toEqual([])
  const choices = { items: { anyOf: [...Array.from({ length: 1000 }, () => false), { type: 'number' }] } }
  expect(checkBy(choices, '/schema')(list)).toEqual(slow)
  expect(checkBy(choices, '/schema')([1, 2])).toEqual([])
  const endless = { definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } }, $ref: '#/definitions/a' }
  expect(checkBy(endless, '/schema')('x')).toEqual(slow)
})

test('an answer that begins a fence and never ends it is read in one go', async () => {
  expect(await readJson('```json\n{"a":1}\n```')).toEqual({ value: { a: 1 }, repaired: 'none' })
  expect(await readJson(`\`\`\`${'a'.repeat(1_000_000)}`)).toEqual({ error: 'There is no JSON in the answer.' })
})

test('an answer that would take for ever to be mended is no JSON', async () => {
  expect(await readJson('{"a": [1, 2')).toEqual({ value: { a: [1, 2] }, repaired: 'syntactic' })
  expect(await readJson(`[${'{"a"b'.repeat(60_000)}`)).toEqual({ error: 'The answer is not valid JSON.' })
})
