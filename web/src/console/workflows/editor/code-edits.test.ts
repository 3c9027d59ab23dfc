import { expect, test } from 'vitest'
import { newLine, shift } from './code-edits.ts'

const at = (text: string) => ({ text, start: text.length, end: text.length })

test.for([
  ['do:', '\n  '],
  ['do:\n  - ask:', '\n      '],
  ['  - a: 1', '\n  '],
  ['x', '\n'],
] as const)('behind %o a new line begins as %o', ([text, expected]) => {
  expect(newLine(at(text)).text).toBe(expected)
})

test('lines that are selected move in and out together; blank ones stay blank', () => {
  const selected = { text: 'a:\n  b: 1\n\n  c: 2', start: 5, end: 18 }
  expect(shift(selected, false)).toEqual({ from: 3, to: 18, text: '    b: 1\n\n    c: 2' })
  expect(shift(selected, true)).toEqual({ from: 3, to: 18, text: 'b: 1\n\nc: 2' })
  expect(shift(at('a'), false)).toEqual({ from: 1, to: 1, text: '  ' })
  expect(shift(at('a'), true)).toBeUndefined()
})
