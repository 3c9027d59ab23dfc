import { expect, test } from 'vitest'
import { shownLines, wordDifference } from './word-difference.ts'

const text = (line: string, other: string) =>
  wordDifference(line, other)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{${text}}` : `[${text}]`))
    .join('')

test.for([
  ['', '', ''],
  ['', 'new', '{new}'],
  ['old', '', '[old]'],
  ['the red box', 'the blue box', 'the [red]{blue} box'],
  ['Press it.', 'Press it twice.', 'Press it{ twice}.'],
  ['über 5 €', 'über 6 €', 'über [5]{6} €'],
] as const)('%j and %j differ by %j', ([before, after, expected]) => {
  expect(text(before, after)).toBe(expected)
})

test('both lines can be read out of the difference', () => {
  const [before, after] = ['a b c d (e), f', 'b x c e f, g']
  const parts = wordDifference(before, after)
  const side = (kind: string) => parts.filter((part) => part.kind === 'same' || part.kind === kind)
  expect(
    side('removed')
      .map((part) => part.text)
      .join(''),
  ).toBe(before)
  expect(
    side('added')
      .map((part) => part.text)
      .join(''),
  ).toBe(after)
})

test('lines that are very long are replaced as a whole', () => {
  const [before, after] = ['a '.repeat(300), 'b-'.repeat(300)]
  expect(wordDifference(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

test('a line that took the place of another shows its new words; one without a counterpart is whole', () => {
  const lines = shownLines([
    { kind: 'same', lines: ['# Heat'] },
    { kind: 'removed', lines: ['Press red'] },
    { kind: 'added', lines: ['Press blue', 'Wait'] },
  ])
  expect(lines).toEqual([
    { kind: 'same', words: [{ kind: 'same', text: '# Heat' }] },
    {
      kind: 'removed',
      words: [
        { kind: 'same', text: 'Press ' },
        { kind: 'removed', text: 'red' },
      ],
    },
    {
      kind: 'added',
      words: [
        { kind: 'same', text: 'Press ' },
        { kind: 'added', text: 'blue' },
      ],
    },
    { kind: 'added', words: [{ kind: 'same', text: 'Wait' }] },
  ])
})
