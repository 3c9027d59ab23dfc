import { EventSchema } from '@ag-ui/core/schemas'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { agentPlace, eventsIn, type AgentPlace } from '#test/agent-place.ts'
import { addressOf, openEvents } from '#test/event-source.ts'
import { inRun, sandboxPlace, type SandboxPlace } from '#test/sandbox-place.ts'
import { soon } from '#test/working.ts'
import { expireInteractions } from './expire-interactions.ts'

async function makeTask({ asKey, make }: AgentPlace, title: string): Promise<string> {
  return (await asKey.post('/tasks', { title, departmentId: (await make.department()).id })).body.id
}

const statusOf = async ({ asKey }: AgentPlace, taskId: string): Promise<number> =>
  (await asKey.get(`/tasks/${taskId}`)).status

async function runOf({ runtime, workspaceId, runId }: SandboxPlace) {
  const where = sql`workspace_id = ${workspaceId} and id = ${runId}`
  return one<{ status: string; lease: string | null }>(
    runtime.database.pool,
    sql`select status, lease_token as lease from agent_runs where ${where}`,
  )
}

/** A program has asked to delete a task, and the run waits for a yes. */
async function asking(more: object = {}) {
  const place = await sandboxPlace()
  const taskId = await makeTask(place, 'Old boiler')
  const call = { id: 'del', tool: 'delete_task', arguments: { taskId }, ...more }
  const { body } = await place.batch({ calls: [call] })
  const [result] = body.results
  expect(result).toMatchObject({ status: 'approval_required', output: null, error: null, replayed: false })
  const again = async () => {
    await place.setRun('running')
    return (await place.batch({ calls: [call] })).body
  }
  return { place, taskId, call, continuationId: String(result.continuation_id), again }
}

test('nobody is asked about what is not there, nor about what would be refused after a yes', async () => {
  const place = await sandboxPlace({ agent: { tools: ['delete_task', 'set_task_status'] } })
  const result = await place.one('delete_task', { taskId: newId() })
  expect(result).toMatchObject({ status: 'error', error: { code: 'task_not_found' }, continuation_id: null })
  const taskId = await makeTask(place, 'Old boiler')
  const item = { externalSource: 'x', externalId: '1', actionUrl: 'https://partner.example/1', title: 'Read the meter' }
  await place.asKey.post(`/tasks/${taskId}/checklist-items`, { ...item, blocksCompletion: true })
  const blocked = await place.one('set_task_status', { taskId, status: 'COMPLETED' })
  expect(blocked).toMatchObject({ status: 'error', error: { code: 'completion_blocked' }, continuation_id: null })
})

test('what needs a yes is not done: the run stops, and after the yes the same call is done once', async () => {
  const { place, taskId, call, continuationId, again } = await asking()
  expect(await runOf(place)).toEqual({ status: 'interrupted', lease: null })
  expect(await statusOf(place, taskId)).toBe(200)
  expect((await place.batch({ calls: [call] })).body.code).toBe('run_not_running')
  const interaction = (await place.call('GET', `/interactions/${continuationId}`)).body
  expect(interaction).toMatchObject({
    kind: 'tool_approval',
    status: 'pending',
    tool_call: { name: 'delete_task', input: { taskId }, effect: 'destructive' },
    assigned_to: { user_ids: [place.admin.userId] },
    run: { id: place.runId, status: 'interrupted' },
  })
  expect(interaction.message).toContain('Old boiler')
  const resolved = await place.resolve(continuationId, { decision: 'approve' })
  expect(resolved.body).toMatchObject({ status: 'resolved', run: { status: 'queued' } })
  expect(await statusOf(place, taskId)).toBe(200)
  const done = await again()
  expect(done.results[0]).toMatchObject({ status: 'ok', replayed: false, continuation_id: null })
  // It was counted when it was asked.
  expect(done.usage).toEqual({ calls: 0, calls_remaining: 199 })
  expect(await statusOf(place, taskId)).toBe(404)
  expect((await again()).results[0]).toMatchObject({ status: 'ok', replayed: true })
  const log = await eventsIn(place, place.sessionId)
  expect(log.map(({ type }) => type).slice(1)).toEqual([
    'call.started',
    'call.arguments',
    'call.ended',
    'interaction.requested',
    'run.finished',
    'interaction.resolved',
    'call.result',
  ])
  expect(log[5]?.data).toMatchObject({ outcome: 'interrupt', interrupts: [{ id: continuationId }] })
  const { body } = await place.asAdmin.get('/tool-calls')
  expect(body.items.map(({ gate }: { gate: string }) => gate)).toEqual(['confirmed', 'asked'])
})

test('a no is told to the program, and nothing is done', async () => {
  const { place, taskId, continuationId, again } = await asking()
  await place.resolve(continuationId, { decision: 'reject', reason: 'We still need it.' })
  const denied = { status: 'denied', error: { code: 'rejected', message: 'We still need it.', retryable: false } }
  expect((await again()).results[0]).toMatchObject({ ...denied, replayed: false })
  expect((await again()).results[0]).toMatchObject({ ...denied, replayed: true })
  expect(await statusOf(place, taskId)).toBe(200)
  const results = (await eventsIn(place, place.sessionId)).filter(({ type }) => type === 'call.result')
  expect(results.map(({ data }) => data['status'])).toEqual(['denied'])
})

test('a person can change what is done', async () => {
  const { place, taskId, continuationId, again } = await asking()
  const other = await makeTask(place, 'The other one')
  await place.resolve(continuationId, { decision: 'edit', edited_input: { taskId: other } })
  expect((await again()).results[0].status).toBe('ok')
  expect([await statusOf(place, taskId), await statusOf(place, other)]).toEqual([200, 404])
})

test('a yes is good for the state of the record that was asked about', async () => {
  const { place, taskId, continuationId, again } = await asking()
  await place.asKey.patch(`/tasks/${taskId}`, { title: 'A new boiler' })
  await place.resolve(continuationId, { decision: 'approve' })
  expect((await again()).results[0]).toMatchObject({ status: 'error', error: { code: 'precondition_failed' } })
  expect(await statusOf(place, taskId)).toBe(200)
})

test('what nobody answers in time is a no', async () => {
  const { place, taskId, continuationId, again } = await asking()
  const where = sql`workspace_id = ${place.workspaceId} and id = ${continuationId}`
  const past = sql`update agent_interactions set expires_at = now() - interval '1 minute'`
  await run(place.runtime.database.pool, sql`${past} where ${where}`)
  await expireInteractions.run(systemContext(place.runtime))
  expect((await runOf(place))?.status).toBe('queued')
  expect((await again()).results[0]).toMatchObject({ status: 'denied', error: { message: 'Nobody answered in time.' } })
  expect(await statusOf(place, taskId)).toBe(200)
})

test('a yes is good for one call: the role counts when it is done', async () => {
  const { place, taskId, continuationId, again } = await asking({ idempotency_key: 'delete it' })
  await place.resolve(continuationId, { decision: 'approve' })
  const { items } = (await place.asAdmin.get('/members')).body
  await place.make.person({ role: 'admin' })
  const second = await place.make.person({ role: 'admin' })
  const { id } = items.find(({ userId }: { userId: string }) => userId === place.admin.userId)
  expect((await place.asConsole(second.token).patch(`/members/${id}`, { role: 'member' })).status).toBe(200)
  expect((await again()).results[0]).toMatchObject({ status: 'denied', error: { code: 'tool_denied' } })
  expect(await statusOf(place, taskId)).toBe(200)
})

test('a key of its own finds the answer with another token too', async () => {
  const { place, taskId, call, continuationId } = await asking({ idempotency_key: 'delete it' })
  await place.resolve(continuationId, { decision: 'approve' })
  await place.setRun('running')
  const next = String((await place.access({ effects: ['read', 'write'] })).body.access_token)
  const { body } = await place.batch({ calls: [{ ...call, id: 'other-name' }] }, next)
  expect(body.results[0]).toMatchObject({ status: 'ok', replayed: false })
  expect(await statusOf(place, taskId)).toBe(404)
})

test('the questions of a batch are put together, when the rest of it is done', async () => {
  const place = await sandboxPlace()
  const [first, second] = [await makeTask(place, 'One'), await makeTask(place, 'Two')]
  const calls = [
    { id: 'a', tool: 'delete_task', arguments: { taskId: first } },
    { id: 'b', tool: 'delete_task', arguments: { taskId: second } },
    { id: 'c', tool: 'update_task', arguments: { taskId: second, title: 'Three' } },
    { id: 'd', tool: 'list_tasks', depends_on: ['a'] },
  ]
  const { body } = await place.batch({ mode: 'sequential', calls })
  const statuses = body.results.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['approval_required', 'approval_required', 'ok', 'skipped'])
  const [a, b] = body.results.map(({ continuation_id }: { continuation_id: string }) => continuation_id)
  expect(a).not.toBe(b)
  expect((await place.resolve(a, { decision: 'approve' })).body.run.status).toBe('interrupted')
  expect((await place.resolve(b, { decision: 'approve' })).body.run.status).toBe('queued')
})

test('of many that ask the same at once one puts the question', async () => {
  const place = await sandboxPlace()
  const taskId = await makeTask(place, 'One')
  const call = { id: 'del', tool: 'delete_task', arguments: { taskId } }
  const answers = await Promise.all(Array.from({ length: 6 }, () => place.batch({ calls: [call] })))
  const asked = answers.filter(({ status }) => status === 200).map(({ body }) => body.results[0])
  expect(asked.length).toBeGreaterThan(0)
  // The others came when the run had stopped.
  const late = answers.filter(({ status }) => status !== 200)
  expect(late.map(({ body }) => body.code)).toEqual(late.map(() => 'run_not_running'))
  expect(new Set(asked.map(({ continuation_id }) => continuation_id)).size).toBe(1)
  const log = await eventsIn(place, place.sessionId)
  expect(log.filter(({ type }) => type === 'interaction.requested')).toHaveLength(1)
  expect(log.filter(({ type }) => type === 'run.finished')).toHaveLength(1)
})

test('the policy of the agent asks for more than the tools do', async () => {
  const approval = { asks: 'changes', alsoBefore: ['list_tasks'], approvers: 'manager', validMinutes: 5 }
  const place = await sandboxPlace({ agent: { approval } })
  const departmentId = (await place.make.department()).id
  const calls = [
    { id: 'a', tool: 'create_task', arguments: { title: 'x', departmentId } },
    { id: 'b', tool: 'list_tasks' },
    { id: 'c', tool: 'create_task', arguments: { title: 'no department' } },
  ]
  const { body } = await place.batch({ calls })
  const statuses = body.results.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['approval_required', 'approval_required', 'error'])
  const { continuation_id: id } = body.results[0]
  expect((await place.call('GET', `/interactions/${id}`)).body.assigned_to).toEqual({
    user_ids: [],
    roles: ['manager'],
  })
})

/** A run that somebody works on: its model has begun to write and does not end. */
async function writing() {
  const place = await agentPlace()
  await place.asAdmin.patch('/ai-settings', { models: { default: 'local:endless' } })
  const { body } = await place.invoke('Write', { mode: 'background' })
  const { run_id: runId, session_id: sessionId } = body
  const types = async () => (await eventsIn(place, sessionId)).map(({ type }) => type)
  await soon(async () => expect(await types()).toContain('text.started'))
  return { place: await inRun(place, { runId, sessionId, isWorking: true }), types }
}

test('what was said in the session meanwhile does not keep the run from going on', async () => {
  const { place } = await writing()
  await place.asAdmin.patch('/ai-settings', { models: { default: 'local:some-model' } })
  const taskId = await makeTask(place, 'Old boiler')
  const asked = (await place.one('delete_task', { taskId })).continuation_id
  const between = await place.invoke('Hello', { session_id: place.sessionId })
  expect(between.body).toMatchObject({ status: 'completed', output_text: 'You said: Hello' })
  await place.resolve(asked, { decision: 'approve' })
  await soon(async () => expect((await runOf(place))?.status).toBe('completed'))
  const url = `${await addressOf(place.app)}/v1/agent/sessions/${place.sessionId}/subscribe_direct`
  const stream = await openEvents(url, { authorization: `Bearer ${place.admin.token}` })
  const texts = new Map<unknown, string>()
  for (const { data } of await stream.until('stream.caught_up')) {
    if (data.name === 'message.reset') texts.delete(data.value?.['message_id'])
    if (data.type !== 'TEXT_MESSAGE_CONTENT') continue
    texts.set(data['messageId'], (texts.get(data['messageId']) ?? '') + String(data['delta']))
  }
  stream.close()
  expect([...texts.values()]).toEqual(['You said: Hello', 'You said: Write'])
})

test('whoever works on the run lets go of it, and takes it up again after the answer', async () => {
  const { place, types } = await writing()
  const taskId = await makeTask(place, 'Old boiler')
  const call = { id: 'del', tool: 'delete_task', arguments: { taskId } }
  const asked = (await place.batch({ calls: [call] })).body.results[0]
  expect(asked.status).toBe('approval_required')
  const stopped = await types()
  const ending = [
    'text.ended',
    'message.reset',
    'call.started',
    'call.arguments',
    'call.ended',
    'interaction.requested',
    'step.finished',
    'run.finished',
  ]
  expect(stopped.slice(stopped.indexOf('text.started') + 1)).toEqual(ending)
  // The connection to the model ends, and nothing more is written.
  await soon(async () => expect(place.upstream.open()).toBe(0))
  expect(await types()).toEqual(stopped)
  await place.resolve(asked.continuation_id, { decision: 'approve' })
  await soon(async () => expect((await types()).slice(stopped.length)).toContain('text.started'))
  expect((await types()).slice(stopped.length)).toEqual([
    'interaction.resolved',
    'run.started',
    'step.started',
    'message.reset',
    'text.started',
  ])
  expect((await place.batch({ calls: [call] })).body.results[0]).toMatchObject({ status: 'ok', replayed: false })
  expect(await statusOf(place, taskId)).toBe(404)
  expect((await types()).at(-1)).toBe('call.result')
})

test('those who watch see the calls as events of AG-UI, and lose nothing of the message beside them', async () => {
  const { place } = await writing()
  const url = `${await addressOf(place.app)}/v1/agent/sessions/${place.sessionId}/subscribe_direct`
  const events = await openEvents(url, { authorization: `Bearer ${place.admin.token}` })
  const before = await events.until('stream.caught_up')
  const {
    stream_seq: streamSeq,
    text_offset: textOffset,
    message_id: messageId,
  } = before.at(-1)?.data.metadata.marks ?? {}
  expect(textOffset).toBeGreaterThan(0)
  await place.one('list_tasks', { q: 'boiler' })
  const seen = await events.until('TOOL_CALL_RESULT')
  expect(seen.map(({ data }) => data.type)).toEqual([
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'TOOL_CALL_RESULT',
  ])
  for (const { data } of seen) {
    expect(EventSchema.safeParse(data).error).toBeUndefined()
    expect(data.metadata).toMatchObject({ source: 'sandbox' })
    // The reader stands where it stood in the message.
    expect(data.metadata.marks).toMatchObject({ stream_seq: streamSeq, text_offset: textOffset, message_id: messageId })
  }
  expect(seen[0]?.data).toMatchObject({ toolCallName: 'list_tasks' })
  expect(seen[1]?.data).toMatchObject({ delta: '{"q":"boiler"}' })
  events.close()
  const accept = 'text/event-stream; profile=ai-sdk-ui'
  const chunks = await openEvents(url, { authorization: `Bearer ${place.admin.token}`, accept })
  const tools = (await chunks.until('tool-output-available')).filter(({ data }) => data.type.startsWith('tool-'))
  expect(tools.map(({ data: { type, toolCallId, ...rest } }) => [type, typeof toolCallId, rest])).toEqual([
    ['tool-input-start', 'string', { toolName: 'list_tasks', dynamic: true }],
    ['tool-input-delta', 'string', { inputTextDelta: '{"q":"boiler"}' }],
    ['tool-input-available', 'string', { toolName: 'list_tasks', input: { q: 'boiler' }, dynamic: true }],
    ['tool-output-available', 'string', { output: { items: [], total: 0, nextCursor: null } }],
  ])
  chunks.close()
})
