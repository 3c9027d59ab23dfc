import { expect, test } from 'vitest'
import { daysOf, parseUsageView, purposesOf } from './usage-view.ts'

const row = (day: string, route: string, costMicros: number) => ({
  day,
  route,
  calls: 1,
  failed: 0,
  cached: 0,
  inputTokens: 10,
  outputTokens: 5,
  audioSeconds: 0,
  images: 0,
  costMicros,
})
const SUMMARY = {
  fromDate: '2026-02-27',
  toDate: '2026-03-02',
  days: [
    row('2026-02-27', 'run', 500_000),
    row('2026-03-01', 'completion', 2_000_000),
    row('2026-03-02', 'run', 250_000),
  ],
}

test('every day is there, over the end of a month too', () => {
  expect(daysOf(SUMMARY)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
})

test('what took most comes first, with a value for every day', () => {
  expect(purposesOf(SUMMARY, 'cost')).toEqual([
    { route: 'completion', values: [0, 0, 2, 0], total: { cost: 2, tokens: 15, calls: 1 } },
    { route: 'run', values: [0.5, 0, 0, 0.25], total: { cost: 0.75, tokens: 30, calls: 2 } },
  ])
  expect(purposesOf(SUMMARY, 'calls').map(({ route }) => route)).toEqual(['run', 'completion'])
})

test('an address with something else in it shows the usual', () => {
  expect(parseUsageView({ days: 90, measure: 'tokens' })).toEqual({ days: '90', measure: 'tokens' })
  expect(parseUsageView({ days: '12', measure: 'toString' })).toEqual({})
})
