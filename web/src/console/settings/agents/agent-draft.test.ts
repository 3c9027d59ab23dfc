import { expect, test } from 'vitest'
import { changesOf, draftOf } from './agent-draft.ts'

test('only what differs is sent, without the spaces around it', () => {
  const before = { ...draftOf(undefined), name: 'Porter', instructions: 'Help.', description: 'Nights' }
  expect(changesOf({ ...before, name: ' Porter ' }, before)).toEqual({})
  expect(changesOf({ ...before, description: '  ', tools: ['list_tasks'] }, before)).toEqual({
    description: null,
    tools: ['list_tasks'],
  })
})

test('of a new one everything that was said is sent', () => {
  const empty = draftOf(undefined)
  expect(changesOf({ ...empty, name: 'Porter', instructions: 'Help.' }, empty)).toEqual({
    name: 'Porter',
    instructions: 'Help.',
  })
})
