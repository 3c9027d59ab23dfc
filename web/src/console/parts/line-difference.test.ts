import { expect, test } from 'vitest'
import { foldedDifference, lineDifference } from './line-difference.ts'

const SIGNS = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string): string[] =>
  lineDifference(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`)

test.for([
  ['a\nb\nc', 'a\nb\nc', [' a', ' b', ' c']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['', 'a', ['-', '+a']],
  ['a\nb\nc\nd', 'b\nx\nd\ne', ['-a', ' b', '-c', '+x', ' d', '+e']],
] as const)('%j and %j', ([before, after, lines]) => {
  expect(shown(before, after)).toEqual(lines)
})

test('both texts can be read out of the difference again', () => {
  const [before, after] = ['a\nb\nb\nc\nd\n', 'b\nc\nc\na\nd\nd']
  const lines = lineDifference(before, after)
  const without = (gone: string): string =>
    lines
      .filter(({ kind }) => kind !== gone)
      .map(({ text }) => text)
      .join('\n')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
})

test('far from what changed, lines are counted and not shown', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')
  const parts = foldedDifference(lineDifference(before, before.replace('line 10', 'other')), 2)
  expect(parts.map((part) => (part.kind === 'fold' ? part.count : part.lines.map(({ text }) => text)))).toEqual([
    8,
    ['line 8', 'line 9', 'line 10', 'other', 'line 11', 'line 12'],
    7,
  ])
  expect(foldedDifference(lineDifference('a', 'a'), 2)).toEqual([{ kind: 'fold', count: 1 }])
})
