import { expect, test } from 'vitest'
import { hoursOf, isOverdue, linesOf, minutesAt, minutesOf, timeAt } from './hours.ts'

const at = (id: string, scheduledTime: string | null, estimatedDurationMinutes: number | null = null) => ({
  id,
  scheduledTime,
  estimatedDurationMinutes,
})

test('times are whole quarters of an hour of one day', () => {
  expect([timeAt(0), timeAt(607), timeAt(608), timeAt(-20), timeAt(5000)]).toEqual([
    '00:00',
    '10:00',
    '10:15',
    '00:00',
    '23:45',
  ])
  expect(minutesOf('09:30:00')).toBe(570)
})

test('work is overdue when its time and as long as it takes have passed at the place, unless it is over', () => {
  const now = minutesAt(Date.UTC(2026, 10, 15, 20, 10), 'Europe/Madrid')
  expect(now).toBe(minutesOf('21:10'))
  const open = { status: 'SCHEDULED' } as const
  expect(isOverdue({ ...at('a', '08:30', 90), ...open }, now)).toBe(true)
  expect(isOverdue({ ...at('a', '20:00', 90), ...open }, now)).toBe(false)
  expect(isOverdue({ ...at('a', null), ...open }, now)).toBe(false)
  expect(isOverdue({ ...at('a', '08:30'), status: 'COMPLETED' }, now)).toBe(false)
})

test('the hours shown reach as far as the work does, and never past midnight', () => {
  expect(hoursOf([])).toEqual({ from: 7, to: 19 })
  expect(hoursOf([at('a', '05:30'), at('b', '18:30', 90), at('c', null)])).toEqual({ from: 5, to: 20 })
  expect(hoursOf([at('a', '23:00', 600)])).toEqual({ from: 7, to: 24 })
})

test('work at the same time stands in lines of its own; a line is used again when it is free', () => {
  const { lineOf, count } = linesOf([
    at('late', '12:00'),
    at('first', '09:00', 120),
    at('beside', '10:00', 30),
    at('after', '11:00'),
    at('any', null),
  ])
  expect(Object.fromEntries(lineOf)).toEqual({ first: 0, beside: 1, after: 0, late: 0 })
  expect(count).toBe(2)
  expect(linesOf([]).count).toBe(1)
})
