import { expect, onTestFinished, test, vi } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { toolClient } from '#test/mcp.ts'
import { connected, newTask, toolPlace as place } from '#test/tool-place.ts'

/** Traces of calls that only read are written a moment later. */
async function tracesOf({ asAdmin }: Harness, count: number): Promise<Record<string, unknown>[]> {
  return vi.waitFor(async () => {
    const { items } = (await asAdmin.get('/tool-calls')).body
    expect(items).toHaveLength(count)
    return items
  }, 60_000)
}

test('every call leaves a trace, without its arguments', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call, client } = await connected(at)
  await call('get_task', { taskId: task.id })
  await call('get_task', { taskId: 'no' })
  await client.readResource({ uri: `ops://tasks/${task.id}` })
  const traces = await tracesOf(at, 3)
  expect(traces).toMatchObject([
    { tool: 'resources/read', outcome: 'done', code: null, client: 'test-client' },
    { tool: 'get_task', outcome: 'refused', code: 'invalid_request', client: 'test-client' },
    { tool: 'get_task', outcome: 'done', code: null, gate: 'none' },
  ])
  expect(JSON.stringify(traces)).not.toContain(task.id)
})

test('a call of a tool that one does not have leaves a trace too', async () => {
  const at = await place()
  const { value } = await at.make.key({ scopes: ['tools:use', 'tasks:read'] })
  const { call } = await toolClient(at.url, value)
  await expect(call('delete_task', { taskId: 'x' })).rejects.toThrow('Tool delete_task not found')
  await expect(call('no_such_tool')).rejects.toThrow('Tool no_such_tool not found')
  expect(await tracesOf(at, 2)).toMatchObject([
    { tool: 'no_such_tool', outcome: 'refused', code: 'tool_unknown' },
    { tool: 'delete_task', outcome: 'refused', code: 'tool_unknown' },
  ])
})

test('a name that is cut in the middle of a sign keeps no other trace', async () => {
  const at = await place()
  const { call } = await connected(at)
  await expect(call(`${'a'.repeat(99)}😀 and on`)).rejects.toThrow('not found')
  await call('get_context')
  const traces = await tracesOf(at, 2)
  expect(traces.map(({ tool }) => tool)).toEqual(['get_context', `${'a'.repeat(99)}…`])
})

test('so does one that comes together with others', async () => {
  const at = await place()
  const call = (id: number, name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: {} },
  })
  const answer = await fetch(`${at.url}/v1/mcp-server`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${at.asKey.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify([call(1, 'no_such_tool'), call(2, 'get_context')]),
  })
  expect(await answer.text()).toContain('Tool no_such_tool not found')
  const traces = await tracesOf(at, 2)
  expect(traces.map(({ tool }) => tool).toSorted()).toEqual(['get_context', 'no_such_tool'])
})

test('the trace of a change is there with the change, and a change without a trace is none', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const { call } = await connected(at)
  await call('create_task', { title: 'One', departmentId })
  const [trace] = (await at.asAdmin.get('/tool-calls')).body.items
  expect(trace).toMatchObject({ tool: 'create_task', outcome: 'done' })
  const { pool } = at.runtime.database
  const check = `check (workspace_id <> '${at.workspaceId}' or outcome <> 'done') not valid`
  await pool.raw(`alter table tool_calls add constraint no_more ${check}`)
  onTestFinished(async () => void (await pool.raw('alter table tool_calls drop constraint no_more')))
  expect((await call('create_task', { title: 'Two', departmentId })).isError).toBe(true)
  expect((await at.asKey.get('/tasks')).body.pagination.total).toBe(1)
})
