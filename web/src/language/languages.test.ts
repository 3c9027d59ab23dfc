import { expect, test } from 'vitest'
import { formatIn } from './format.ts'
import { languageFor, localeFor } from './languages.ts'

test.for([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['nl', 'fr-CA', 'en'], 'fr'],
  [null, ['ja'], 'en'],
  [null, [], 'en'],
  ['pt', ['de'], 'pt'],
  ['xx', ['es-MX'], 'es'],
] as const)('chosen %s, phone %o: %s', ([chosen, preferred, expected]) => {
  expect(languageFor(chosen, preferred)).toBe(expected)
})

test('dates and times are written as the phone writes them', () => {
  expect(localeFor('en', ['de', 'en-GB'])).toBe('en-GB')
  expect(formatIn('en-US').time('15:00')).toBe('3:00 PM')
  expect(formatIn('de-DE').time('09:05')).toBe('09:05')
  expect(formatIn('fr-FR').day('2026-11-20')).toBe('vendredi 20 novembre')
  expect(formatIn('en-GB').minutes(150)).toBe('2 hrs 30 mins')
  expect(formatIn('en-GB').minutes(45)).toBe('45 mins')
  expect(formatIn('de-DE').momentAt('2026-11-20T15:00:00Z', 'America/New_York')).toContain('10:00')
})

test.for(['de_DE', 'de-DE@euro', 'de-'])('%s, which is not well formed, is read as its language', (tag) => {
  expect(languageFor(null, [tag])).toBe('de')
  expect(localeFor('de', [tag])).toBe('de')
})
