import { expect, test } from 'vitest'
import { plainCall, problemOf } from '#test/mcp.ts'
import { connected, newTask, toolPlace as place } from '#test/tool-place.ts'

const MUST = 'Must be an object that has each argument by its name'

test.each([
  ['a text', '{"limit": 5}', `${MUST}, not a text that holds one.`],
  ['a list', ['limit'], `${MUST}.`],
  ['a number', 5, `${MUST}.`],
])('arguments that are %s are refused like any other mistake', async (_, args, message) => {
  const at = await place()
  const { isError, data } = await plainCall(at.url, at.asKey.token ?? '', 'create_task', args as never)
  expect([isError, data]).toEqual([
    true,
    {
      code: 'invalid_request',
      status: 400,
      detail: `The arguments: ${message}`,
      errors: [{ pointer: '', code: 'wrong_type', message }],
      requestId: expect.any(String),
    },
  ])
  const { items } = (await at.asAdmin.get('/tool-calls')).body
  expect(items).toMatchObject([{ tool: 'create_task', outcome: 'refused', code: 'invalid_request' }])
})

test('a client of today hears the same, and null is no arguments', async () => {
  const at = await place()
  await newTask(at)
  const { client } = await connected(at)
  const wrong = await client.callTool({ name: 'create_task', arguments: [] as never })
  expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([true, expect.stringContaining(MUST)])
  const none = await client.callTool({ name: 'list_tasks', arguments: null as never })
  expect(none.structuredContent).toMatchObject({ total: 1 })
})

test('a field that is not known is refused with those that are, or with the tool that takes it', async () => {
  const at = await place()
  const { id: taskId } = await newTask(at)
  const { call } = await connected(at)
  const messages = async (tool: string, args: Record<string, unknown>): Promise<string[]> =>
    (problemOf(await call(tool, args))['errors'] as { message: string }[]).map(({ message }) => message)
  expect(await messages('update_task', { taskId, status: 'COMPLETED', cost: 5 })).toEqual([
    'This field is not known here. It is an argument of set_task_status.',
    'This field is not known here. It is an argument of set_task_costs.',
  ])
  expect(await messages('tag_task', { taskId, tagId: taskId, tag: 'x', name: 'y' })).toEqual([
    'This field is not known here. Known: taskId, tagId, idempotencyKey.',
    'This field is not known here.',
  ])
  expect(await messages('get_context', { verbose: true })).toEqual(['This field is not known here. There are none.'])
  const { value } = await at.make.key({ scopes: ['tools:use', 'tasks:read'] })
  const { data } = await plainCall(at.url, value, 'search', { query: 'x', toString: 1 })
  expect(data['detail']).toBe('/toString: This field is not known here. Known: query.')
})

test('a version that is old is told without words of HTTP', async () => {
  const at = await place()
  const { call } = await connected(at)
  const { id } = (await call('save_article_draft', { title: 'Pool', body: 'Open' })).structuredContent as { id: string }
  const problem = problemOf(await call('save_article_draft', { articleId: id, expectedVersion: 9, title: 'Pools' }))
  expect(problem).toMatchObject({
    code: 'precondition_failed',
    detail: 'The record has changed since it was read or asked about. Nothing was done: read it again.',
  })
})

test('a short id is found with its kind before it too', async () => {
  const at = await place()
  const { id } = await newTask(at)
  const { call } = await connected(at)
  for (const name of ['task:TK-1', 'task:tk-1']) {
    expect((await call('fetch', { id: name })).structuredContent).toMatchObject({ id: `task:${id}`, record: { id } })
  }
})
