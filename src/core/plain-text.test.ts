import { expect, test } from 'vitest'
import { harmless, inParts } from './plain-text.ts'

test('a text is parted between paragraphs, lines, sentences or words, whichever is there, and loses nothing', () => {
  expect(inParts('short ', 10)).toEqual(['short '])
  expect(inParts('one two\n\nthree four five', 16)).toEqual(['one two\n\nthree', 'four five'])
  expect(inParts('first line is here\nsecond', 22)).toEqual(['first line is here', 'second'])
  expect(inParts('This is said. And that too.', 20)).toEqual(['This is said.', 'And that too.'])
  expect(inParts('aaaa bbbb cccc', 10)).toEqual(['aaaa bbbb', 'cccc'])
  expect(inParts('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
})

test('no part is too long, none is empty, and no character is torn apart', () => {
  const words = Array.from({ length: 900 }, (_, index) => (index % 13 === 0 ? '😀'.repeat(index % 9) : `word${index}`))
  const text = words.map((word, index) => word + (index % 40 === 39 ? '\n\n' : index % 7 === 0 ? '.\n' : ' ')).join('')
  for (const lengthMax of [9, 10, 57, 4096]) {
    const parts = inParts(text, lengthMax)
    for (const part of parts)
      expect([part.length > 0, part.length <= lengthMax, part.isWellFormed()]).toEqual([true, true, true])
    expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  }
})

test('nothing in a text can move the cursor of a terminal, wipe what stands there or turn it round', () => {
  const text = 'Delete?\n\tYes\u001b[1A\u001b[2K\u009b2J\u001b]52;c;eA==\u0007\rNo\u202e'
  expect(harmless(text)).toBe('Delete?\n\tYes [1A [2K 2J ]52;c;eA==  No')
})
