import { describe, expect, test } from 'vitest'
import { cleanLines, oneLine, shortened } from '#core/plain-text.ts'
import { fullyOn, lasting, spokenOn } from './wording.rules.ts'

const TODAY = '2026-11-15'

describe('a day is said as people say it', () => {
  test.each([
    ['2026-11-14', null, 'yesterday'],
    ['2026-11-15', '10:00', 'today 10:00'],
    ['2026-11-16', '10:00:30', 'tomorrow 10:00'],
    ['2026-11-19', null, 'Thursday'],
    ['2026-11-22', '08:05', '22 November 08:05'],
    ['2026-11-13', null, '13 November'],
    ['2027-01-03', null, '3 January 2027'],
  ])('%s %s: %s', (date, time, words) => expect(spokenOn(TODAY)(date, time)).toBe(words))

  test('with more room', () => {
    expect(fullyOn(TODAY)('2026-11-16', '10:00')).toBe('Tomorrow, Monday 16 November, 10:00')
    expect(fullyOn(TODAY)('2027-01-03', null)).toBe('Sunday 3 January 2027')
    expect(lasting('2026-11-16', '10:00')).toBe('16 November 2026 10:00')
  })

  test('over a change of the clocks a day is a day', () => {
    expect(spokenOn('2026-03-28')('2026-03-29', null)).toBe('tomorrow')
  })
})

test('what people typed becomes one line', () => {
  expect(oneLine(' a\r\nBcc: b\u2028c\u0000\td ')).toBe('a Bcc: b c d')
  expect(oneLine('abc\u202eexe.txt')).toBe('abcexe.txt')
  expect(oneLine('👩‍🔧 \ud800x')).toBe('👩‍🔧 \ufffdx')
})

test('lines stay lines, without control signs', () => {
  expect(cleanLines('a\r\nb\u0007c  \n\n')).toBe('a\nb c')
})

test('what is too long ends in an ellipsis, between characters', () => {
  expect(shortened('🚿🚿🚿', 3)).toBe('🚿🚿🚿')
  expect(shortened('🚿🚿🚿🚿', 3)).toBe('🚿🚿…')
})
