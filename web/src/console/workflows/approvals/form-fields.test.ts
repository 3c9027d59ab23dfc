import { expect, test } from 'vitest'
import { fieldsOf, filledIn } from './form-fields.ts'

const FORM = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number', title: 'Amount', description: 'In euros.', default: 480 },
    urgent: { type: 'boolean' },
    vendor: { enum: ['Rui', 'Ana'] },
    note: { type: 'string' },
    parts: { type: 'array' },
    odd: 7,
  },
}

test('a form has the fields of its schema, each of the kind that a person can fill in', () => {
  expect(fieldsOf(FORM).map(({ name, kind }) => [name, kind])).toEqual([
    ['amount', 'number'],
    ['urgent', 'truth'],
    ['vendor', 'choice'],
    ['note', 'text'],
    ['parts', 'json'],
    ['odd', 'json'],
  ])
  expect(fieldsOf(FORM)[0]).toEqual({
    name: 'amount',
    label: 'Amount',
    hint: 'In euros.',
    kind: 'number',
    isNeeded: true,
    options: [],
    initial: '480',
  })
  expect(fieldsOf(null)).toEqual([])
  expect(fieldsOf({ properties: 7, required: 'x' })).toEqual([])
})

test('what is filled in has the types of the schema, and what is wrong is said by its field', () => {
  const fields = fieldsOf(FORM)
  const written: Record<string, string> = { amount: '12.5', urgent: 'on', vendor: 'Ana', parts: '[1]' }
  expect(filledIn(fields, (name) => written[name] ?? null, 'en')).toEqual({
    data: { amount: 12.5, urgent: true, vendor: 'Ana', parts: [1] },
    faults: {},
  })
  const wrong: Record<string, string> = { amount: 'much', parts: '[1' }
  expect(filledIn(fields, (name) => wrong[name] ?? null, 'en')).toEqual({
    data: { urgent: false },
    faults: { amount: 'number', parts: 'json' },
  })
})

test.for([
  ['de', '12,5', 12.5],
  ['fr', '-0,25', -0.25],
  ['pt', '12.5', 12.5],
  ['es', '1,250,5', undefined],
  // A thousand two hundred and fifty, or one and a quarter?
  ['en', '1,250', undefined],
] as const)('%s: the number %s', ([language, text, amount]) => {
  expect(filledIn(fieldsOf(FORM), (name) => (name === 'amount' ? text : null), language).data['amount']).toBe(amount)
})
