import { expect, test } from 'vitest'
import { Problem, SignedOut } from './problem.ts'
import { reasonOf } from './refusal.ts'

test('only the end of the session is told as one; any other 401 is told in its own words', () => {
  const words = { unreachable: 'Nobody answers.', signedOut: 'You were signed out.' }
  expect(reasonOf(new SignedOut(), words)).toBe('You were signed out.')
  expect(reasonOf(new Problem(401, { detail: 'The vendor wants a key.' }), words)).toBe('The vendor wants a key.')
})
