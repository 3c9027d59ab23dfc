import { expect, test } from 'vitest'
import { converse, listOf, TODAY, type Json } from '#test/rule-talk.ts'

test('a page of many is not taken for all of them', async () => {
  const task = { id: 't-1', shortId: 'TK-1', title: 'Clean', status: 'OPEN', priority: 'NORMAL' }
  const tasks = { items: Array.from({ length: 50 }, () => task), total: 320, nextCursor: 'x' }
  const { text } = await converse('how many open tasks are there?', { list_tasks: tasks })
  expect(text).toMatch(/^320 open tasks:\n/)
  expect(text).toMatch(/… and 305 more\.$/)
  const stays = { items: [{ checkinDate: '2026-11-01', checkoutDate: '2026-12-01' }], total: 180 }
  expect((await converse('check-ins today', { list_reservations: stays })).text).toBe(
    'There are no check-ins (today, among the first 1 of 180 stays).',
  )
})

test('whose tasks are meant by my is not guessed', async () => {
  for (const said of [
    'show me my tasks',
    'what do I have to do today, which tasks?',
    'tasks assigned to me',
    'Any tasks for me today?',
  ]) {
    const { calls, text } = await converse(said)
    expect([calls, text]).toEqual([[], expect.stringContaining('I cannot tell which tasks are yours')])
  }
})

const STATES: Record<string, [string, Json]> = {
  'Which tasks are not done?': ['list_tasks', { isOpen: true, limit: 50 }],
  "Which tasks haven't been completed yet?": ['list_tasks', { isOpen: true, limit: 50 }],
  'Which tasks are done?': ['list_tasks', { status: 'COMPLETED', limit: 50 }],
  'Which tasks have to be completed today?': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'closed tasks': ['list_tasks', { isOpen: false, limit: 50 }],
  'Which tasks are not late?': ['list_tasks', { isOpen: true, isLate: false, limit: 50 }],
  'Which tasks are in progress?': ['list_tasks', { status: 'IN_PROGRESS', limit: 50 }],
  'tasks waiting for approval': ['list_tasks', { status: 'PENDING_APPROVAL', limit: 50 }],
  'Show scheduled tasks': ['list_tasks', { status: 'SCHEDULED', limit: 50 }],
  'Which tasks are scheduled for tomorrow?': ['list_tasks', { isOpen: true, scheduledDate: '2026-11-16', limit: 50 }],
  'Which tasks need to get done today?': ['list_tasks', { isOpen: true, scheduledDate: TODAY, limit: 50 }],
  'List all tasks for me': ['list_tasks', { isOpen: true, limit: 50 }],
  'Which tasks are there at 3 pm?': ['list_tasks', { isOpen: true, limit: 50 }],
}

test.for(Object.entries(STATES))('asks for the state that is meant: %s', async ([said, expected]) => {
  expect((await converse(said)).calls).toEqual([expected])
})

test.for([
  ['Which tasks are blocked?', 'blocked'],
  ['Which tasks are not in progress?', 'not in progress'],
  ["Which jobs aren't scheduled?", 'not scheduled'],
  ['tasks on hold', 'on hold'],
  ['Which tasks were started yesterday?', 'started on a day'],
] as const)('a state that the list cannot be asked for is not guessed: %s', async ([said, state]) => {
  const { calls, text } = await converse(said)
  expect([calls, text]).toEqual([[], expect.stringMatching(`^I cannot tell which tasks are ${state}\\.`)])
})

test('what was late before it was done is not guessed', async () => {
  const { calls, text } = await converse('Which tasks were done late?')
  expect([calls, text]).toEqual([[], 'I cannot tell which tasks were late when they were done.'])
})

test('the answer says which state it is about, and that it knows no time of day', async () => {
  expect((await converse('Which tasks are not late?')).text).toBe('There are no open, not overdue tasks.')
  expect((await converse('tasks in progress at 3 pm today')).text).toBe(
    'There are no in progress tasks (today, at any time of day).',
  )
  expect((await converse('Any arrivals at noon?')).text).toBe('There are no check-ins (today, at any time of day).')
})

test('what is completed already is not completed again', async () => {
  const task = { id: 't-12', shortId: 'TK-12', title: 'Fix the tap', status: 'COMPLETED', priority: 'NORMAL' }
  const { calls, text } = await converse('complete TK-12', { list_tasks: listOf(task) })
  expect(calls.map(([name]) => name)).toEqual(['list_tasks'])
  expect(text).toBe('TK-12 "Fix the tap" is completed already.')
})
