import { expect, test } from 'vitest'
import { withFace } from './task-face.ts'

test('the face is put on the task wherever it is, and on nothing else', () => {
  const face = { title: 'new' }
  expect(withFace({ id: 'a', title: 'old', version: 1 }, 'a', face)).toEqual({ id: 'a', title: 'new', version: 1 })
  const list = {
    items: [
      { id: 'a', title: 'old' },
      { id: 'b', title: 'b' },
    ],
    pagination: { total: 2 },
  }
  expect(withFace(list, 'a', face)).toEqual({
    items: [
      { id: 'a', title: 'new' },
      { id: 'b', title: 'b' },
    ],
    pagination: { total: 2 },
  })
  expect(withFace({ workOrders: [{ id: 'a', title: 'old' }] }, 'a', face)).toEqual({
    workOrders: [{ id: 'a', title: 'new' }],
  })
})

test.for([undefined, null, 4, { id: 'b' }, { items: [] }, { items: [{ action: 'task.created' }] }])(
  'what does not hold the task stays the very same: %o',
  (data) => {
    expect(withFace(data, 'a', { title: 'new' })).toBe(data)
  },
)
