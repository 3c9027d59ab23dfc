import { expect, test } from 'vitest'
import { nextClash } from './next-clash.ts'

const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03']
const home = (...dates: string[]) => ({ findings: { clashes: dates.map((date) => ({ date })) } })
const HOMES = [home(), home('2026-12-03', '2026-12-01', '2026-12-01'), home('2026-11-30', '2026-12-02')]

test('to the right, then down, then from the top; what is not shown is passed over', () => {
  const places = [{ row: 0, column: 0 }]
  for (let step = 0; step < 4; step++) {
    const next = nextClash(HOMES, DAYS, places.at(-1) ?? { row: 0, column: 0 })
    if (next) places.push(next)
  }
  expect(places.slice(1).map(({ row, column }) => `${row} ${column}`)).toEqual(['1 0', '1 2', '2 1', '1 0'])
  expect(nextClash([home()], DAYS, { row: 0, column: 0 })).toBeUndefined()
})
