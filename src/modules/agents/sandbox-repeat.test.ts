import { expect, onTestFinished, test } from 'vitest'
import { one as row } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from '#test/client.ts'
import { CALLS, newTask, sandboxPlace, titlesIn } from '#test/sandbox-place.ts'
import { secondNode } from '#test/second-node.ts'

test('when the calls of the token are used up nothing more is done', async () => {
  const place = await sandboxPlace({ access: { max_calls: 3 } })
  const list = (...ids: string[]) => place.batch({ calls: ids.map((id) => ({ id, tool: 'list_tasks' })) })
  expect((await list('a', 'b')).body.usage).toEqual({ calls: 2, calls_remaining: 1 })
  const refused = await list('c', 'd')
  expect([refused.status, refused.body.code, refused.body.retryable]).toEqual([429, 'calls_used_up', false])
  // Refused ones cost, and so does what goes wrong.
  expect((await place.batch({ calls: [{ id: 'c', tool: 'nothing' }] })).body.usage.calls_remaining).toBe(0)
  expect((await list('e')).status).toBe(429)
  // What was answered is answered again, and finding out what there is costs nothing.
  const again = await place.batch({
    calls: [
      { id: 'a', tool: 'list_tasks' },
      { id: 's', tool: 'tools.search', arguments: { query: 'tasks' } },
    ],
  })
  expect(again.body.usage).toEqual({ calls: 0, calls_remaining: 0 })
  expect(again.body.results.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([true, false])
})

test('many requests at once do not get more calls than the token has', async () => {
  const place = await sandboxPlace({ access: { max_calls: 5 } })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => place.batch({ calls: [{ id: `c${index}`, tool: 'list_tasks' }] })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
})

test('the same call again gets the stored result and does nothing', async () => {
  const place = await sandboxPlace()
  const args = await newTask(place, 'Once')
  const call = { id: 'c1', tool: 'create_task', arguments: args }
  const [first, second] = [await place.batch({ calls: [call] }), await place.batch({ calls: [call] })]
  expect(second.body.results[0]).toMatchObject({ status: 'ok', replayed: true, output: first.body.results[0].output })
  expect(second.body.usage).toEqual({ calls: 0, calls_remaining: 199 })
  expect(await titlesIn(place)).toEqual(['Once'])
  // Another call under the same name is refused before anything is done.
  for (const other of [
    { ...call, arguments: { ...args, title: 'Twice' } },
    { ...call, tool: 'list_tasks' },
  ]) {
    const answer = await place.batch({ calls: [{ id: 'n', tool: 'create_task', arguments: args }, other] })
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([
      409,
      'call_key_reused',
      '/calls/1/id',
    ])
  }
  // Another token has other names; a key of the program's own is the same in the whole run.
  const next = String((await place.access({ effects: ['read', 'write'] })).body.access_token)
  const keyed = { ...call, id: 'k', idempotency_key: 'mine' }
  expect((await place.batch({ calls: [keyed] })).body.results[0].replayed).toBe(false)
  expect((await place.batch({ calls: [{ ...keyed, id: 'l' }] }, next)).body.results[0].replayed).toBe(true)
  expect((await place.batch({ calls: [call] }, next)).body.results[0].replayed).toBe(false)
  expect(await titlesIn(place)).toEqual(['Once', 'Once', 'Once'])
})

test('of many with one key at once only one is done, whichever node they come to', async () => {
  const place = await sandboxPlace()
  const other = await secondNode()
  onTestFinished(() => other.close())
  const call = { id: 'c1', tool: 'create_task', arguments: await newTask(place, 'Once') }
  const there = clientOf(other.app, '', place.token)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? place.batch({ calls: [call] }) : there.post(CALLS, { calls: [call] }),
    ),
  )
  const results = answers.map(({ body }) => body.results[0])
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'ok'))
  expect(new Set(results.map(({ output }) => output.id)).size).toBe(1)
  expect(results.filter(({ replayed }) => replayed)).toHaveLength(7)
  expect(await titlesIn(place)).toEqual(['Once'])
  const used = await row<{ used: number }>(
    place.runtime.database.pool,
    sql`select calls_used as used from agent_sandbox_tokens where workspace_id = ${place.workspaceId}`,
  )
  expect(used).toEqual({ used: 1 })
})

test('the same request at the same time costs nothing, although no calls are left for it', async () => {
  const place = await sandboxPlace({ access: { max_calls: 3 } })
  const task = await newTask(place, 'Once')
  const calls = ['a', 'b', 'c'].map((id) => ({ id, tool: 'create_task', arguments: task }))
  const answers = await Promise.all([place.batch({ calls }), place.batch({ calls }), place.batch({ calls })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const usages = answers.map(({ body }) => body.usage.calls).toSorted()
  expect(usages).toEqual([0, 0, 3])
  expect(await titlesIn(place)).toEqual(['Once', 'Once', 'Once'])
})

test('of two different ones under one name at once one is done, and the other is told', async () => {
  const place = await sandboxPlace()
  const args = await newTask(place, 'One')
  const titles = Array.from({ length: 6 }, (_, index) => `Task ${index}`)
  const answers = await Promise.all(
    titles.map((title) => place.batch({ calls: [{ id: 'c1', tool: 'create_task', arguments: { ...args, title } }] })),
  )
  const told = answers.map(({ status, body }) => (status === 200 ? (body.results[0].error?.code ?? 'ok') : body.code))
  expect(told.toSorted()).toEqual([...titles.slice(1).map(() => 'call_key_reused'), 'ok'])
  expect(await titlesIn(place)).toEqual([titles[told.indexOf('ok')]])
})

test('what was refused is not kept: the same name may try again', async () => {
  const place = await sandboxPlace()
  const [good, bad] = [await newTask(place, 'Right'), { title: 'Wrong' }]
  expect((await place.one('create_task', bad, { id: 'x' })).status).toBe('error')
  expect((await place.one('create_task', good, { id: 'x' })).status).toBe('ok')
})
