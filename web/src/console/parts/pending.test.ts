import { expect, test } from 'vitest'
import { stillMissing } from './pending.ts'

const written = (id: string, text: string, after?: string) => ({ id, text, after, createdAt: '' })
const there = [
  { id: '1', text: 'Thanks' },
  { id: '2', text: 'Yes' },
]

test('what is there already, heard of before its own answer, is not shown twice', () => {
  const list = [written('a', 'Thanks', '1'), written('b', 'Yes', '1')]
  expect(stillMissing(list, there, there).map(({ id }) => id)).toEqual(['a'])
})

test('the same words said twice are missing once when one of them is there', () => {
  const list = [written('a', 'Yes', '1'), written('b', 'Yes', '1')]
  expect(stillMissing(list, there, there).map(({ id }) => id)).toEqual(['b'])
})

test('what others say in the same words takes nothing away', () => {
  expect(stillMissing([written('a', 'Yes', '1')], there, [])).toHaveLength(1)
  expect(stillMissing([written('a', 'Yes')], there, there)).toEqual([])
})
