import { expect, test } from 'vitest'
import { shortened } from '#core/plain-text.ts'
import { wordsOf, writerOf } from './letter.ts'

test.each([
  ['<p>Hello <b>Ana</b></p>', ' Hello  Ana  '],
  ['<STYLE>p { a > b }</style><p>Hi</p><script>if (a < b) c()</SCRIPT>!', ' Hi !'],
  ['<style>a</style>one<style>b</style>two<script>', 'onetwo '],
  ['1 < 2 and <> and 3 > 2', '1   and 3 > 2'],
  ['a < b', 'a < b'],
  ['<script><style></style></script>x', 'x'],
])('of %j the words are kept', (html, words) => {
  expect(wordsOf({ html })).toBe(words)
  expect(html.replace(/<(style|script)[\s\S]*?<\/\1>/gi, '').replace(/<[^>]+>/g, ' ')).toBe(words)
})

test('a letter that is all brackets is read in one go', () => {
  expect(wordsOf({ html: '<'.repeat(1_000_000) })).toBe('<'.repeat(1_000_000))
  expect(wordsOf({ html: '<style'.repeat(200_000) })).toBe('<style'.repeat(200_000))
  expect(wordsOf({ html: `${'<style'.repeat(200_000)}</script>x` })).toBe(' x')
  expect(wordsOf({ html: '<>'.repeat(500_000) })).toBe('<>'.repeat(500_000))
  expect(writerOf(`<${'@'.repeat(1_000_000)}`)).toBeUndefined()
})

test('a text is shortened by whole characters, however long it is', () => {
  expect(shortened('\u{1f600}'.repeat(3), 3)).toBe('\u{1f600}'.repeat(3))
  expect(shortened('\u{1f600}'.repeat(4), 3)).toBe('\u{1f600}\u{1f600}…')
  expect(shortened(`a${'\u{1f600}'.repeat(1_000_000)}`, 3)).toBe('a\u{1f600}…')
})
