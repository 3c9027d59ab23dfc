import { expect, test } from 'vitest'
import { PAGES } from './pages.ts'

test('no two pages have the same keys', () => {
  const keys = PAGES.map((page) => page.keys)
  expect(new Set(keys).size).toBe(keys.length)
})
