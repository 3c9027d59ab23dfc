import { expect, test } from 'vitest'
import { Problem, SignedOut } from './problem.ts'
import { reasonOf } from './refusal.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

test('only the end of the session is told as one; any other 401 is told in its own words', () => {
  const words = { ...en, signedOut: 'You were signed out.' }
  expect(reasonOf(new SignedOut(), words)).toBe('You were signed out.')
  expect(reasonOf(new Problem(401, { detail: 'The vendor wants a key.' }), words)).toBe('The vendor wants a key.')
})

const labels: Record<string, string> = { maxGuests: 'Höchstens Gäste', name: 'Name' }
const inGerman = (...errors: { pointer: string; code: string; message: string }[]): string => {
  const [first] = errors
  const detail = errors.length === 1 ? `${first?.pointer}: ${first?.message}` : 'The request does not fit.'
  return reasonOf(new Problem(422, { detail, errors }), de, (field) => labels[field])
}

test('what is wrong with a field is said by its own label and in the language of whoever reads it', () => {
  const few = { pointer: '/maxGuests', code: 'out_of_range', message: 'Must be at least 0.' }
  const long = { pointer: '/name', code: 'too_long', message: 'Must have at most 200 characters.' }
  const blank = { pointer: '/name', code: 'blank', message: 'Must not be blank.' }
  const form = { pointer: '/name', code: 'wrong_format', message: 'Must be a time.' }
  expect(inGerman(few)).toBe('Höchstens Gäste: Mindestens 0.')
  expect(inGerman(long, few)).toBe('Name: Höchstens 200 Zeichen. Höchstens Gäste: Mindestens 0.')
  expect(inGerman(blank)).toBe('Name: Das wird gebraucht.')
  expect(inGerman(form)).toBe('Name: Das hat nicht die richtige Form.')
})

test('what has no words of ours is told in those of the server, once, by the label where there is one', () => {
  expect(inGerman({ pointer: '/name', code: 'taken', message: 'Taken already.' })).toBe('Name: Taken already.')
  expect(inGerman({ pointer: '/other', code: 'taken', message: 'Taken already.' })).toBe('other: Taken already.')
})

test('a server that failed has answered', () => {
  expect(reasonOf(new Problem(500, { detail: 'Internal Server Error' }), en)).toBe(en.serverFailed)
  expect(reasonOf(new Problem(502, { detail: 'The lock does not answer.' }), en)).toBe('The lock does not answer.')
})
