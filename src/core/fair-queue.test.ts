import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

test('takes from each in turn, in the order of each', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item)
  expect(queue.size).toBe(6)
  expect(queue.sizeOf('a')).toBe(3)
  const taken = Array.from({ length: 4 }, () => queue.take())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2'])
  // One who had nothing left waits behind those who were there.
  queue.add('c', 'c2')
  expect(Array.from({ length: 4 }, () => queue.take())).toEqual(['b2', 'a3', 'c2', undefined])
})

test('gives up all that waits', () => {
  const queue = new FairQueue<number>()
  queue.add('a', 1)
  queue.add('b', 2)
  expect(queue.takeAll()).toEqual([1, 2])
  expect(queue.size).toBe(0)
  expect(queue.take()).toBeUndefined()
})
