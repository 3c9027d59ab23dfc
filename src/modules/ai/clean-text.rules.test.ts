import { expect, test } from 'vitest'
import { readable, readableJson, readablePieces } from './clean-text.ts'

test('a character that comes in two pieces stays whole, and half of one is marked', () => {
  const pieces = readablePieces()
  expect(pieces.more('1', 'a\ud83d')).toBe('a')
  expect(pieces.more('2', 'other')).toBe('other')
  expect(pieces.more('1', '\ude00b')).toBe('\u{1f600}b')
  expect(pieces.rest('1')).toBe('')
  expect(pieces.more('1', 'c\ud83d')).toBe('c')
  expect(pieces.rest('1')).toBe('\ufffd')
})

test('a NUL is marked in texts and in JSON, in names too', () => {
  expect(readable('a\0b\udc00')).toBe('a\ufffdb\ufffd')
  expect(readableJson(JSON.stringify({ 'a\0': ['\ud800', 1, null] }))).toBe('{"a\ufffd":["\ufffd",1,null]}')
  expect(readableJson('{"a": "\\u0000')).toBe('{"a": "\\u0000')
  expect(readableJson('{"a": "\\\\u0000"}')).toBe('{"a":"\\\\u0000"}')
})
