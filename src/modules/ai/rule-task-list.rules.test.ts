import { expect, test } from 'vitest'
import { converse, listOf } from '#test/rule-talk.ts'

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
  for (const said of ['show me my tasks', 'what do I have to do today, which tasks?']) {
    const { calls, text } = await converse(said)
    expect([calls, text]).toEqual([[], expect.stringContaining('I cannot tell which tasks are yours')])
  }
})

test('what is completed already is not completed again', async () => {
  const task = { id: 't-12', shortId: 'TK-12', title: 'Fix the tap', status: 'COMPLETED', priority: 'NORMAL' }
  const { calls, text } = await converse('complete TK-12', { list_tasks: listOf(task) })
  expect(calls.map(([name]) => name)).toEqual(['list_tasks'])
  expect(text).toBe('TK-12 "Fix the tap" is completed already.')
})
