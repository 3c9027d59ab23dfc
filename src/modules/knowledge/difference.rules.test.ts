import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from './difference.rules.ts'

test('both texts can be read from their difference', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'long line'), { maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differenceOf(before, after)
      const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : part.lines)).join('\n')
      expect([without('added'), without('removed')]).toEqual([before, after])
      for (const [index, part] of parts.entries()) expect(part.kind).not.toBe(parts[index + 1]?.kind)
    }),
  )
})

test('what stayed is found between changes', () => {
  expect(differenceOf('a\nb\nc\nd', 'a\nx\nc\ny')).toEqual([
    { kind: 'same', lines: ['a'] },
    { kind: 'removed', lines: ['b'] },
    { kind: 'added', lines: ['x'] },
    { kind: 'same', lines: ['c'] },
    { kind: 'removed', lines: ['d'] },
    { kind: 'added', lines: ['y'] },
  ])
  expect(differenceOf('same', 'same')).toEqual([{ kind: 'same', lines: ['same'] }])
})

test('texts of very many lines are told as replaced', () => {
  const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join('\n')
  expect(differenceOf(lines('a'), lines('b')).map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['removed', 3000],
    ['added', 3000],
  ])
})
