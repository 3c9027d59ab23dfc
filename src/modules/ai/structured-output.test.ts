import { expect, test } from 'vitest'
import { readJson } from './structured-output.ts'

test('an answer that begins a fence and never ends it is read in one go', async () => {
  expect(await readJson('```json\n{"a":1}\n```')).toEqual({ value: { a: 1 }, repaired: 'none' })
  expect(await readJson(`\`\`\`${'a'.repeat(1_000_000)}`)).toEqual({ error: 'There is no JSON in the answer.' })
})

test('an answer that would take for ever to be mended is no JSON', async () => {
  expect(await readJson('{"a": [1, 2')).toEqual({ value: { a: [1, 2] }, repaired: 'syntactic' })
  expect(await readJson(`[${'{"a"b'.repeat(60_000)}`)).toEqual({ error: 'The answer is not valid JSON.' })
})
