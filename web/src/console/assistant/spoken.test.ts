import { expect, test } from 'vitest'
import { formatIn } from '../../language/format.ts'
import type { ToolCall, Turn } from './session-view.ts'
import { namesIn, spokenIn } from './spoken.ts'

const HOME = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const ANA = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91'
const OTHER = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92'

function answered(output: string): Turn {
  const call: ToolCall = { id: 'c', name: 'list_properties', input: '{}', isWhole: true, output, status: 'ok' }
  return { kind: 'answer', id: 'a', text: '', reasoning: '', calls: [call], isWriting: false }
}
const speech = {
  names: namesIn([
    answered(JSON.stringify({ items: [{ id: HOME, name: 'Casa Azul', people: [{ userId: ANA, fullName: 'Ana' }] }] })),
    answered('not JSON'),
    { kind: 'said', id: 's', text: OTHER },
  ]),
  format: formatIn('en-GB'),
  timezone: 'Europe/Lisbon',
}

test.for([
  [HOME, 'Casa Azul'],
  [HOME.toUpperCase(), 'Casa Azul'],
  [ANA, 'Ana'],
  [OTHER, OTHER],
  ['2026-07-14', 'Tue 14 Jul'],
  ['2026-07-14T09:30:00Z', '14 Jul 2026, 10:30'],
  ['09:30', '09:30'],
  ['2026-13-40', '2026-13-40'],
  ['A text of 2026-07-14', 'A text of 2026-07-14'],
  ['12', '12'],
] as const)('%s is said as %s', ([text, said]) => {
  expect(spokenIn(text, speech)).toBe(said)
})
