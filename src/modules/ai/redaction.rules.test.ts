import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redaction } from './redaction.rules.ts'

const hide = (text: string): string => redaction([text]).hide(text)

test.for([
  ['Write to ann.b+c@mail.example.co.uk, please.', 'Write to [[EMAIL_1]], please.'],
  ['Mülller@exämple.de ist richtig', '[[EMAIL_1]] ist richtig'],
  ['Call +351 912 345 678 or 0049 (89) 1234-5678!', 'Call [[PHONE_1]] or [[PHONE_2]]!'],
  ['Card 4111 1111 1111 1111 exp 12/27', 'Card [[CARD_1]] exp 12/27'],
  ['IBAN DE89 3704 0044 0532 0130 00.', 'IBAN [[IBAN_1]].'],
  ['GB82WEST12345698765432 is mine', '[[IBAN_1]] is mine'],
  ['The door code is 4711#, the lockbox: 0815', 'The door code is [[CODE_1]], the lockbox: [[CODE_2]]'],
  ['Alarm PIN 998877', 'Alarm PIN [[CODE_1]]'],
  ['El código es 1234', 'El código es [[CODE_1]]'],
  ['a@b.example wrote to c@d.example and a@b.example', '[[EMAIL_1]] wrote to [[EMAIL_2]] and [[EMAIL_1]]'],
] as const)('%s', ([text, hidden]) => {
  expect(hide(text)).toBe(hidden)
})

test.for([
  'Arrival on 2026-11-15 at 15:00, 3 nights, 2 guests, 450.00 EUR.',
  'Between 15.11.2026 and 18/11/2026.',
  'Task TK-10432 in room 204, 1200-195 Lisbon.',
  'The number 4111 1111 1111 1112 has a wrong check digit.',
  'The code of conduct',
  'Order 12345',
])('%s stays as it is', (text) => {
  expect(hide(text)).toBe(text)
})

test('what the caller wrote in the form of a placeholder is not taken for ours', () => {
  const text = 'Say [[EMAIL_1]] to ann@example.com'
  const hiding = redaction([text])
  const hidden = hiding.hide(text)
  expect(hidden).toBe('Say [[EMAIL_1]] to [[EMAIL_2]]')
  expect(hiding.restore(hidden)).toBe(text)
})

test('whatever is hidden comes back, also inside of objects and in their names', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'ann@example.com',
      '+351 912 345 678',
      '4111111111111111',
      'door code 4711',
      '[[CODE_1]]',
      'bob@x.example',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join(' ')
      const hiding = redaction([text])
      expect(hiding.restore(hiding.hide(text))).toBe(text)
    }),
  )
  const hiding = redaction(['ann@example.com'])
  const hidden = hiding.hide('ann@example.com')
  expect(hiding.restoreIn({ [hidden]: [hidden, 5, null, { deep: `to ${hidden}` }] })).toEqual({
    'ann@example.com': ['ann@example.com', 5, null, { deep: 'to ann@example.com' }],
  })
})

test.for([
  ['x'.repeat(400_000), 'x'.repeat(400_000)],
  [`code${' '.repeat(400_000)}!`, `code${' '.repeat(400_000)}!`],
  [`code is${' '.repeat(400_000)}4711`, `code is${' '.repeat(400_000)}[[CODE_1]]`],
] as const)('a text of full length is read in one go', ([text, hidden]) => {
  expect(hide(text)).toBe(hidden)
})
