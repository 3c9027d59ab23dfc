import { expect, test } from 'vitest'
import { imageTypeOf, saysImage } from './attachment.rules.ts'

const bytes = (text: string): Buffer => Buffer.from(text.padEnd(32, '\0'), 'latin1')

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypheic', 'image/heic'],
  ['\0\0\0\x20ftypmif1', 'image/heif'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
])('%j is the beginning of an %s', (head, type) => {
  expect(imageTypeOf(bytes(head))).toBe(type)
})

test.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<!doctype html>',
  'RIFF....WAVEfmt ',
  '\0\0\0\x20ftypisom',
  'BM is no bitmap by itself',
  '%PDF-1.7',
  'GIF88a',
])('%j is not', (head) => {
  expect(imageTypeOf(bytes(head))).toBeUndefined()
})

test('a file shorter than its mark is not', () => {
  for (const head of ['', 'B', 'BM', '\xff\xd8', 'RIFF']) {
    expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBeUndefined()
  }
})

test('the header says image, and not SVG', () => {
  for (const type of ['image/png', 'IMAGE/JPEG', 'image/webp; q=1']) expect(saysImage(type)).toBe(true)
  for (const type of [undefined, '', 'text/html', 'image/svg+xml', 'image/SVG', 'image/', 'x image/png']) {
    expect(saysImage(type)).toBe(false)
  }
})
