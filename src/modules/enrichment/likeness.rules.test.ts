import { expect, test } from 'vitest'
import { likenessTo } from './likeness.rules.ts'

test.for([
  // As PostgreSQL says.
  ['Kitchen tap drips', 'Kitchen tap is dripping', 0.615385],
  ['word', 'two words', 0.363636],
  ['Água quente', 'água QUENTE!', 1],
  ['clean the pool', 'pool: clean', 0.733333],
  ['', 'anything', 0],
  ['???', '!!!', 0],
] as const)('%s and %s', ([left, right, expected]) => {
  expect(likenessTo(left)(right)).toBeCloseTo(expected, 5)
  expect(likenessTo(right)(left)).toBeCloseTo(expected, 5)
})
