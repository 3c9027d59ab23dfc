import { expect, test } from 'vitest'
import { answerFields, answerOf } from './answer-fields.ts'

test('a form is made of its schema, and its answer has the types that the schema wants', () => {
  const fields = answerFields({
    type: 'object',
    properties: {
      note: { type: 'string', title: 'A note' },
      count: { type: 'integer' },
      isUrgent: { type: 'boolean' },
      room: { type: 'string', enum: ['kitchen', 'bath'] },
      other: { type: 'number' },
    },
    required: ['note'],
  })
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['note', 'text', true],
    ['count', 'integer', false],
    ['isUrgent', 'boolean', false],
    ['room', 'choice', false],
    ['other', 'number', false],
  ])
  const form = new Map([
    ['note', ' Two '],
    ['count', '2'],
    ['isUrgent', 'on'],
    ['room', 'bath'],
    ['other', ''],
  ])
  expect(answerOf(fields, { get: (name) => form.get(name) ?? null })).toEqual({
    note: 'Two',
    count: 2,
    isUrgent: true,
    room: 'bath',
  })
})

test.for([{}, { properties: null }, { properties: [] }])('%o has no fields', (schema) => {
  expect(answerFields(schema)).toEqual([])
})
