import { expect, test } from 'vitest'
import { pastOf } from './audit-past.ts'

test('of the past is told what is told of the present, and was different', () => {
  const before = { name: 'Linen', kind: 'office', slug: 'linen', people: ['a'], secretHash: 'never' }
  expect(pastOf(before, { name: 'Sheets', kind: 'office', people: ['a', 'b'], credentials: 'replaced' })).toEqual({
    name: 'Linen',
    people: ['a'],
  })
})

test('what was not sent is no change', () => {
  expect(pastOf({ name: 'Linen', status: 'active' }, { name: undefined, status: 'paused' })).toEqual({
    status: 'active',
  })
})
