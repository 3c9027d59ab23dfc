import { expect, test } from 'vitest'
import { bodyOf, draftOf, isSame, moved, newItem } from './template-draft.ts'

test.for([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
] as const)('from %i to %i: %s', ([from, to, expected]) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected)
})

test('what is left empty is open, and what is written loses the blanks around it', () => {
  const draft = { ...draftOf(undefined), name: ' Turnover ', items: [newItem({ title: ' Linen ', kind: 'PHOTO' })] }
  expect(bodyOf(draft)).toEqual({
    name: 'Turnover',
    title: null,
    description: null,
    departmentId: null,
    priority: null,
    estimatedDurationMinutes: null,
    tagIds: [],
    items: [{ kind: 'PHOTO', title: 'Linen', required: true, blocksCompletion: true }],
  })
})

test('the same items in another order are a change; the same again are none', () => {
  const [one, two] = [newItem({ title: 'One' }), newItem({ title: 'Two' })]
  const draft = { ...draftOf(undefined), items: [one, two] }
  expect(isSame(draft, { ...draft, items: [newItem({ title: 'One' }), newItem({ title: 'Two' })] })).toBe(true)
  expect(isSame(draft, { ...draft, items: [two, one] })).toBe(false)
})
