import { expect, test } from 'vitest'
import { lostIn } from './lost-search.ts'

test('what a page has not taken of its address is told as it was written', () => {
  const written = { status: 'OPNE', q: 'boiler', days: 12, sort: ['a'], isOpen: false, unread: 'false', who: '' }
  expect(lostIn(written, { q: 'boiler' })).toEqual(['status=OPNE', 'days=12', 'sort=["a"]'])
})

test('what is long is cut', () => {
  expect(lostIn({ q: 'x'.repeat(500) }, {})[0]).toHaveLength(61)
})
