import { expect, test } from 'vitest'
import { headingsOf, passagesOf, searchConfigOf } from './passage.rules.ts'

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ')
const passages = (body: string) => passagesOf({ title: 'Title', body })

test('a passage stands under its headings, and a heading in a code block is none', () => {
  const body = 'Before.\n# A\nOne.\n### B ##\nTwo.\n## C\n```\n# no heading\n```\nThree.\n# D\n'
  expect(passages(body)).toEqual([
    { headingPath: [], text: 'Before.' },
    { headingPath: ['A'], text: 'One.' },
    { headingPath: ['A', 'B'], text: 'Two.' },
    { headingPath: ['A', 'C'], text: '# no heading\nThree.' },
  ])
  expect(headingsOf(body)).toEqual([
    { level: 1, heading: 'A' },
    { level: 3, heading: 'B' },
    { level: 2, heading: 'C' },
    { level: 1, heading: 'D' },
  ])
})

test.each([
  ['brackets', '['],
  ['links that never close', '[a]('],
  ['headings', '# a\n'],
  ['blanks in a heading', `# a${' '.repeat(99_990)}b`],
  ['blanks before a word', `${' '.repeat(99_990)}b`],
])('%s for the whole length of an article are read in one go', (_what, part) => {
  const body = part.repeat(Math.floor(100_000 / part.length))
  expect(passages(body).length).toBeGreaterThan(0)
  expect(headingsOf(body)).toHaveLength(body.match(/^# /gm)?.length ?? 0)
})

test('marks of Markdown are no text', () => {
  const body =
    '> **Bold** and _soft_, see [the manual](https://x.example/a_b).\n\n- one `code`\n1. two\n\n---\n![A *photo*](p.png)'
  expect(passages(body)[0]?.text).toBe('Bold and soft, see the manual.\none code two\nA photo')
  expect(passages('snake_case stays * and so 2 * 3')[0]?.text).toBe('snake_case stays * and so 2 * 3')
  expect(passages('a\u0002b\u0003')[0]?.text).toBe('ab')
})

test('passages have about 120 to 200 words and keep to sentences', () => {
  const counts = (body: string) => passages(body).map(({ text }) => text.split(/\s+/).length)
  expect(counts(`${words(100)}\n\n${words(30)}\n\n${words(50)}`)).toEqual([130, 50])
  expect(counts(`${words(90)}.\n\n${words(150)}.`)).toEqual([90, 150])
  const sentences = Array.from({ length: 30 }, () => `${words(19)} end.`).join(' ')
  expect(counts(sentences)).toEqual([200, 200, 200])
  for (const { text } of passages(sentences)) expect(text).toMatch(/end\.$/)
  expect(counts(words(450))).toEqual([200, 200, 50])
})

test('a text without blanks is divided too, and nothing is lost', () => {
  const long = '漢'.repeat(7000)
  const parts = passages(long)
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(2000)
  expect(parts.map(({ text }) => text.replaceAll(' ', '')).join('')).toBe(long)
})

test('an article without a text is found by its title', () => {
  expect(passages('')).toEqual([{ headingPath: [], text: 'Title' }])
  expect(passages('# Only\n\n## Headings')).toEqual([{ headingPath: [], text: 'Title' }])
})

test('a language that the database does not know is searched by its words', () => {
  expect(['en', 'pt-BR', 'xx', 'constructor'].map(searchConfigOf)).toEqual([
    'english',
    'portuguese',
    'simple',
    'simple',
  ])
})
