import { expect, test } from 'vitest'
import { parseQuery } from './query.ts'

test('a name that is given again and again is one list, which takes no longer for each that is in it already', () => {
  const times = 1_000_000
  const { a, b } = parseQuery(`${'a=1&'.repeat(times)}b=2`)
  expect([a?.length, new Set(a).size, b]).toEqual([times, 1, '2'])
})
