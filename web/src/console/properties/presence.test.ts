import { expect, test } from 'vitest'
import { presenceOn } from './presence.ts'

const stay = (checkinDate: string, checkoutDate: string, status: 'CONFIRMED' | 'TENTATIVE' = 'CONFIRMED') => ({
  checkinDate,
  checkoutDate,
  status,
})

test.for([
  ['nobody', [], { kind: 'free' }],
  ['somebody in the middle of a stay', [stay('2026-11-10', '2026-11-20')], { kind: 'in', until: '2026-11-20' }],
  ['the first day', [stay('2026-11-15', '2026-11-20')], { kind: 'arrivesToday' }],
  ['the last day', [stay('2026-11-10', '2026-11-15')], { kind: 'leavesToday' }],
  ['one after the other', [stay('2026-11-10', '2026-11-15'), stay('2026-11-15', '2026-11-16')], { kind: 'turnsToday' }],
  ['only perhaps', [stay('2026-11-10', '2026-11-20', 'TENTATIVE')], { kind: 'free' }],
] as const)('%s', ([, stays, presence]) => {
  expect(presenceOn(stays, '2026-11-15')).toEqual(presence)
})
