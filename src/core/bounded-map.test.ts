import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'
import { BoundedTexts } from './bounded-texts.ts'

test('one more than fits makes it forget, another value for what it knows does not', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 1).set('a', 2)
  expect([...map]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect([...map.set('c', 1)]).toEqual([['c', 1]])
})

test('a text counts once, however often something is made of it', () => {
  const texts = new BoundedTexts<number>(10, 6).set('abc', 1).set('abc', 2).set('xyz', 1)
  expect([...texts.values()]).toEqual([2, 1])
  expect([...texts.set('more', 1).keys()]).toEqual(['more'])
})
