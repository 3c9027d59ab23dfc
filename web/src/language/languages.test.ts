import { expect, test } from 'vitest'
import { settingsWords } from '../console/settings/words/settings-words.ts'
import { shellWords } from '../console/shell/words/shell-words.ts'
import { tasksWords } from '../console/tasks/words/tasks-words.ts'
import { todayWords } from '../console/today/words/today-words.ts'
import { manualWords } from '../manual/words/manual-words.ts'
import { taskWords } from '../task/words/task-words.ts'
import { formatIn } from './format.ts'
import { LANGUAGES, languageFor, localeFor, type Language } from './languages.ts'

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

/** Every sentence, with its parts put in. */
function sentences(words: object): string[] {
  return Object.values(words).flatMap((word: unknown) => {
    if (typeof word === 'string') return [word]
    if (typeof word === 'function') return [1, 2].map((count) => String(word(count, 3)))
    return typeof word === 'object' && word !== null ? sentences(word) : []
  })
}

test.for(Object.keys(LANGUAGES) as Language[])('%s: no sentence is empty or left in English', (language) => {
  for (const all of [taskWords, manualWords, shellWords, tasksWords, settingsWords, todayWords]) {
    const own = sentences(all[language])
    expect(own.filter((sentence) => sentence.trim() === '' || /undefined|NaN|\$\{/.test(sentence))).toEqual([])
    if (language === 'en') continue
    const english = new Set(sentences(all.en).filter((sentence) => sentence.split(' ').length > 2))
    expect(own.filter((sentence) => english.has(sentence))).toEqual([])
  }
})

test.for(['de_DE', 'de-DE@euro', 'de-'])('%s, which is not well formed, is read as its language', (tag) => {
  expect(languageFor(null, [tag])).toBe('de')
  expect(localeFor('de', [tag])).toBe('de')
})
