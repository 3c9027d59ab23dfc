import { expect, test } from 'vitest'
import type { CalendarStay, CalendarWork } from '../../../../src/modules/tasks/calendar.schema.ts'
import { findingsIn } from './findings.ts'

const TODAY = '2026-12-01'

function stay(id: string, checkinDate: string, checkoutDate: string, more: Partial<CalendarStay> = {}): CalendarStay {
  return {
    id,
    status: 'CONFIRMED',
    guestName: null,
    guests: null,
    checkinDate,
    checkoutDate,
    checkinTime: '15:00',
    checkoutTime: '11:00',
    ...more,
  }
}

function work(id: string, scheduledDate: string, more: Partial<CalendarWork> = {}): CalendarWork {
  return {
    id,
    shortId: 'TK-1',
    title: 'Clean',
    status: 'SCHEDULED',
    priority: 'NORMAL',
    isIssue: false,
    reservationId: null,
    scheduledDate,
    scheduledTime: null,
    estimatedDurationMinutes: null,
    isFieldWork: true,
    assigneeName: null,
    ...more,
  }
}

const kinds = (stays: CalendarStay[], tasks: CalendarWork[] = []) =>
  findingsIn({ stays, work: tasks }, TODAY).clashes.map(({ kind, date }) => `${kind} ${date}`)

const TURN = [stay('a', '2026-12-02', '2026-12-05'), stay('b', '2026-12-07', '2026-12-10')]
const BACK_TO_BACK = [stay('a', '2026-12-02', '2026-12-05'), stay('b', '2026-12-05', '2026-12-10')]

test('nights between two stays are a gap, whatever the order they come in', () => {
  const long = stay('c', '2026-12-11', '2026-12-12')
  expect(findingsIn({ stays: [long, ...TURN], work: [] }, TODAY).gaps).toEqual([
    { from: '2026-12-05', nights: 2 },
    { from: '2026-12-10', nights: 1 },
  ])
})

test('no gap after the last stay, within a longer one, or beside one that is not sure', () => {
  const stays = [
    stay('a', '2026-12-02', '2026-12-20'),
    stay('b', '2026-12-04', '2026-12-06'),
    stay('c', '2026-12-20', '2026-12-22'),
    stay('d', '2026-12-24', '2026-12-26', { status: 'TENTATIVE' }),
  ]
  expect(findingsIn({ stays, work: [] }, TODAY).gaps).toEqual([])
})

test('two stays on one night clash; one after the other on one day do not', () => {
  const clean = [work('w', '2026-12-05')]
  expect(kinds([stay('a', '2026-12-02', '2026-12-06'), stay('b', '2026-12-05', '2026-12-08')])).toEqual([
    'twoStays 2026-12-05',
  ])
  expect(kinds(BACK_TO_BACK, clean)).toEqual([])
  const perhaps = stay('b', '2026-12-05', '2026-12-08', { status: 'TENTATIVE' })
  expect(kinds([stay('a', '2026-12-02', '2026-12-06'), perhaps])).toEqual([])
})

test('a change of guests needs work between check-out and check-in', () => {
  expect(kinds(TURN)).toEqual(['noClean 2026-12-05'])
  for (const day of ['2026-12-05', '2026-12-06', '2026-12-07']) expect(kinds(TURN, [work('w', day)])).toEqual([])
  expect(kinds(TURN, [work('w', '2026-12-08', { isIssue: true })])).toEqual(['noClean 2026-12-05'])
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { scheduledTime: '11:00' })])).toEqual([])
  expect(kinds([stay('a', '2026-12-02', '2026-12-05')])).toEqual([])
})

test('work that is too early, too late, a repair or of the office is no clean', () => {
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { scheduledTime: '09:00' })])).toContain('noClean 2026-12-05')
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { scheduledTime: '16:00' })])).toContain('noClean 2026-12-05')
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { isIssue: true })])).toEqual(['noClean 2026-12-05'])
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { isFieldWork: false })])).toEqual(['noClean 2026-12-05'])
  expect(kinds(BACK_TO_BACK, [work('w', '2026-12-05', { isFieldWork: false, reservationId: 'a' })])).toEqual([])
})

test('work while guests are in is seen, on the first and last day by the time', () => {
  const one = [stay('a', '2026-12-02', '2026-12-05')]
  expect(kinds(one, [work('w', '2026-12-03')])).toEqual(['guestsIn 2026-12-03'])
  expect(kinds(one, [work('w', '2026-12-05', { scheduledTime: '10:00' })])).toEqual(['guestsIn 2026-12-05'])
  expect(kinds(one, [work('w', '2026-12-02', { scheduledTime: '15:30' })])).toEqual(['guestsIn 2026-12-02'])
  for (const scheduledTime of [null, '11:00', '12:30'])
    expect(kinds(one, [work('w', '2026-12-05', { scheduledTime })])).toEqual([])
})

test('repairs, work for the stay itself and work that is over may be done among guests', () => {
  const one = [stay('a', '2026-12-02', '2026-12-05')]
  expect(kinds(one, [work('w', '2026-12-03', { isIssue: true })])).toEqual([])
  expect(kinds(one, [work('w', '2026-12-03', { reservationId: 'a' })])).toEqual([])
  expect(kinds(one, [work('w', '2026-12-03', { status: 'COMPLETED' })])).toEqual([])
  expect(kinds(one, [work('w', '2026-12-03', { isFieldWork: false })])).toEqual([])
})

test('what is over before today is history', () => {
  const past = [stay('a', '2026-11-20', '2026-11-25'), stay('b', '2026-11-24', '2026-11-28')]
  expect(kinds([...past, stay('c', '2026-11-30', '2026-12-04')], [work('w', '2026-11-27')])).toEqual([])
  expect(kinds([stay('a', '2026-11-20', '2026-11-28'), stay('b', '2026-12-01', '2026-12-04')])).toEqual([
    'noClean 2026-11-28',
  ])
})
