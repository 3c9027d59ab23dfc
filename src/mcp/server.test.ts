import { expect, test } from 'vitest'
import { toolClient } from '#test/mcp.ts'
import { connected, newTask, toolPlace as place } from '#test/tool-place.ts'

const ERAS = ['modern', 'legacy'] as const

test.each(ERAS)('the %s client lists tools with titles and hints, and reads tasks by them', async (era) => {
  const at = await place()
  const task = await newTask(at)
  const { client, call } = await connected(at, { era })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('list_tasks')
  for (const tool of tools) {
    expect(tool.title).toBeTruthy()
    expect(Object.values(tool.annotations ?? {})).toHaveLength(5)
    expect(tool.outputSchema).toMatchObject({ type: 'object' })
  }
  const { structuredContent } = await call('list_tasks', { q: 'boiler' })
  expect(structuredContent).toMatchObject({
    total: 1,
    nextCursor: null,
    items: [{ id: task.id, title: 'Fix the boiler' }],
  })
})

test('pages by cursor, and refuses a cursor that is not its own', async () => {
  const at = await place()
  for (let number = 0; number < 3; number++) await newTask(at)
  const { call } = await connected(at)
  const first = (await call('list_tasks', { limit: 2 })).structuredContent as { items: unknown[]; nextCursor: string }
  expect(first.items).toHaveLength(2)
  const second = (await call('list_tasks', { limit: 2, cursor: first.nextCursor })).structuredContent
  expect(second).toMatchObject({ total: 3, nextCursor: null })
  const wrong = await call('list_tasks', { cursor: 'nonsense' })
  expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([true, expect.stringContaining('cursor_unknown')])
})

test('bad arguments are refused by name, as at every door', async () => {
  const at = await place()
  const { call } = await connected(at)
  const answer = await call('create_task', { titel: 'x', departmentId: 'no' })
  expect(answer.isError).toBe(true)
  const [text] = answer.content as { text: string }[]
  const problem = JSON.parse(text?.text ?? '{}')
  expect(problem.code).toBe('invalid_request')
  const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  expect(pointers).toEqual(['/departmentId', '/titel', '/title'])
})

test('a change with a key of its own happens once', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const { call } = await connected(at)
  const args = { title: 'Once', departmentId, idempotencyKey: 'one' }
  const [first, second] = [await call('create_task', args), await call('create_task', args)]
  expect(first.structuredContent).toEqual(second.structuredContent)
  const { body } = await at.asKey.get('/tasks?q=Once')
  expect([body.pagination.total, body.items[0].source]).toEqual([1, 'AI'])
})

test('a client that can ask asks, and a yes is carried out', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call, asked } = await connected(at, { user: 'accept' })
  const answer = await call('set_task_status', { taskId: task.id, status: 'IN_PROGRESS' })
  expect(answer.structuredContent).toMatchObject({ id: task.id, status: 'IN_PROGRESS' })
  expect(asked).toEqual([expect.stringContaining('Fix the boiler')])
  expect(asked[0]).toContain('status: OPEN → IN_PROGRESS')
})

test.each(['decline', 'cancel'] as const)('a user who says %s is heard', async (user) => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at, { user })
  const answer = await call('delete_task', { taskId: task.id })
  expect(answer.structuredContent).toEqual({ outcome: 'declined' })
  expect((await at.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
})

test.each(ERAS)('a %s client that cannot ask gets a preview and a token, good once and for this alone', async (era) => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at, { era })
  const wish = { taskId: task.id, status: 'IN_PROGRESS' }
  const asked = (await call('set_task_status', wish)).structuredContent as Record<string, unknown>
  expect(asked).toMatchObject({
    outcome: 'confirmation_required',
    preview: { before: { status: 'OPEN' }, after: { status: 'IN_PROGRESS' } },
  })
  const confirmationToken = String(asked['confirmationToken'])
  const other = await call('set_task_status', { ...wish, status: 'COMPLETED', confirmationToken })
  expect(JSON.stringify(other.content)).toContain('confirmation_mismatch')
  const done = await call('set_task_status', { ...wish, confirmationToken })
  expect(done.structuredContent).toMatchObject({ status: 'IN_PROGRESS' })
  const again = await call('set_task_status', { ...wish, confirmationToken })
  expect(again.isError).toBe(true)
})

test('a client that can open addresses but shows no forms gets the token too', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at, { user: 'accept', asksBy: 'url' })
  const answer = await call('delete_task', { taskId: task.id })
  expect(answer.structuredContent).toMatchObject({ outcome: 'confirmation_required' })
})

test('a question shows what changes and nothing of how the answer is read', async () => {
  const at = await place()
  const task = await newTask(at)
  const { id, name } = await at.make.vendor()
  const { call } = await connected(at)
  const { structuredContent } = await call('assign_task', { taskId: task.id, primaryVendorOrgId: id })
  expect(structuredContent).toMatchObject({ preview: { after: { primaryVendorOrgId: name } } })
  expect(JSON.stringify(structuredContent)).not.toContain('include')
})

test('a yes to an old state is no yes to a new one', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  const wish = { taskId: task.id, cost: 100 }
  const asked = (await call('set_task_costs', wish)).structuredContent as Record<string, unknown>
  await at.asKey.patch(`/tasks/${task.id}`, { title: 'Replace the boiler' })
  const late = await call('set_task_costs', { ...wish, confirmationToken: asked['confirmationToken'] })
  expect(JSON.stringify(late.content)).toContain('record_changed')
  expect((await at.asKey.get(`/tasks/${task.id}`)).body.cost).toBeNull()
})

test('of fifty calls with one token one counts', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  const asked = (await call('delete_task', { taskId: task.id })).structuredContent as Record<string, unknown>
  const args = { taskId: task.id, confirmationToken: asked['confirmationToken'] }
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('delete_task', args)))
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
})

test('a workspace can want its people to approve in the app', async () => {
  const at = await place()
  const task = await newTask(at)
  await at.asAdmin.patch('', { toolApproval: 'app' })
  const { call, asked: questions } = await connected(at, { user: 'accept' })
  const wish = { taskId: task.id, status: 'IN_PROGRESS' }
  const asked = (await call('set_task_status', wish)).structuredContent as Record<string, unknown>
  expect([asked['outcome'], questions]).toEqual(['approval_required', []])
  const args = { ...wish, confirmationToken: asked['confirmationToken'] }
  expect(JSON.stringify((await call('set_task_status', args)).content)).toContain('approval_pending')
  const [waiting] = (await at.asAdmin.get('/tool-confirmations?waiting=true')).body.items
  expect(waiting).toMatchObject({ tool: 'set_task_status', state: 'waiting' })
  expect((await at.asAdmin.post(`/tool-confirmations/${waiting.id}/approve`)).status).toBe(200)
  expect((await call('set_task_status', args)).structuredContent).toMatchObject({ status: 'IN_PROGRESS' })
})

test('a token from before the workspace wanted approvals is good no more', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  const asked = (await call('delete_task', { taskId: task.id })).structuredContent as Record<string, unknown>
  await at.asAdmin.patch('', { toolApproval: 'app' })
  const late = await call('delete_task', { taskId: task.id, confirmationToken: asked['confirmationToken'] })
  expect(JSON.stringify(late.content)).toContain('confirmation_expired')
  expect((await at.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
})

test('a refused completion names what is in the way', async () => {
  const at = await place()
  const task = await newTask(at)
  await at.asKey.post(`/tasks/${task.id}/checklist-items`, {
    externalSource: 'x',
    externalId: '1',
    actionUrl: 'https://partner.example/1',
    blocksCompletion: true,
    title: 'Read the meter',
  })
  const { call } = await connected(at, { user: 'accept' })
  const answer = await call('set_task_status', { taskId: task.id, status: 'COMPLETED' })
  expect(JSON.stringify(answer.content)).toContain('Read the meter')
})

test('a key sees the tools that its scopes allow, and cannot call the others', async () => {
  const at = await place()
  const { value } = await at.make.key({ scopes: ['tools:use', 'tasks:read'] })
  const { names, call } = await toolClient(at.url, value)
  const listed = await names()
  expect(listed).toContain('get_task')
  expect(listed.filter((name) => /create|update|delete|property/.test(name))).toEqual([])
  await expect(call('create_task', { title: 'x' })).rejects.toThrow(/create_task/)
})

test.each([
  ['the address', { query: '?read_only=true' }],
  ['a header', { headers: { 'x-mcp-readonly': 'true' } }],
])('read only by %s leaves the reading tools', async (_, options) => {
  const at = await place()
  const { client } = await connected(at, options)
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(3)
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
})

test('the context says where one is and what one may use', async () => {
  const at = await place()
  const { call } = await connected(at, { query: '?read_only=true&toolsets=tasks' })
  const { structuredContent } = await call('get_context')
  expect(structuredContent).toMatchObject({
    workspace: { id: at.workspaceId, timezone: 'Europe/Lisbon', currency: 'EUR' },
    caller: { kind: 'key', name: 'Test key' },
    isReadOnly: true,
    toolsets: ['tasks'],
  })
})

test('a key that acts for a member has the id of the member, another has none', async () => {
  const at = await place()
  const person = await at.make.person({ role: 'manager' })
  const { value } = await at.make.key({ integrationType: 'tool-client', by: person })
  const { call } = await toolClient(at.url, value)
  expect((await call('get_context')).structuredContent).toMatchObject({
    caller: { kind: 'key', userId: person.userId, role: 'manager' },
  })
  const server = await connected(at)
  expect((await server.call('get_context')).structuredContent).toMatchObject({ caller: { kind: 'key', userId: null } })
})

test('search finds every kind that may be read, and fetch reads one whole', async () => {
  const at = await place()
  const task = await newTask(at)
  const home = await at.make.property({ name: 'Boiler House' })
  const { call } = await connected(at)
  const { results } = (await call('search', { query: 'boiler' })).structuredContent as { results: { id: string }[] }
  expect(results.map(({ id }) => id).toSorted()).toEqual([`property:${home.id}`, `task:${task.id}`].toSorted())
  const { body } = await at.asKey.get(`/tasks/${task.id}`)
  for (const id of [`task:${task.id}`, body.shortId, body.shortId.toLowerCase()]) {
    expect((await call('fetch', { id })).structuredContent).toMatchObject({ kind: 'task', record: { id: task.id } })
  }
  for (const [id, code] of [
    ['nonsense', 'kind_unknown'],
    ['task:no', 'record_not_found'],
    ['TK-999999', 'record_not_found'],
  ]) {
    expect(JSON.stringify((await call('fetch', { id })).content)).toContain(code)
  }
})

test('fetch finds a task by its number however many others contain it or speak of it', async () => {
  const at = await place()
  const { id } = await newTask(at)
  const { id: departmentId } = await at.make.department()
  for (let number = 0; number < 101; number++) await at.asKey.post('/tasks', { title: 'See TK-1', departmentId })
  const { call } = await connected(at)
  expect((await call('fetch', { id: 'TK-1' })).structuredContent).toMatchObject({ kind: 'task', record: { id } })
})

test('resources are what tools answer, and prompts say how to begin', async () => {
  const at = await place()
  const task = await newTask(at)
  const { client } = await connected(at)
  const { body } = await at.asKey.get(`/tasks/${task.id}`)
  const { contents } = await client.readResource({ uri: `ops://tasks/${body.shortId}` })
  expect(JSON.stringify(contents)).toContain(task.id)
  await expect(client.readResource({ uri: 'ops://tasks/TK-999999' })).rejects.toThrow(/not found/i)
  const { prompts } = await client.listPrompts()
  expect(prompts.every(({ description, title }) => description && title)).toBe(true)
  expect((await client.getPrompt({ name: 'daily_briefing' })).messages).toHaveLength(1)
})

test('an argument of the address that is not known is refused, whatever it was meant to say', async () => {
  const at = await place()
  const ask = async (query: string, headers = {}) => {
    const withKey = { authorization: `Bearer ${at.asKey.token}`, 'content-type': 'application/json', ...headers }
    const answer = await fetch(`${at.url}/v1/mcp-server${query}`, { method: 'POST', headers: withKey, body: '{}' })
    const { errors } = (await answer.json()) as { errors: { parameter: string; code: string }[] }
    return [answer.status, ...errors.map(({ parameter, code }) => `${parameter} ${code}`)]
  }
  for (const name of ['read_only-true', 'readonly'])
    expect(await ask(`?${name}=true`)).toEqual([400, `${name} unknown_parameter`])
  expect(await ask('?toolsets=tasks&toolsets=properties')).toEqual([400, 'toolsets repeated'])
  const wrong = await ask('?read_only=yes&toolsets=everything', { 'x-mcp-readonly': '1' })
  const faults = ['read_only wrong_type', 'toolsets wrong_format', 'X-MCP-Readonly wrong_type']
  expect(wrong).toEqual([400, ...faults])
})

test('pages of other sites, restricted keys, sessions and keys without the scope are refused', async () => {
  const at = await place()
  const post = (headers: Record<string, string>) =>
    fetch(`${at.url}/v1/mcp-server`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
  const withKey = { authorization: `Bearer ${at.asKey.token}` }
  expect((await post({ ...withKey, origin: 'https://evil.example' })).status).toBe(403)
  const restricted = await at.make.key({ integrationType: 'restricted', scopes: ['tasks:read'] })
  const plain = await at.make.key({ scopes: ['tasks:read'] })
  const codes: string[] = []
  for (const token of [restricted.value, plain.value, at.admin.token, 'nonsense']) {
    const answer = await post({ authorization: `Bearer ${token}` })
    codes.push(`${answer.status} ${((await answer.json()) as { code: string }).code}`)
    // Only who is not known is sent to sign in.
    expect(answer.headers.has('www-authenticate')).toBe(answer.status === 401)
  }
  expect(codes).toEqual(['403 restricted_key', '403 insufficient_scope', '401 invalid_token', '401 invalid_token'])
})

test('a key of one workspace reaches nothing of another by any tool', async () => {
  const [here, there] = [await place(), await place()]
  const task = await newTask(there)
  const { call } = await connected(here, { user: 'accept' })
  for (const [name, args] of [
    ['get_task', {}],
    ['update_task', { title: 'Mine' }],
    ['set_task_status', { status: 'COMPLETED' }],
    ['delete_task', {}],
  ] as const) {
    const answer = await call(name, { taskId: task.id, ...args })
    expect([name, JSON.stringify(answer.content)]).toEqual([name, expect.stringContaining('task_not_found')])
  }
})

test('what is wrong with a message is said in the words of the protocol, and of an argument to the model', async () => {
  const at = await place()
  const post = async (body: string) => {
    const headers = {
      authorization: `Bearer ${at.asKey.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const answer = await fetch(`${at.url}/v1/mcp-server`, { method: 'POST', headers, body })
    const text = await answer.text()
    return [answer.status, JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)]
  }
  const failed = (id: number | null, code: number) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.any(String) },
  })
  expect(await post('{')).toEqual([400, failed(null, -32_700)])
  const message = (method: string, params: string) => `{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`
  expect(await post(message('tools/list', '{"cursor":"zz"}'))).toEqual([200, failed(7, -32_602)])
  expect(await post(message('tools/list', '{"x":"\\u0000"}'))).toEqual([400, failed(7, -32_602)])
  expect(await post(message('tools/call', '{"arguments":{"q":"\\u0000"},"name":"\\u0000"}'))).toEqual([
    400,
    failed(7, -32_602),
  ])
  for (const [name, args, pointer] of [
    ['create_task', '{"title":"a\\u0000b"}', '/title'],
    ['search', '{"query":"x","query":"y"}', '/query'],
  ]) {
    const [status, { result }] = await post(message('tools/call', `{"name":"${name}","arguments":${args}}`))
    expect([status, result.isError, JSON.parse(result.content[0].text)]).toMatchObject([
      200,
      true,
      { code: 'invalid_request', errors: [{ pointer }] },
    ])
  }
  const { items } = (await at.asAdmin.get('/tool-calls')).body
  expect(items.map(({ tool, outcome }: Record<string, string>) => `${tool} ${outcome}`)).toEqual(
    expect.arrayContaining(['create_task refused']),
  )
})

test('the handshake gives the talk a name, and nothing hangs on it', async () => {
  const at = await place()
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${at.url}/v1/mcp-server`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${at.asKey.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    })
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const name = (await post({ method: 'initialize', params })).headers.get('mcp-session-id') ?? ''
  expect(name).toMatch(/^[0-9a-f-]{36}$/)
  for (const given of [name, 'of-another-node', undefined]) {
    const headers: Record<string, string> = given === undefined ? {} : { 'mcp-session-id': given }
    const listed = await post({ method: 'tools/list', params: {} }, headers)
    expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('list_tasks')])
  }
})

test('the published types are those of the answers', async () => {
  const at = await place()
  await newTask(at)
  const { client, call } = await connected(at)
  const { tools } = await client.listTools()
  const schema = JSON.stringify(tools.find(({ name }) => name === 'list_tasks')?.outputSchema)
  for (const part of ['"isIssue":{"type":"boolean"}', '"property":{"type":["object","null"]}', '"title":{}']) {
    expect(schema).toContain(part)
  }
  // The client checks every answer against them.
  expect((await call('list_tasks')).structuredContent).toMatchObject({ items: [{ property: null }] })
})
