import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { agentPlace, eventsIn, type AgentPlace } from '#test/agent-place.ts'
import { readConfig } from '#src/config.ts'
import { SERVER_KEY, startTestApp } from '#test/harness.ts'
import { soon } from '#test/working.ts'

async function typesIn(place: AgentPlace, sessionId: string): Promise<string[]> {
  const events = await eventsIn(place, sessionId)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  return events.map(({ type }) => type)
}

async function makeTask({ asKey, make }: AgentPlace, title: string): Promise<string> {
  const { id: departmentId } = await make.department()
  return (await asKey.post('/tasks', { title, departmentId, priority: 'URGENT' })).body.id
}

async function titlesIn({ asKey }: AgentPlace): Promise<string[]> {
  return (await asKey.get('/tasks')).body.items.map(({ title }: { title: string }) => title)
}

test('an agent is asked, and its answer comes back whole', async () => {
  const place = await agentPlace()
  place.upstream.replies.push({ text: 'Good morning to you.' })
  const { status, body } = await place.invoke('Good morning')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    status: 'completed',
    output_text: 'Good morning to you.',
    finish_reason: 'stop',
    steps: 1,
    model: { provider: 'local', id: 'some-model', degraded: false },
    usage: { input_tokens: 20, output_tokens: 12, total_tokens: 32 },
    error: null,
    interactions: [],
  })
  expect(await typesIn(place, body.session_id)).toEqual([
    'message.user',
    'run.started',
    'step.started',
    'text.started',
    'text.ended',
    'step.finished',
    'run.finished',
  ])
})

test('what its model cannot have taken is estimated, and told as it is counted', async () => {
  const place = await agentPlace()
  place.upstream.replies.push({ text: 'eight ch', usage: { prompt_tokens: 21, completion_tokens: 1e30 } })
  const { body } = await place.invoke('Good morning')
  expect(body.usage).toMatchObject({ input_tokens: 21, output_tokens: 2, total_tokens: 23 })
})

test('a tool is used, its result goes back to the model, and what was said before is known in the next run', async () => {
  const place = await agentPlace()
  const taskId = await makeTask(place, 'Boiler leak')
  place.upstream.replies.push({ calls: [{ name: 'list_tasks', input: { priority: 'URGENT' } }] }, { text: 'One.' })
  const { body } = await place.invoke('What is urgent?')
  expect(body).toMatchObject({ status: 'completed', output_text: 'One.', steps: 2 })
  expect(body.message.parts[0]).toMatchObject({ type: 'tool', name: 'list_tasks', state: 'output-available' })
  expect(body.message.parts[0].output.items).toMatchObject([{ id: taskId, title: 'Boiler leak' }])
  expect(JSON.stringify(place.upstream.calls[1]?.body)).toContain('Boiler leak')
  // The provider gives every call the same id: here each is one of its own.
  place.upstream.replies.push(
    { calls: [{ name: 'list_tasks', input: {} }] },
    { calls: [{ name: 'list_tasks', input: {} }] },
  )
  const again = await place.invoke('And now?', { session_id: body.session_id })
  expect(again.body).toMatchObject({ status: 'completed', steps: 3 })
  const told = place.upstream.calls.at(-1)?.body['messages'] as { role: string; content: unknown }[]
  expect(told.map(({ role }) => role).join(' ')).toBe(
    'system user assistant tool assistant user assistant tool assistant tool',
  )
})

test('an agent gets a long article whole: it could not read on, and might save a part over it', async () => {
  const place = await agentPlace({ agent: { tools: ['get_article'] } })
  const body = Array.from({ length: 6000 }, (_, line) => `line ${line}`).join('\n')
  const { id: articleId } = (await place.asAdmin.post('/articles', { title: 'Long', body })).body
  await place.asAdmin.post(`/articles/${articleId}/publish`)
  place.upstream.replies.push({ calls: [{ name: 'get_article', input: { articleId } }] }, { text: 'Read.' })
  const answer = (await place.invoke('Read it')).body
  expect(answer.message.parts[0].output).toMatchObject({ id: articleId, body })
  expect(JSON.stringify(place.upstream.calls[1]?.body)).toContain('line 5999')
})

test('an agent has the rights of the person and never more', async () => {
  const place = await agentPlace({ agent: { tools: ['list_tasks', 'delete_task'] } })
  const member = await place.make.person({ role: 'member' })
  const taskId = await makeTask(place, 'Keep me')
  place.upstream.replies.push({ calls: [{ name: 'delete_task', input: { taskId } }] }, { text: 'I may not.' })
  const { body } = await place.invoke('Delete it', {}, { token: member.token })
  const tools = place.upstream.calls[0]?.body['tools'] as { function: { name: string } }[]
  expect(tools.map((tool) => tool.function.name)).toEqual(['list_tasks'])
  expect(body.message.parts[0]).toMatchObject({ name: 'delete_task', state: 'output-error' })
  expect(body.status).toBe('completed')
  expect(await titlesIn(place)).toContain('Keep me')
})

test('tools can be narrowed and not widened', async () => {
  const place = await agentPlace({ agent: { tools: ['list_tasks', 'search_knowledge'] } })
  await place.invoke('Hello', { tools: ['list_tasks'] })
  const tools = place.upstream.calls[0]?.body['tools'] as { function: { name: string } }[]
  expect(tools.map((tool) => tool.function.name)).toEqual(['list_tasks'])
  const wider = await place.invoke('Hello', { tools: ['list_tasks', 'delete_task'] })
  expect([wider.status, wider.body.code, wider.body.errors[0].pointer]).toEqual([422, 'tools_not_of_agent', '/tools/1'])
})

test('arguments that do not fit are told to the model, and nothing is done', async () => {
  const place = await agentPlace()
  place.upstream.replies.push(
    { calls: [{ name: 'create_task', input: { title: 'No department', colour: 'red' } }] },
    { calls: [{ name: 'no_such_tool', input: {} }] },
    { text: 'Sorry.' },
  )
  const { body } = await place.invoke('Make a task')
  expect(body).toMatchObject({ status: 'completed', steps: 3 })
  const states = body.message.parts.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['output-error', 'output-error', undefined])
  expect(await titlesIn(place)).toEqual([])
})

test('what a model says is kept although it sends characters that cannot be', async () => {
  const place = await agentPlace()
  place.upstream.replies.push(
    { calls: [{ name: 'list_tasks', input: { q: 'a\0b \ud83d' } }] },
    { calls: [{ name: 'list\0tasks', input: {} }] },
    { text: 'Nothing\0 there \ud800 \u{1f600}' },
  )
  const { body } = await place.invoke('What is urgent?')
  expect(body, JSON.stringify(body.error)).toMatchObject({
    status: 'completed',
    output_text: 'Nothing\ufffd there \ufffd \u{1f600}',
    message: { parts: [{ state: 'output-available', input: { q: 'a\ufffdb \ufffd' } }, { state: 'output-error' }, {}] },
  })
})

const FAILURES: Record<string, string> = {
  'fail-500': 'model_upstream_error',
  'bad-json': 'model_bad_answer',
  huge: 'model_too_large',
  'stream-cut': 'model_cut',
  'fail-401': 'model_credential',
}

test.for(Object.entries(FAILURES))(
  'a model that answers with %s fails the run with a reason',
  async ([model, code]) => {
    const place = await agentPlace()
    const { status, body } = await place.invoke('Hello', { model: `local:${model}` })
    expect([status, body.status, body.error?.code]).toEqual([200, 'failed', code])
    expect(body.error.message).not.toContain('secret')
    const types = await typesIn(place, body.session_id)
    expect(types.at(-1)).toBe('run.failed')
    // The session is as good as new.
    const next = await place.invoke('Hello again', { session_id: body.session_id })
    expect(next.body).toMatchObject({ status: 'completed', output_text: 'You said: Hello again' })
  },
)

test('a model that hangs or drips fails the run in time, and nothing is left open', async () => {
  const { models } = readConfig({})
  const app = await startTestApp({ config: { models: { ...models, timeoutSeconds: 1 } } })
  onTestFinished(() => app.close())
  const place = await agentPlace({ on: app })
  const ends = await Promise.all(['hang', 'drip'].map((model) => place.invoke('Hello', { model: `local:${model}` })))
  expect(ends.map(({ body }) => [body.status, body.error?.code])).toEqual([
    ['failed', 'model_timeout'],
    ['failed', 'model_timeout'],
  ])
  await soon(() => expect(place.upstream.open()).toBe(0))
})

test('a run whose person leaves the workspace ends, and does nothing more', async () => {
  const place = await agentPlace()
  const member = await place.make.person({ role: 'member' })
  const { id: departmentId } = await place.make.department()
  const approval = { asks: 'changes', alsoBefore: [], approvers: 'admin', validMinutes: 5 }
  await place.asAdmin.patch(`/agents/${place.agentId}`, { approval })
  place.upstream.replies.push({ calls: [{ name: 'create_task', input: { title: 'Too late', departmentId } }] })
  const { body } = await place.invoke('Make it', {}, { token: member.token })
  expect((await place.asAdmin.delete(`/members/${member.membershipId}`)).status).toBe(200)
  await place.resolve(body.interactions[0].id, { decision: 'approve' })
  const last = await soon(async () => {
    const event = (await eventsIn(place, body.session_id)).at(-1)
    expect(event?.type).toBe('run.failed')
    return event
  })
  expect(last?.data).toMatchObject({ code: 'access_lost' })
  expect(await titlesIn(place)).toEqual([])
})

test('the same request id is the same request for a day, and another body is refused', async () => {
  const place = await agentPlace()
  const headers = { 'x-request-id': `req-${newId()}` }
  const first = await place.invoke('Hello', {}, { headers })
  const second = await place.invoke('Hello', {}, { headers })
  expect(second.body).toMatchObject({ run_id: first.body.run_id, session_id: first.body.session_id })
  expect(second.headers['x-request-id']).toBe(headers['x-request-id'])
  const other = await place.invoke('Something else', {}, { headers })
  expect([other.status, other.body.code]).toEqual([409, 'request_id_reused'])
  expect(place.upstream.calls).toHaveLength(1)
})

test('a request id that cannot be used is refused, or a repetition would be another run', async () => {
  const place = await agentPlace()
  for (const id of ['order 17', 'x'.repeat(129), 'run:17', '']) {
    const { status, body } = await place.invoke('Hello', {}, { headers: { 'x-request-id': id } })
    expect([id, status, body.errors?.[0].parameter]).toEqual([id, 422, 'X-Request-Id'])
  }
  expect(place.upstream.calls).toEqual([])
})

test('in the background the answer does not wait; with too little time it is not there yet', async () => {
  const place = await agentPlace({ working: false })
  const background = await place.invoke('Hello', { mode: 'background' })
  expect([background.status, background.body.status]).toEqual([202, 'queued'])
  const late = await place.invoke('Hello', { timeout_ms: 1 })
  expect([late.status, late.body.status]).toEqual([202, 'queued'])
})

test('runs of a session go one after the other: refused, in line, or in place of the others', async () => {
  const place = await agentPlace({ working: false })
  const first = (await place.invoke('One', { mode: 'background' })).body
  const more = { session_id: first.session_id, mode: 'background' }
  const refused = await place.invoke('Two', { ...more, multitask_strategy: 'reject' })
  expect([refused.status, refused.body.code]).toEqual([409, 'run_active'])
  const second = (await place.invoke('Two', more)).body
  const third = (await place.invoke('Three', { ...more, multitask_strategy: 'interrupt' })).body
  expect(third.status).toBe('queued')
  const { runsWorking } = await import('#test/agent-place.ts')
  runsWorking(place)
  await soon(async () => {
    const types = await typesIn(place, first.session_id)
    expect(types.filter((type) => type === 'run.finished')).toHaveLength(1)
  })
  const events = await eventsIn(place, first.session_id)
  const cancelled = events.filter(({ type }) => type === 'state.changed').map(({ data }) => data['state'])
  expect(cancelled).toEqual([
    { run_id: first.run_id, status: 'cancelled' },
    { run_id: second.run_id, status: 'cancelled' },
  ])
})

test('of many at once that do not want to wait one begins, and of many that take the place of others one stays', async () => {
  const place = await agentPlace({ working: false })
  const { body } = await place.invoke('One', { mode: 'background' })
  const more = { mode: 'background', session_id: body.session_id }
  await place.asAdmin.post(`/agent-runs/${body.run_id}/cancel`)
  const ask = (strategy: string) => (_: unknown, index: number) =>
    place.invoke(`${strategy} ${index}`, { ...more, multitask_strategy: strategy })
  const rejecting = await Promise.all(Array.from({ length: 6 }, ask('reject')))
  expect(rejecting.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409])
  const interrupting = await Promise.all(Array.from({ length: 6 }, ask('interrupt')))
  expect(interrupting.every(({ status }) => [200, 202].includes(status))).toBe(true)
  expect((await place.asAdmin.get('/agent-runs?status=queued')).body.items).toHaveLength(1)
})

test('a run in the middle of its answer stops when another takes its place, and the log stays in order', async () => {
  const place = await agentPlace()
  const first = (await place.invoke('One', { mode: 'background', model: 'local:drip' })).body
  await soon(async () => expect(await typesIn(place, first.session_id)).toContain('run.started'))
  const next = await place.invoke('Two', { session_id: first.session_id, multitask_strategy: 'interrupt' })
  expect(next.body).toMatchObject({ status: 'completed', output_text: 'You said: Two' })
  const events = await eventsIn(place, first.session_id)
  const ends = events.filter(({ type }) => type === 'run.finished').map(({ data }) => data['outcome'])
  expect(ends).toEqual(['cancelled', 'success'])
})

test('a run is listed for its person and the administrators, and can be stopped', async () => {
  const place = await agentPlace()
  const member = await place.make.person({ role: 'member' })
  const mine = (await place.invoke('One', { mode: 'background', model: 'local:drip' })).body
  await soon(async () => expect(await typesIn(place, mine.session_id)).toContain('run.started'))
  const asMember = place.asConsole(member.token)
  expect((await asMember.get('/agent-runs')).body.items).toEqual([])
  expect((await asMember.post(`/agent-runs/${mine.run_id}/cancel`)).body.code).toBe('run_not_found')
  const { body } = await place.asAdmin.get('/agent-runs?status=running')
  expect(body.items).toMatchObject([{ id: mine.run_id, status: 'running', userId: place.admin.userId }])
  await place.asAdmin.post(`/agent-runs/${mine.run_id}/cancel`)
  await soon(async () => {
    expect((await place.asAdmin.get(`/agent-runs/${mine.run_id}`)).body.status).toBe('cancelled')
  })
})

test('what must fit a schema fits it, or the run fails', async () => {
  const place = await agentPlace()
  const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }
  place.upstream.replies.push({ text: '```json\n{"count": 3,}\n```' })
  const good = await place.invoke('Count', { output_schema: schema })
  expect(good.body).toMatchObject({ status: 'completed', output: { count: 3 } })
  place.upstream.replies.push({ text: '{"count": "three"}' })
  const bad = await place.invoke('Count', { output_schema: schema })
  expect(bad.body).toMatchObject({ status: 'failed', error: { code: 'invalid_output' } })
  const wrong = await place.invoke('Count', { output_schema: { type: 'objekt' } })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'output_schema_invalid'])
})

test('a run that goes round in circles ends at its limit', async () => {
  const place = await agentPlace()
  const round = { calls: [{ name: 'list_tasks', input: {} }] }
  place.upstream.replies.push(round, round, round)
  const { body } = await place.invoke('Go', { max_steps: 2 })
  expect(body).toMatchObject({ status: 'failed', steps: 2, error: { code: 'step_limit' } })
})

test('a person is who their token says; a backend says for whom it speaks', async () => {
  const place = await agentPlace()
  const member = await place.make.person({ role: 'member' })
  const mine = await place.invoke('Hello', { sender_user_id: member.userId })
  const [said] = await eventsIn(place, mine.body.session_id)
  expect(said?.data['sender_user_id']).toBe(place.admin.userId)
  const theirs = await place.invoke('Hello', { sender_user_id: member.userId }, { token: SERVER_KEY })
  const [other] = await eventsIn(place, theirs.body.session_id)
  expect(other?.data['sender_user_id']).toBe(member.userId)
  const nobody = await place.invoke('Hello', {}, { token: SERVER_KEY })
  expect([nobody.status, nobody.body.errors[0].pointer]).toEqual([422, '/sender_user_id'])
  const stranger = await place.make.stranger()
  const outside = await place.invoke('Hello', { sender_user_id: stranger.userId }, { token: SERVER_KEY })
  expect([outside.status, outside.body.code]).toEqual([403, 'workspace_forbidden'])
  const key = await place.invoke('Hello', {}, { token: (await place.make.key()).value })
  expect(key.status).toBe(401)
})

test("a session is its owner's and the administrators'", async () => {
  const place = await agentPlace()
  const member = await place.make.person({ role: 'member' })
  const { session_id: sessionId } = (await place.invoke('Hello')).body
  const other = await place.invoke('Hello', { session_id: sessionId }, { token: member.token })
  expect([other.status, other.body.code]).toEqual([403, 'session_forbidden'])
  const nowhere = await place.invoke('Hello', { session_id: newId() })
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'session_not_found'])
})

test('a run is started directly by a person and by nobody else, once for its id', async () => {
  const place = await agentPlace()
  const { session_id: sessionId } = (await place.invoke('Hello')).body
  const path = `/sessions/${sessionId}/runs_direct`
  const body = { run_id: newId(), message_id: newId(), input: 'Again' }
  const first = await place.call('POST', path, body)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ run_id: body.run_id, message_id: body.message_id, deduplicated: false })
  const second = await place.call('POST', path, body)
  expect(second.body).toMatchObject({ run_id: body.run_id, deduplicated: true, since_seq: first.body.since_seq })
  const events = await eventsIn(place, sessionId)
  expect(events.find(({ seq }) => seq === first.body.since_seq + 1)).toMatchObject({
    type: 'message.user',
    data: { message_id: body.message_id },
  })
  const statusOf = async (token?: string) => (await place.call('POST', path, { input: 'x' }, { token })).status
  expect(await statusOf(SERVER_KEY)).toBe(401)
  expect(await statusOf((await place.make.key()).value)).toBe(401)
  expect(await statusOf((await place.make.stranger()).token)).toBe(403)
})

test('a token for one session starts runs there and nowhere else', async () => {
  const place = await agentPlace()
  const [mine, other] = [(await place.invoke('One')).body.session_id, (await place.invoke('Two')).body.session_id]
  const grant = async (capabilities: string[]): Promise<string> =>
    (await place.call('POST', `/sessions/${mine}/durable-session-access`, { capabilities })).body.access_token
  const statusAt = async (path: string, token: string) =>
    (await place.call('POST', path, { input: 'Go on' }, { token })).status
  const token = await grant(['run'])
  expect(await statusAt(`/sessions/${mine}/runs_direct`, token)).toBe(200)
  expect(await statusAt(`/sessions/${other}/runs_direct`, token)).toBe(403)
  expect(await statusAt(`/sessions/${mine}/runs_direct`, await grant(['subscribe']))).toBe(403)
  expect(await statusAt('/invoke', token)).toBe(401)
})

test('a token for one session answers what is asked there and nowhere else', async () => {
  const place = await agentPlace()
  const asking = async () => {
    place.upstream.replies.push({ calls: [{ name: 'ask_person', input: { message: 'Which one?' } }] })
    const { body } = await place.invoke('Do it')
    return { sessionId: body.session_id, path: `/interactions/${body.interactions[0].id}` }
  }
  const [mine, other] = [await asking(), await asking()]
  const grant = async (capability: string): Promise<string> =>
    (await place.call('POST', `/sessions/${mine.sessionId}/durable-session-access`, { capabilities: [capability] }))
      .body.access_token
  const [token, reader] = [await grant('resolve'), await grant('subscribe')]
  const answer = { decision: 'respond', payload: { answer: 'The first' } }
  const statusAt = async (path: string, bearer: string) =>
    (await place.call('POST', `${path}/resolve`, answer, { token: bearer })).status
  expect(await statusAt(mine.path, reader)).toBe(401)
  expect(await statusAt(other.path, token)).toBe(401)
  expect(await statusAt('/interactions/nothing', token)).toBe(401)
  expect((await place.call('GET', mine.path, undefined, { token })).body.status).toBe('pending')
  expect(await statusAt(mine.path, token)).toBe(200)
  expect((await place.invoke('More', {}, { token })).status).toBe(401)
})

test('an archived agent is not there any more', async () => {
  const place = await agentPlace()
  await place.asAdmin.post(`/agents/${place.agentId}/archive`)
  const { status, body } = await place.invoke('Hello')
  expect([status, body.code]).toEqual([404, 'agent_not_found'])
})
