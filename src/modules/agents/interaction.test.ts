import { expect, test } from 'vitest'
import { changesAfter } from '#core/changes.ts'
import { one, run, type Pool } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, eventsIn, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { SERVER_KEY } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { expireInteractions } from './expire-interactions.ts'
import { systemContext } from '#src/runtime.ts'

async function makeTask({ asKey, make }: AgentPlace, title: string): Promise<string> {
  const { id: departmentId } = await make.department()
  const { status, body } = await asKey.post('/tasks', { title, departmentId })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** A run that waits for a yes to the deletion of a task. */
async function askingToDelete(place: AgentPlace, more: object = {}) {
  const taskId = await makeTask(place, 'Old boiler')
  const asking = { calls: [{ name: 'delete_task', input: { taskId } }] }
  // On a busy machine an answer may be lost before it is kept: then the model is asked the same again.
  place.upstream.replies.push(asking, asking)
  const { body } = await place.invoke('Delete it', more)
  expect(body, JSON.stringify(body)).toMatchObject({ status: 'interrupted' })
  place.upstream.replies.splice(0, Infinity, { text: 'Done.' })
  return { taskId, run: body, interaction: body.interactions[0] }
}

async function ended(place: AgentPlace, runId: string, sessionId: string) {
  return soon(async () => {
    const events = await eventsIn(place, sessionId)
    const last = events.at(-1)
    expect(['run.finished', 'run.failed']).toContain(last?.type)
    expect(last?.data['outcome']).not.toBe('interrupt')
    expect([last?.data['run_id'], last?.data['parent_run_id']]).toContain(runId)
    return last
  })
}

/** What open consoles are told of questions. */
async function told({ runtime, workspaceId }: AgentPlace) {
  const changes = await changesAfter(runtime.database.pool, workspaceId, 0, 1000)
  return changes.filter(({ type }) => type.startsWith('interaction.')).map(({ type, subject }) => [type, subject])
}

const statusOf = async ({ asKey }: AgentPlace, taskId: string): Promise<number> =>
  (await asKey.get(`/tasks/${taskId}`)).status

test('a question names things as people do', async () => {
  const agent = { approval: { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 5 } }
  const place = await agentPlace({ agent })
  const department = await place.make.department({ name: 'Pool care' })
  const [old, next] = [
    await place.make.property({ name: 'Casa Azul' }),
    await place.make.property({ name: 'Villa Sol' }),
  ]
  const task = { title: 'Filter', departmentId: department.id, propertyId: old.id }
  const { body: made } = await place.asKey.post('/tasks', task)
  const { body: whole } = await place.asKey.post('/tasks', { ...task, title: 'Pool' })
  const changes = { propertyId: next.id, departmentId: department.id, parentTaskId: whole.id }
  place.upstream.replies.push({ calls: [{ name: 'update_task', input: { taskId: made.id, ...changes } }] })
  const { body } = await place.invoke('Move it')
  const [{ message }] = body.interactions
  expect(message).toContain(`${made.shortId} Filter`)
  expect(message).toContain('propertyId: Casa Azul → Villa Sol')
  expect(message).toContain('departmentId: Pool care → Pool care')
  expect(message).toContain(`parentTaskId: ${whole.shortId} Pool`)
})

test('a run that waits for a person holds up no later one, and goes on when it is answered', async () => {
  const place = await agentPlace()
  const { taskId, run, interaction } = await askingToDelete(place)
  const later = await place.invoke('And now?', { session_id: run.session_id })
  expect([later.status, later.body.status]).toEqual([200, 'completed'])
  await place.resolve(interaction.id, { decision: 'approve' })
  expect(await ended(place, run.run_id, run.session_id)).toMatchObject({ data: { outcome: 'success' } })
  expect(await statusOf(place, taskId)).toBe(404)
})

test('a gated tool waits for a yes, and is done once after it', async () => {
  const place = await agentPlace()
  const { taskId, run, interaction } = await askingToDelete(place)
  expect(interaction).toMatchObject({
    kind: 'tool_approval',
    status: 'pending',
    tool_call: { name: 'delete_task', input: { taskId }, effect: 'destructive' },
    allowed_decisions: ['approve', 'edit', 'reject', 'cancel'],
    assigned_to: { user_ids: [place.admin.userId], roles: [] },
    run: { id: run.run_id, status: 'interrupted' },
  })
  expect(interaction.message).toContain('Old boiler')
  expect(await statusOf(place, taskId)).toBe(200)
  const resolved = await place.resolve(interaction.id, { decision: 'approve' })
  expect(resolved.status).toBe(200)
  expect(resolved.body).toMatchObject({
    status: 'resolved',
    run: { status: 'queued' },
    resolution: { decision: 'approve' },
  })
  expect(await ended(place, run.run_id, run.session_id)).toMatchObject({ data: { outcome: 'success' } })
  expect(await statusOf(place, taskId)).toBe(404)
  const types = (await eventsIn(place, run.session_id)).map(({ type }) => type)
  expect(types.slice(types.indexOf('interaction.requested'))).toEqual([
    'interaction.requested',
    'run.finished',
    'interaction.resolved',
    'run.started',
    'tool.result',
    'step.started',
    'text.started',
    'text.ended',
    'step.finished',
    'run.finished',
  ])
  const about = { interactionId: interaction.id, sessionId: run.session_id }
  expect(await told(place)).toEqual([
    ['interaction.requested', about],
    ['interaction.resolved', about],
  ])
})

test('a no is told to the model, and nothing is done', async () => {
  const place = await agentPlace()
  const { taskId, run, interaction } = await askingToDelete(place)
  await place.resolve(interaction.id, { decision: 'reject', reason: 'We still need it.' })
  await ended(place, run.run_id, run.session_id)
  expect(await statusOf(place, taskId)).toBe(200)
  expect(JSON.stringify(place.upstream.calls.at(-1)?.body)).toContain('We still need it.')
})

test('a person can change what is done', async () => {
  const place = await agentPlace()
  const other = await makeTask(place, 'The other one')
  const { taskId, run, interaction } = await askingToDelete(place)
  const wrong = await place.resolve(interaction.id, { decision: 'edit', edited_input: { taskId: 'none', why: '' } })
  const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  expect([wrong.status, pointers.toSorted()]).toEqual([422, ['/edited_input/taskId', '/edited_input/why']])
  await place.resolve(interaction.id, { decision: 'edit', edited_input: { taskId: other } })
  await ended(place, run.run_id, run.session_id)
  expect([await statusOf(place, taskId), await statusOf(place, other)]).toEqual([200, 404])
})

test('a yes is good for the state of the record that was asked about', async () => {
  const place = await agentPlace()
  const { taskId, run, interaction } = await askingToDelete(place)
  await place.asKey.patch(`/tasks/${taskId}`, { title: 'A new boiler' })
  await place.resolve(interaction.id, { decision: 'approve' })
  await ended(place, run.run_id, run.session_id)
  expect(await statusOf(place, taskId)).toBe(200)
  expect(JSON.stringify(place.upstream.calls.at(-1)?.body)).toContain('precondition_failed')
})

test('the same answer again is the same, another one comes too late', async () => {
  const place = await agentPlace()
  const { interaction } = await askingToDelete(place)
  const [first, second] = [
    await place.resolve(interaction.id, { decision: 'reject' }),
    await place.resolve(interaction.id, { decision: 'reject' }),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.resolution).toEqual(first.body.resolution)
  const other = await place.resolve(interaction.id, { decision: 'approve' })
  expect([other.status, other.body.code]).toEqual([409, 'interaction_already_resolved'])
})

test('of two answers at once one is the first, and the tool is done once', async () => {
  const place = await agentPlace()
  const { run, interaction } = await askingToDelete(place)
  const answers = await Promise.all(
    ['approve', 'reject', 'approve', 'reject'].map((decision) => place.resolve(interaction.id, { decision })),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 200, 409, 409])
  await ended(place, run.run_id, run.session_id)
  const results = (await eventsIn(place, run.session_id)).filter(({ type }) => type === 'tool.result')
  expect(results).toHaveLength(1)
})

test('for whoever is not asked it does not exist', async () => {
  const place = await agentPlace()
  const { interaction } = await askingToDelete(place)
  const manager = await place.make.person({ role: 'manager' })
  const stranger = await place.make.stranger()
  for (const { token } of [manager, stranger]) {
    expect((await place.resolve(interaction.id, {}, { token })).status).toBe(404)
    const answer = await place.resolve(interaction.id, { decision: 'approve' }, { token })
    expect([answer.status, answer.body.code]).toEqual([404, 'interaction_not_found'])
    expect((await place.call('GET', `/interactions/${interaction.id}`, undefined, { token })).status).toBe(404)
  }
  expect((await place.call('GET', `/interactions/${interaction.id}`)).body).toMatchObject({ status: 'pending' })
  const named = { workspace_id: place.workspaceId, user_id: place.admin.userId }
  const nowhere = { decision: 'approve', user_id: place.admin.userId }
  const unnamed = await place.resolve(interaction.id, nowhere, { token: SERVER_KEY })
  expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([422, '/workspace_id'])
  const backend = await place.resolve(interaction.id, { decision: 'approve', ...named }, { token: SERVER_KEY })
  expect(backend.body).toMatchObject({ resolved_by: place.admin.userId })
})

test('where the workspace wants the office to agree, a manager does and the person cannot', async () => {
  const place = await agentPlace()
  await place.asAdmin.patch('', { toolApproval: 'app' })
  const member = await place.make.person({ role: 'member' })
  place.upstream.replies.push({
    calls: [{ name: 'create_task', input: { title: 'x', departmentId: (await place.make.department()).id } }],
  })
  const agent = { approval: { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 5 } }
  await place.asAdmin.patch(`/agents/${place.agentId}`, agent)
  const { body } = await place.invoke('Make one', {}, { token: member.token })
  const [interaction] = body.interactions
  expect(interaction.assigned_to).toEqual({ user_ids: [], roles: ['manager'] })
  expect((await place.resolve(interaction.id, { decision: 'approve' }, { token: member.token })).status).toBe(404)
  const manager = await place.make.person({ role: 'manager' })
  const waiting = async (token: string): Promise<string[]> =>
    (await place.asConsole(token).get('/agent-interactions')).body.items.map(({ id }: { id: string }) => id)
  expect([await waiting(member.token), await waiting(manager.token)]).toEqual([[], [interaction.id]])
  expect((await place.resolve(interaction.id, { decision: 'approve' }, { token: manager.token })).status).toBe(200)
  await ended(place, body.run_id, body.session_id)
})

test('a question, a choice and a form are asked together, and the run goes on after the last answer', async () => {
  const place = await agentPlace()
  const fields = { type: 'object', properties: { nights: { type: 'integer', minimum: 1 } }, required: ['nights'] }
  const calls = [
    { message: 'What is it called?' },
    { message: 'Which?', options: ['Red', 'Blue'] },
    { message: 'How long?', fields },
  ].map((input) => ({ name: 'ask_person', input }))
  place.upstream.replies.push({ calls }, { text: 'Thank you.' })
  const { body } = await place.invoke('Book it')
  const [question, choice, form] = body.interactions
  expect([question.kind, choice.kind, form.kind]).toEqual(['question', 'choice', 'form'])
  const none = await place.resolve(choice.id, { decision: 'respond', payload: { option: '3' } })
  expect([none.status, none.body.errors[0].pointer]).toEqual([422, '/payload/option'])
  const missing = await place.resolve(form.id, { decision: 'respond', payload: {} })
  expect([missing.status, missing.body.errors[0].pointer]).toEqual([422, '/payload/nights'])
  const yes = await place.resolve(question.id, { decision: 'approve' })
  expect([yes.status, yes.body.code]).toEqual([422, 'decision_not_allowed'])
  const answers = [
    await place.resolve(form.id, { decision: 'respond', payload: { nights: 3 } }),
    await place.resolve(choice.id, { decision: 'respond', payload: { option: '2' } }),
    await place.resolve(question.id, { decision: 'respond', payload: { answer: 'Sea View' } }),
  ]
  expect(answers.map((answer) => answer.body.run.status)).toEqual(['interrupted', 'interrupted', 'queued'])
  await ended(place, body.run_id, body.session_id)
  expect(JSON.stringify(place.upstream.calls.at(-1)?.body)).toContain('Sea View')
})

test('to cancel an interaction is to cancel its run', async () => {
  const place = await agentPlace()
  const { taskId, run, interaction } = await askingToDelete(place)
  const { body } = await place.resolve(interaction.id, { decision: 'cancel' })
  expect(body).toMatchObject({ status: 'resolved', run: { status: 'cancelled' } })
  expect(await ended(place, run.run_id, run.session_id)).toMatchObject({ data: { outcome: 'cancelled' } })
  expect(await statusOf(place, taskId)).toBe(200)
})

test('a run that is cancelled while it waits says nothing of the one that is at work', async () => {
  const place = await agentPlace()
  const { run: asked, interaction } = await askingToDelete(place)
  const { session_id } = asked
  const model = 'local:hang'
  const { body: later } = await place.invoke('And now?', { session_id, model, mode: 'background' })
  const runsTold = async () =>
    (await eventsIn(place, session_id))
      .filter(({ type }) => type.startsWith('run.'))
      .map(({ type, data }) => [type, data['run_id']])
  const before = [
    ['run.started', asked.run_id],
    ['run.finished', asked.run_id],
    ['run.started', later.run_id],
  ]
  await soon(async () => expect(await runsTold()).toEqual(before))
  const { body } = await place.resolve(interaction.id, { decision: 'cancel' })
  expect(body).toMatchObject({ run: { status: 'cancelled' } })
  expect(await runsTold()).toEqual(before)
  await place.invoke('Stop', { session_id, multitask_strategy: 'interrupt', mode: 'background' })
  await soon(async () => expect((await runsTold()).slice(3, 4)).toEqual([['run.finished', later.run_id]]))
})

test('what nobody answers in time is a no', async () => {
  const place = await agentPlace()
  const { taskId, run: asked, interaction } = await askingToDelete(place)
  await run(
    place.runtime.database.pool,
    sql`
    update agent_interactions set expires_at = now() - interval '1 minute'
    where workspace_id = ${place.workspaceId} and id = ${interaction.id}`,
  )
  const { body: seen } = await place.call('GET', `/interactions/${interaction.id}`)
  expect(seen.status).toBe('expired')
  const late = await place.resolve(interaction.id, { decision: 'approve' })
  expect([late.status, late.body.code]).toEqual([409, 'interaction_expired'])
  await expireInteractions.run(systemContext(place.runtime))
  await ended(place, asked.run_id, asked.session_id)
  expect(await statusOf(place, taskId)).toBe(200)
  const later = await place.resolve(interaction.id, { decision: 'approve' })
  expect([later.status, later.body.code]).toEqual([409, 'interaction_expired'])
  expect((await told(place)).map(([type]) => type)).toEqual(['interaction.requested', 'interaction.resolved'])
})

test('however many are overdue, all are closed at once', async () => {
  const place = await agentPlace({ working: false })
  const worker = runsWorking(place)
  const { run: asked } = await askingToDelete(place)
  await worker.stop()
  const { pool } = place.runtime.database
  const here = sql`workspace_id = ${place.workspaceId}`
  await run(
    pool,
    sql`
    insert into agent_runs overriding user value
    select (jsonb_populate_record(r, jsonb_build_object(
      'id', gen_random_uuid(), 'message_id', gen_random_uuid(), 'request_scope', null))).*
    from agent_runs r, generate_series(2, 250) where ${here} and id = ${asked.run_id}`,
  )
  await run(
    pool,
    sql`
    insert into agent_interactions
    select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'run_id', r.id))).*
    from agent_interactions i join agent_runs r using (workspace_id)
    where ${here} and i.run_id = ${asked.run_id} and r.id <> i.run_id`,
  )
  await run(pool, sql`update agent_interactions set expires_at = now() - interval '1 minute' where ${here}`)
  const pending = () =>
    one(pool, sql`select count(*)::int as count from agent_interactions where ${here} and status = 'pending'`)
  expect(await pending()).toEqual({ count: 250 })
  await expireInteractions.run(systemContext(place.runtime))
  expect(await pending()).toEqual({ count: 0 })
})

test('one that cannot be closed keeps no other from it', async () => {
  const place = await agentPlace()
  const first = await askingToDelete(place)
  place.upstream.replies.length = 0
  const second = await askingToDelete(place)
  const { pool } = place.runtime.database
  await run(
    pool,
    sql`
    update agent_interactions set expires_at = now() - interval '1 minute' where workspace_id = ${place.workspaceId}`,
  )
  // Nobody else waits.
  await run(
    pool,
    sql`update agent_interactions set status = 'expired' where status = 'pending' and workspace_id <> ${place.workspaceId}`,
  )
  let asked = 0
  const transaction: Pool['transaction'] = (work) =>
    asked++ === 0 ? Promise.reject(new Error('not this one')) : pool.transaction(work)
  const db: Pool = { ...pool, transaction }
  await expireInteractions.run({ ...systemContext(place.runtime), db })
  const states = async () => {
    const rows = await pool.rows<{ status: string }>(sql`
      select status from agent_interactions where id = any (${[first.interaction.id, second.interaction.id]}::uuid[])
      order by status`)
    return rows.map(({ status }) => status)
  }
  expect(await states()).toEqual(['expired', 'pending'])
  await expireInteractions.run(systemContext(place.runtime))
  expect(await states()).toEqual(['expired', 'expired'])
})
