import { expect, test } from 'vitest'
import { loadOf } from './load.ts'
import { parsePeopleView, weekOf } from './people-view.ts'

const day = (tasks: number, estimatedMinutes: number, availableMinutes: number | null) => ({
  tasks,
  estimatedMinutes,
  availableMinutes,
})

test.for([
  ['nothing to do', day(0, 0, 480), { state: 'free', share: 0, overMinutes: 0 }],
  ['half a day', day(2, 240, 480), { state: 'open', share: 0.5, overMinutes: 0 }],
  ['work that nobody has estimated', day(2, 0, 480), { state: 'open', share: 0, overMinutes: 0 }],
  ['exactly full', day(3, 480, 480), { state: 'full', share: 1, overMinutes: 0 }],
  ['an hour too much', day(3, 540, 480), { state: 'over', share: 1.125, overMinutes: 60 }],
  ['a day off', day(0, 0, 0), { state: 'off', share: 0, overMinutes: 0 }],
  ['work on a day off', day(1, 30, 0), { state: 'over', share: 1, overMinutes: 30 }],
  ['work on a day off that nobody has estimated', day(1, 0, 0), { state: 'over', share: 1, overMinutes: 0 }],
  ['nobody has said when they work', day(1, 600, null), { state: 'open', share: undefined, overMinutes: 0 }],
] as const)('%s', ([, given, load]) => {
  expect(loadOf(given)).toEqual(load)
})

test('a week begins on Monday, whichever of its days is named', () => {
  const week = weekOf('2026-11-15')
  expect([week[0], week[6]]).toEqual(['2026-11-09', '2026-11-15'])
  expect(weekOf('2026-11-09')).toEqual(week)
  expect(weekOf('2027-01-01')[0]).toBe('2026-12-28')
})

test('the address says whose work is shown; what it says wrongly is left out', () => {
  const all = { week: '2026-11-15', kind: 'vendor', departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90', q: 'blue' }
  expect(parsePeopleView(all)).toEqual(all)
  expect(parsePeopleView({ week: '2026-99-99', kind: 'x', departmentId: 'y', q: ' ' })).toEqual({})
})
