import { expect, test } from 'vitest'
import { mismatch } from './output-schema.ts'

test('a schema that compares each item with every other is stopped when there are many', () => {
  const schema = { type: 'array', uniqueItems: true }
  const list = Array.from({ length: 400_000 }, (_, at) => at)
  expect(mismatch(schema, list)).toEqual({ path: '', message: 'takes too long to be checked' })
  expect(mismatch(schema, [1, 2])).toBeUndefined()
  expect(mismatch(schema, [1, 1])?.message).toContain('duplicate')
})
