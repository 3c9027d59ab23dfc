import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { signerFrom } from '#core/crypto.ts'
import { sql } from '#core/sql.ts'
import { tools } from '#src/catalogue.ts'
import { eventsIn } from '#test/agent-place.ts'
import { clientOf } from '#test/client.ts'
import { SERVER_KEY } from '#test/harness.ts'
import { CALLS, newTask, sandboxPlace, titlesIn } from '#test/sandbox-place.ts'

test('a program calls tools as the person that the run works for', async () => {
  const place = await sandboxPlace()
  const answer = await place.batch({
    calls: [
      { id: 'make', tool: 'create_task', arguments: await newTask(place, 'Fix the boiler') },
      { id: 'list', tool: 'list_tasks', depends_on: ['make'] },
    ],
  })
  expect(answer.status).toBe(200)
  const { results, ...envelope } = answer.body
  expect(envelope).toEqual({
    request_id: answer.headers['x-request-id'],
    run_id: place.runId,
    usage: { calls: 2, calls_remaining: 198 },
  })
  expect(results[0]).toEqual({
    id: 'make',
    tool: 'create_task',
    status: 'ok',
    output: expect.objectContaining({ title: 'Fix the boiler' }),
    error: null,
    continuation_id: null,
    duration_ms: expect.any(Number),
    truncated: false,
    next: null,
    replayed: false,
  })
  expect(results[1].output.items).toEqual([expect.objectContaining({ title: 'Fix the boiler' })])
  const { body: task } = await place.asKey.get(`/tasks/${results[0].output.id}`)
  expect(task).toMatchObject({ source: 'AI', createdBy: { id: place.admin.userId } })
})

test('the token says for what it is, and lives a quarter of an hour at most', async () => {
  const place = await sandboxPlace()
  const granted = await place.access({ tools: ['list_tasks'], max_calls: 7, max_parallel: 2, ttl_seconds: 60 })
  expect(granted.body).toMatchObject({ tools: ['list_tasks'], effects: ['read'], max_calls: 7, expires_in: 60 })
  const { iat = 0, exp, ...claims } = decodeJwt(granted.body.access_token)
  expect(exp).toBe(iat + 60)
  expect(claims).toEqual({
    aud: 'agent-sandbox',
    sub: place.admin.userId,
    workspace_id: place.workspaceId,
    session_id: place.sessionId,
    run_id: place.runId,
    agent_id: place.agentId,
    tools: ['list_tasks'],
    effects: ['read'],
    max_calls: 7,
    max_parallel: 2,
    jti: expect.any(String),
  })
  const whole = decodeJwt(place.token)
  expect(whole).toMatchObject({ max_calls: 200, max_parallel: 8 })
  expect((whole.exp ?? 0) - (whole.iat ?? 0)).toBe(900)
  expect(whole['tools']).not.toContain('ask_person')
  for (const wrong of [{ ttl_seconds: 901 }, { max_parallel: 9 }, { max_calls: 0 }, { tools: ['delete_property'] }]) {
    expect((await place.access(wrong)).status, JSON.stringify(wrong)).toBe(422)
  }
})

test('a token is given to the person of the run, and to a backend that speaks for them', async () => {
  const place = await sandboxPlace()
  const other = await place.make.person({ role: 'admin' })
  const stranger = await place.make.stranger()
  expect((await place.access({}, { token: other.token })).status).toBe(404)
  expect((await place.access({ workspace_id: place.workspaceId }, { token: stranger.token })).status).toBe(403)
  const named = { workspace_id: place.workspaceId, user_id: place.admin.userId }
  expect((await place.access(named, { token: SERVER_KEY })).status).toBe(200)
  expect((await place.access({ ...named, user_id: other.userId }, { token: SERVER_KEY })).status).toBe(404)
  expect((await place.access({}, { token: place.token })).status).toBe(401)
  await place.setRun('completed')
  expect((await place.access()).body.code).toBe('run_over')
})

test('no other credential works here', async () => {
  const place = await sandboxPlace()
  const { value: key } = await place.make.key()
  const session = await place.call('POST', `/sessions/${place.sessionId}/durable-session-access`, {})
  const forged = (secret: string) =>
    new SignJWT({ ...decodeJwt(place.token) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(signerFrom(secret).key('agent-sandbox'))
  const late = await new SignJWT({ ...decodeJwt(place.token), exp: 1_700_000_000 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(place.runtime.services.signer.key('agent-sandbox'))
  const elsewhere = await new SignJWT({ ...decodeJwt(place.token), aud: 'agent-session' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(place.runtime.services.signer.key('agent-sandbox'))
  const credentials = [
    undefined,
    'nonsense',
    place.admin.token,
    key,
    SERVER_KEY,
    String(session.body.access_token),
    await forged('not-the-secret-of-this-server'),
    late,
    elsewhere,
  ]
  for (const credential of credentials) {
    const answer = await clientOf(place.app, '', credential).post(CALLS, { calls: 'not looked at' })
    expect([answer.status, answer.body.code], String(credential)).toEqual([401, 'invalid_token'])
  }
})

test('the token works nowhere else', async () => {
  const place = await sandboxPlace()
  const client = clientOf(place.app, '', place.token)
  const session = `/v1/agent/sessions/${place.sessionId}`
  const tried = [
    await client.get('/api/v1/workspaces'),
    await client.get(`/api/v1/workspaces/${place.workspaceId}/tasks`),
    await client.get(`/api/app/v1/workspaces/${place.workspaceId}/agents`),
    await client.post('/v1/agent/invoke', { agent_id: place.agentId, input: 'x' }),
    await client.post(`${session}/runs_direct`, { input: 'x' }),
    await client.get(`${session}/subscribe_direct`),
    await client.post(`${session}/durable-session-access`, {}),
    await client.post('/v1/mcp-server', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    await client.get('/v1/internal/ai-gateway/health'),
  ]
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 401))
})

test('the token is dead while its run is not running', async () => {
  const place = await sandboxPlace()
  for (const status of ['queued', 'interrupted', 'completed', 'failed', 'cancelled']) {
    await place.setRun(status)
    const answer = await place.batch({ calls: 'not looked at' })
    expect([answer.status, answer.body.code]).toEqual([403, 'run_not_running'])
  }
  await place.setRun('running')
  expect((await place.one('list_tasks')).status).toBe('ok')
})

test('a tool that does not exist and one that is not allowed look the same', async () => {
  const place = await sandboxPlace({ access: { tools: ['list_tasks', 'create_task'], effects: ['read'] } })
  const args = await newTask(place, 'Never made')
  const denied = [
    await place.one('no_such_tool', args),
    // The run has it, and it only reads; the token does not name it.
    await place.one('search_knowledge', { q: 'boiler' }),
    await place.one('update_task', args),
    await place.one('delete_property', args),
    await place.one('ask_person', { message: 'Hello?' }),
    // Allowed, but it changes something and the token only reads.
    await place.one('create_task', args),
  ]
  for (const { id: _, tool: _tool, duration_ms: _millis, ...result } of denied) {
    expect(result).toEqual({
      status: 'denied',
      output: null,
      error: { code: 'tool_denied', message: 'There is no such tool here.', retryable: false },
      continuation_id: null,
      truncated: false,
      next: null,
      replayed: false,
    })
  }
  expect(await titlesIn(place)).toEqual([])
})

test('never more than the person: what they lose in mid run is lost at once', async () => {
  const agent = { tools: ['create_property', 'list_properties'] }
  const place = await sandboxPlace({ role: 'manager', agent })
  const first = await place.one('create_property', { name: 'Sea View' }, { id: 'make' })
  expect(first.status).toBe('ok')
  const { items } = (await place.asAdmin.get('/members')).body
  const { id: memberId } = items.find(({ userId }: { userId: string }) => userId === place.person.userId)
  const lowered = await place.asAdmin.patch(`/members/${memberId}`, { role: 'member' })
  expect(lowered.status).toBe(200)
  expect((await place.one('create_property', { name: 'Hill View' })).status).toBe('denied')
  // What was done is not told again either.
  expect((await place.one('create_property', { name: 'Sea View' }, { id: 'make' })).status).toBe('denied')
  expect((await place.one('list_properties')).status).toBe('ok')
  await place.asAdmin.delete(`/members/${memberId}`)
  const gone = await place.batch({ calls: [{ id: 'x', tool: 'list_properties' }] })
  expect([gone.status, gone.body.code]).toEqual([403, 'workspace_forbidden'])
})

test('arguments cannot name a workspace', async () => {
  const named = tools.flatMap(({ name, input }) =>
    Object.keys(input.properties)
      .filter((field) => /workspace/i.test(field))
      .map((field) => `${name}.${field}`),
  )
  expect(named).toEqual([])
  const [place, other] = [await sandboxPlace(), await sandboxPlace()]
  const foreign = await other.one('create_task', await newTask(other, 'Theirs'))
  for (const field of ['workspaceId', 'workspace_id']) {
    const result = await place.one('list_tasks', { [field]: other.workspaceId })
    expect(result).toMatchObject({ status: 'error', error: { code: 'invalid_request', retryable: false } })
    expect(result.error.errors[0].pointer).toBe(`/${field}`)
  }
  expect(await place.one('update_task', { taskId: foreign.output.id, title: 'Mine' })).toMatchObject({
    status: 'error',
    error: { code: 'task_not_found' },
  })
  expect((await place.one('list_tasks')).output.total).toBe(0)
})

test('the envelope is refused with what is wrong in it', async () => {
  const place = await sandboxPlace()
  const call = (id: string, more: object = {}) => ({ id, tool: 'list_tasks', ...more })
  const wrong: [unknown, string][] = [
    [{}, '/calls'],
    [{ calls: [] }, '/calls'],
    [{ calls: Array.from({ length: 51 }, (_, index) => call(`c${index}`)) }, '/calls'],
    [{ calls: [call('a'), call('a')] }, '/calls/1/id'],
    [{ calls: [call('a', { idempotency_key: 'k' }), call('b', { idempotency_key: 'k' })] }, '/calls/1/idempotency_key'],
    [{ calls: [call('a', { depends_on: ['z'] })] }, '/calls/0/depends_on/0'],
    [{ calls: [call('a', { depends_on: ['a'] })] }, '/calls/0/depends_on'],
    [{ calls: [call('x'), call('a', { depends_on: ['b'] }), call('b', { depends_on: ['a'] })] }, '/calls/1/depends_on'],
    [{ calls: [call('a')], mode: 'both' }, '/mode'],
    [{ calls: [call('a')], on_error: 'panic' }, '/on_error'],
    [{ calls: [call('a', { timeout_ms: 60_001 })] }, '/calls/0/timeout_ms'],
    [{ calls: [call('a', { arguments: [] })] }, '/calls/0/arguments'],
    [{ calls: [call('a', { workspace_id: 'x' })] }, '/calls/0/workspace_id'],
    [{ calls: [call('a\n')] }, '/calls/0/id'],
  ]
  for (const [body, pointer] of wrong) {
    const answer = await place.batch(body)
    expect([answer.status, answer.body.errors?.[0]?.pointer], JSON.stringify(body).slice(0, 200)).toEqual([
      422,
      pointer,
    ])
  }
  const client = clientOf(place.app, '', place.token)
  const json = { 'content-type': 'application/json' }
  expect((await client.send('POST', CALLS, '{"calls":', json)).status).toBe(422)
  const large = JSON.stringify({ calls: [call('a', { arguments: { q: 'x'.repeat(1_100_000) } })] })
  expect((await client.send('POST', CALLS, large, json)).status).toBe(413)
  expect(await titlesIn(place)).toEqual([])
})

test('every call is in the stream of the session and in the record of tool calls', async () => {
  const place = await sandboxPlace()
  await place.batch({
    mode: 'sequential',
    calls: [
      { id: 'a', tool: 'list_tasks', arguments: { q: 'boiler' } },
      { id: 'b', tool: 'list_tasks', arguments: { nonsense: 1 } },
      { id: 'c', tool: 'nothing' },
    ],
  })
  const events = (await eventsIn(place, place.sessionId)).filter(({ type }) => type.startsWith('call.'))
  const parts = ['call.started', 'call.arguments', 'call.ended', 'call.result']
  expect(events.map(({ type }) => type)).toEqual([...parts, ...parts, ...parts])
  for (const { data } of events) expect(data['metadata']).toEqual({ source: 'sandbox' })
  expect(events[2]?.data).toMatchObject({ tool_name: 'list_tasks', input: { q: 'boiler' } })
  const results = events.filter(({ type }) => type === 'call.result').map(({ data }) => data['status'])
  expect(results).toEqual(['ok', 'error', 'denied'])
  const { body } = await place.asAdmin.get('/tool-calls')
  const rows = body.items.map(({ tool, outcome, code, client, principal }: Record<string, unknown>) => [
    tool,
    outcome,
    code,
    client,
    principal,
  ])
  const who = ['agent-sandbox', `user:${place.admin.userId}`]
  expect(rows.toReversed()).toEqual([
    ['list_tasks', 'done', null, ...who],
    ['list_tasks', 'refused', 'invalid_request', ...who],
    ['nothing', 'refused', 'tool_denied', ...who],
  ])
})

test('a program finds out what it may use', async () => {
  const place = await sandboxPlace({
    access: { tools: ['list_tasks', 'create_task', 'delete_task'], effects: ['read', 'write'] },
  })
  const search = async (query: string) =>
    (await place.one('tools.search', { query })).output.tools.map(({ name }: { name: string }) => name)
  expect(await search('new task create')).toEqual(expect.arrayContaining(['create_task']))
  expect((await search('')).toSorted()).toEqual(['create_task', 'delete_task', 'list_tasks'])
  expect(await search('conversations')).toEqual([])
  const described = (await place.one('tools.describe', { name: 'create_task' })).output
  expect(described).toMatchObject({ name: 'create_task', effect: 'write', asks_first: 'sometimes' })
  expect(described.input_schema.required).toContain('departmentId')
  expect((await place.one('tools.describe', { name: 'delete_task' })).output).toMatchObject({
    effect: 'destructive',
    asks_first: true,
  })
  for (const name of ['update_task', 'no_such_tool']) {
    expect(await place.one('tools.describe', { name })).toMatchObject({
      status: 'denied',
      error: { code: 'tool_denied' },
    })
  }
  expect(await place.one('tools.search', {})).toMatchObject({ status: 'error', error: { code: 'invalid_request' } })
  const rows = await many(
    place.runtime.database.pool,
    sql`select 1 from tool_calls where workspace_id = ${place.workspaceId}`,
  )
  expect(rows).toEqual([])
})
