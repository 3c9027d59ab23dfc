import { expect, test } from 'vitest'
import { participantsIn } from './participants.ts'

const by = (kind: 'contact' | 'user' | 'agent' | 'system', id: string | null, name: string, byProgram = false) => ({
  author: { kind, id, name, byProgram },
})

test('everybody once, in the order in which they spoke, and never the house itself', () => {
  const said = [
    by('contact', null, 'Grace'),
    by('system', null, 'Innkeeper', true),
    by('user', 'u1', 'Ana', true),
    by('contact', null, 'Grace'),
    by('user', 'u1', 'Ana'),
    by('contact', null, 'Linus'),
  ]
  expect(participantsIn(said)).toEqual([
    { key: 'contact Grace', kind: 'contact', name: 'Grace', byProgram: false },
    { key: 'user u1', kind: 'user', name: 'Ana', byProgram: false },
    { key: 'contact Linus', kind: 'contact', name: 'Linus', byProgram: false },
  ])
})
