import { expect, test } from 'vitest'
import { correctionsOf, didYouMean, mistakesBetween } from './mistyped.ts'

test('mistakes of typing are counted', () => {
  const pairs: [string, string, number][] = [
    ['boiler', 'boiler', 0],
    ['bioler', 'boiler', 1],
    ['boler', 'boiler', 1],
    ['boilerr', 'boiler', 1],
    ['boilar', 'boiler', 1],
    ['bolier', 'boiler', 1],
    ['router', 'boiler', 3],
    ['', 'ab', 2],
  ]
  for (const [left, right, count] of pairs) expect(mistakesBetween(left, right), left).toBe(count)
})

test('short words forgive one mistake, long ones two, and a beginning is enough', () => {
  expect(correctionsOf('wify', ['wifi', 'wine', 'when'])).toEqual(['wifi'])
  expect(correctionsOf('boyler', ['boiler', 'router', 'bottle'])).toEqual(['boiler'])
  expect(correctionsOf('dishw', ['dishwasher', 'dishes'])).toEqual(['dishwasher'])
})

test('a name that is nearly known is asked about, in whatever way it is written', () => {
  const known = ['name', 'maxGuests', 'address', 'wifiName', 'checkinTime']
  expect(didYouMean('adress', known)).toBe(' Did you mean address?')
  expect(didYouMean('max_guests', known)).toBe(' Did you mean maxGuests?')
  expect(didYouMean('wifi', known)).toBe(' Did you mean wifiName?')
  expect(didYouMean('open', ['CREATED', 'OPEN'])).toBe(' Did you mean OPEN?')
  expect([didYouMean('ip', ['id']), didYouMean('i_p', ['id'])]).toEqual(['', ''])
  for (const typed of ['colour', '', 5, 'n'.repeat(100_000)]) expect(didYouMean(typed, known)).toBe('')
})
