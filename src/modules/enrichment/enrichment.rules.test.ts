import { expect, test } from 'vitest'
import { suggestedPriority, suggestedTags } from './enrichment.rules.ts'

test.each([
  ['There is a GAS LEAK in the kitchen', 'URGENT'],
  ['Cheiro a gás no corredor', 'URGENT'],
  ['Fuite de gaz !', 'URGENT'],
  ['Huele… olor a gas', 'URGENT'],
  ['Gasgeruch im Flur', 'URGENT'],
  ['Fire in the bin', 'URGENT'],
  ['Cave inundada, inundação total', 'URGENT'],
  ['Überschwemmung im Bad', 'URGENT'],
  ['Guest is locked out', 'URGENT'],
  ['Lockout at Casa Azul', 'URGENT'],
  ['Gast hat sich ausgesperrt', 'URGENT'],
  ['Boiler leaking', 'HIGH'],
  ['Sem água quente', 'HIGH'],
  ['Pas d’eau chaude', 'HIGH'],
  ["Perdita d'acqua in bagno", 'HIGH'],
  ['Keine Heizung', 'HIGH'],
  ['No heating since Friday', 'HIGH'],
  ['Sin luz en toda la casa', 'HIGH'],
])('%s: %s', (text, priority) => expect(suggestedPriority(text, 'NORMAL')).toMatchObject({ priority }))

test.each([
  'Replace the fire extinguisher',
  'Light the fireplace for the guests',
  'Gasoline for the mower',
  'Water the plants',
  'Locksmith comes at ten',
  'Buy bleach',
  '',
])('"%s" is nothing special', (text) => expect(suggestedPriority(text, 'NORMAL')).toBeUndefined())

test('a priority is never lowered, nor suggested where it is already', () => {
  expect(suggestedPriority('Tap leaks', 'HIGH')).toBeUndefined()
  expect(suggestedPriority('Tap leaks', 'URGENT')).toBeUndefined()
  expect(suggestedPriority('Gas leak', 'URGENT')).toBeUndefined()
  expect(suggestedPriority('Gas leak', 'HIGH')).toEqual({ priority: 'URGENT', words: 'gas leak' })
})

test('a long text is read quickly', () => {
  expect(suggestedPriority('locked leak no hot '.repeat(5000).replaceAll('leak', 'lea'), 'NORMAL')).toBeUndefined()
})

test('a tag is suggested when the text says its name as whole words, in any case and without accents', () => {
  const tags = ['Água', 'Deep clean', 'Pool', 'AC', 'c++', 'Safety'].map((name) => ({ name }))
  const named = (text: string): string[] => suggestedTags(text, tags).map(({ name }) => name)
  expect(named('DEEP-CLEAN the pool: agua turva')).toEqual(['Água', 'Deep clean', 'Pool'])
  expect(named('Deeply cleaned carpool, ac is fine, c')).toEqual([])
  expect(named('(safety)')).toEqual(['Safety'])
})
