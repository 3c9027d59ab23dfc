import { expect, test } from 'vitest'
import { judge, linearNames } from './pattern-judge.ts'
import { nameOf, patterns } from './patterns.ts'

test('judged once more, every pattern that was found linear is', () => {
  const linear = linearNames()
  const distinct = new Map(patterns().map((pattern) => [nameOf(pattern), pattern]))
  const wrong = [...distinct.values()].filter((each) => linear.has(nameOf(each)) && !judge(each).isLinear)
  expect(wrong.map(nameOf)).toEqual([])
})
