import { expect, test } from 'vitest'
import { parseCalendarView } from './calendar-view.ts'

const HOME = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'

test('the address says what is shown; what it says wrongly is left out', () => {
  const all = {
    from: '2026-12-01',
    weeks: 4,
    q: 'casa',
    status: 'ACTIVE',
    only: 'clashes',
    day: '2026-12-02',
    home: HOME,
  }
  expect(parseCalendarView(all)).toEqual(all)
  expect(parseCalendarView({ ...all, weeks: '6' })).toEqual({ ...all, weeks: 6 })
  const wrong = { from: '2026-13-45', weeks: 5, q: ' ', status: 'GONE', only: 'x', day: 'today', home: HOME }
  expect(parseCalendarView(wrong)).toEqual({})
})
