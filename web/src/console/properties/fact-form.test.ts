import { expect, test } from 'vitest'
import { formatIn } from '../../language/format.ts'
import { factForm } from './fact-form.ts'

const said = { format: formatIn('en-US'), yes: 'Yes', no: 'No' }

test.for([
  [true, 'Yes', undefined],
  [false, 'No', undefined],
  [12_345.678, '12,345.68', undefined],
  [null, '–', undefined],
  ['15:00', '3:00 PM', undefined],
  ['9:30', '9:30 AM', undefined],
  ['09:30:00', '9:30 AM', undefined],
  ['2026-07-14', 'Tue, Jul 14', undefined],
  ['https://example.com/meter?id=1', 'example.com/meter?id=1', 'https://example.com/meter?id=1'],
  ['+351 21 000 0000', '+351 21 000 0000', 'tel:+351210000000'],
  ['By the stairs', 'By the stairs', undefined],
  // Neither a number to call nor a time: a licence, a score, an account.
  ['12345/AL', '12345/AL', undefined],
  ['351 21 000 0000', '351 21 000 0000', undefined],
  ['25:10', '25:10', undefined],
  ['2026-13-40', '2026-13-40', undefined],
  // Nothing that runs.
  ['javascript:alert(1)', 'javascript:alert(1)', undefined],
  ['https://exa mple.com', 'https://exa mple.com', undefined],
  [{ a: 1 }, '{"a":1}', undefined],
] as const)('%j is shown as %s', ([value, text, href]) => {
  expect(factForm(value, said)).toEqual({ text, ...(href !== undefined && { href }) })
})
