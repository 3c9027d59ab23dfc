import { expect, test } from 'vitest'
import { decisionIn, instructionOf, wordIn, wordOf } from './reply-word.rules.ts'

const approval = { kind: 'tool_approval' as const, options: [] }
const options = [
  { id: '1', label: 'Cellar' },
  { id: '2', label: 'Roof' },
]

test('a word is found at the very beginning, however it was typed, and nowhere else', () => {
  const word = wordOf(Uint8Array.of(0, 0x44, 0x32, 0x14, 0xff))
  expect(word).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(wordIn(`${word} approve`)).toEqual({ word, said: 'approve' })
  expect(wordIn(`\n  ${word.toLowerCase().replace('-', '')}: Approve.\n\nAna\n> ${word} decline`)).toEqual({
    word,
    said: 'Approve.',
  })
  expect(wordIn('OIL0-abcd yes')).toEqual({ word: '0110-ABCD', said: 'yes' })
  for (const text of [`No!\n${word} approve`, `> ${word} approve`, `approve ${word}`, 'Please wait', ''])
    expect([text, wordIn(text)?.word === word]).toEqual([text, false])
})

test('words that different bytes make are different, in all of their forty bits', () => {
  const words = Array.from({ length: 40 }, (_, bit) => {
    const bytes = new Uint8Array(5)
    bytes[Math.floor(bit / 8)] = 1 << (bit % 8)
    return wordOf(bytes)
  })
  expect(new Set([...words, wordOf(new Uint8Array(5))]).size).toBe(41)
})

test('what is said behind it decides, and what could mean anything decides nothing', () => {
  expect(decisionIn(approval, 'approve')).toEqual({ decision: 'approve' })
  expect(decisionIn(approval, 'No, thanks')).toEqual({ decision: 'reject' })
  for (const said of ['', 'maybe', 'not', 'yesterday', 'disapprove'])
    expect([said, decisionIn(approval, said)]).toEqual([said, undefined])
  expect(decisionIn({ kind: 'choice', options }, '2 (Roof)')).toEqual({ decision: 'respond', payload: { option: '2' } })
  expect(decisionIn({ kind: 'choice', options }, '3')).toBeUndefined()
  expect(decisionIn({ kind: 'question', options: [] }, 'In the cellar')).toEqual({
    decision: 'respond',
    payload: { answer: 'In the cellar' },
  })
  expect(decisionIn({ kind: 'question', options: [] }, '')).toBeUndefined()
  expect(decisionIn({ kind: 'form', options: [] }, 'yes')).toBeUndefined()
  expect(instructionOf({ kind: 'form', options: [] }, 'AAAA-AAAA')).toBeUndefined()
  expect(instructionOf({ kind: 'choice', options }, 'AAAA-AAAA')).toContain('AAAA-AAAA 2 (Roof)')
})
