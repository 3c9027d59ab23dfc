import { expect, test } from 'vitest'
import { fused, markedSnippet, nearest, packed, wordsOf } from './search.rules.ts'

test('what several lists know is before what one knows, and places count', () => {
  const hits = fused([
    { method: 'fulltext', keys: ['a', 'b'] },
    { method: 'typo', keys: ['d', 'a'] },
    { method: 'meaning', keys: ['c', 'b'] },
  ])
  expect(hits.map(({ key, methods }) => [key, methods])).toEqual([
    ['b', ['fulltext', 'meaning']],
    ['a', ['fulltext', 'typo']],
    ['c', ['meaning']],
    ['d', ['typo']],
  ])
  expect(hits[0]?.score).toBeCloseTo(2 / 62)
})

test('marks become places in the text', () => {
  expect(markedSnippet('The \u0002boiler\u0003 and the \u0002tap\u0003')).toEqual({
    snippet: 'The boiler and the tap',
    marks: [
      { from: 4, to: 10 },
      { from: 19, to: 22 },
    ],
  })
  expect(markedSnippet('none')).toEqual({ snippet: 'none', marks: [] })
})

test('the nearest meaning is first, whatever the lengths; what is far is left out', () => {
  const at = (key: string, ...values: number[]) => ({
    key,
    embedding: new Int8Array(packed(Float32Array.from(values))),
  })
  const passages = [at('far', 0, 1), at('near', 0.2, 0.02), at('half', 3, 3), at('none', 0, 0)]
  const question = Float32Array.of(1, 0)
  expect(nearest(question, passages, { similarityMin: 0.5, limit: 9 })).toEqual(['near', 'half'])
  expect(nearest(question, passages, { similarityMin: 0.5, limit: 1 })).toEqual(['near'])
})

test('words are letters and digits of any script', () => {
  expect(wordsOf('Wi-Fi, E2: não! 漢字')).toEqual(['wi', 'fi', 'e2', 'não', '漢字'])
})
