import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'

const FORM = '{ type: object, required: [amount], properties: { amount: { type: number, maximum: 500 } } }'

function asking(more = ''): string {
  return `
    do:
      - ask:
          call: approval:1.0.0@default
          with: { question: 'Pay \${ .cost } EUR?', context: { title: Boiler } ${more} }
      - answer:
          switch:
            - yes: { when: '.decision == "approved"', then: pay }
            - no: { then: end }
      - pay: { set: { isPaid: true, amount: '\${ .data.amount }' } }`.replace(
    "'Pay ${ .cost } EUR?'",
    '\'${ "Pay \\(.cost) EUR?" }\'',
  )
}

/** It may be decided already, where it is due at once. */
async function waiting({ asKey }: Harness, runId: string) {
  return soon(async () => {
    const { body } = await asKey.get(`/workflow-approvals?workflowRunId=${runId}`)
    expect(body.items).toHaveLength(1)
    return body.items[0]
  })
}

async function asked(here: Harness, more?: string) {
  const runId = await start(here, await publish(here, asking(more)), { cost: 480 })
  return { runId, approval: await waiting(here, runId) }
}

test('a run asks, waits, and goes on with the answer and its data; the history tells it', async () => {
  const here = await harness()
  workflows(here)
  const { runId, approval } = await asked(here, `, form: ${FORM}`)
  const path = `/workflow-approvals/${approval.id}`
  expect(approval).toMatchObject({ question: 'Pay 480 EUR?', pointer: '/do/0/ask', assignees: { roles: ['manager'] } })
  const read = await here.asKey.get(path)
  expect(read.body).toMatchObject({ context: { title: 'Boiler' }, form: { required: ['amount'] }, decision: null })
  expect((await reached(here, runId, 'waiting')).cursor).toBe('/do/0/ask')

  const body = { decision: 'approve', comment: 'Go ahead', data: { amount: 480 } }
  expect((await here.asKey.post(`${path}/resolve`, body)).status).toBe(428)
  const wrong = await here.asKey.post(`${path}/resolve`, { ...body, data: { amount: 501 } }, ANY)
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      code: 'workflow_approval_data_invalid',
      errors: [{ pointer: '/data', message: '/amount must be <= 500.' }],
    },
  })
  const match = { 'if-match': read.headers.etag ?? '' }
  const resolved = await here.asKey.post(`${path}/resolve`, body, match)
  expect(resolved, JSON.stringify(resolved.body)).toMatchObject({
    status: 200,
    body: { status: 'approved', decision: { decision: 'approved', comment: 'Go ahead', isOverdue: false } },
  })
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { isPaid: true, amount: 480 } })
  expect((await here.asKey.post(`${path}/resolve`, body, match)).status).toBe(200)
  const other = await here.asKey.post(`${path}/resolve`, { decision: 'reject' }, ANY)
  expect(other).toMatchObject({ status: 409, body: { code: 'workflow_approval_decided' } })

  const events = (await here.asKey.get(`/workflow-runs/${runId}/events`)).body.items
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(events.map((_: unknown, at: number) => at + 1))
  const types = events.map(({ type }: { type: string }) => type)
  expect(types.slice(1, 4)).toEqual([
    'io.serverlessworkflow.task.started.v1',
    'ops.approval.requested.v1',
    'ops.approval.resolved.v1',
  ])
})

test('approvals are listed by one status or by several', async () => {
  const here = await harness()
  workflows(here)
  const [answered, open] = [await asked(here), await asked(here)]
  await here.asKey.post(`/workflow-approvals/${answered.approval.id}/resolve`, { decision: 'reject' }, ANY)
  const ids = async (status: string): Promise<string[]> =>
    (await here.asKey.get(`/workflow-approvals?status=${status}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('pending')).toEqual([open.approval.id])
  expect(await ids('approved,rejected,expired,withdrawn')).toEqual([answered.approval.id])
  expect(await ids('pending,rejected')).toEqual([open.approval.id, answered.approval.id])
  const wrong = await here.asKey.get('/workflow-approvals?status=pending,over')
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ parameter: 'status' }] } })
})

test('a decision that is based on an older version is refused, also after a reassignment', async () => {
  const here = await harness()
  workflows(here)
  const { approval } = await asked(here)
  const path = `/workflow-approvals/${approval.id}`
  const { headers } = await here.asKey.get(path)
  const { userId } = await here.make.person()
  const reassign = { decision: 'reassign', assignees: { userIds: [userId] } }
  expect((await here.asKey.post(`${path}/resolve`, { decision: 'reassign' }, ANY)).body).toMatchObject({
    code: 'workflow_approval_answer_invalid',
    errors: [{ pointer: '/assignees' }],
  })
  const stranger = { decision: 'reassign', assignees: { userIds: [newId()] } }
  expect((await here.asKey.post(`${path}/resolve`, stranger, ANY)).body).toMatchObject({
    code: 'workflow_approval_assignee_unknown',
    errors: [{ pointer: '/assignees/userIds' }],
  })
  const moved = await here.asKey.post(`${path}/resolve`, reassign, { 'if-match': headers.etag ?? '' })
  expect(moved).toMatchObject({ status: 200, body: { status: 'pending', assignees: { userIds: [userId], roles: [] } } })
  const stale = await here.asKey.post(`${path}/resolve`, { decision: 'approve' }, { 'if-match': headers.etag ?? '' })
  expect(stale.status).toBe(412)
  const { items } = (await here.asKey.get(`/workflow-approvals?assigneeId=${userId}`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([approval.id])
  expect((await here.asKey.post(`${path}/resolve`, { decision: 'approve', data: { a: 1 } }, ANY)).status).toBe(422)
})

test('those who are asked and administrators answer, from either door, and nobody else', async () => {
  const here = await harness()
  workflows(here)
  const { approval } = await asked(here, ', assignees: { roles: [manager] }')
  const path = `/workflow-approvals/${approval.id}/resolve`
  const member = await here.make.person({ role: 'member' })
  const refused = await here.asConsole(member.token).post(path, { decision: 'approve' }, ANY)
  expect(refused).toMatchObject({ status: 403, body: { code: 'workflow_approval_not_yours' } })
  const manager = await here.make.person({ role: 'manager' })
  expect((await here.asConsole(manager.token).post(path, { decision: 'reject' }, ANY)).status).toBe(200)

  const named = await asked(here, `, assignees: { userIds: ['${member.userId}'] }`)
  const own = `/workflow-approvals/${named.approval.id}/resolve`
  expect((await here.as(manager.token).post(own, { decision: 'approve' }, ANY)).status).toBe(403)
  expect((await here.as(member.token).post(own, { decision: 'approve' }, ANY)).status).toBe(200)
  expect(await settled(here, named.runId)).toMatchObject({ output: { isPaid: true } })

  const third = await asked(here)
  const key = await here.make.key({ scopes: ['workflows:read'] })
  const byKey = `/workflow-approvals/${third.approval.id}/resolve`
  expect((await here.as(key.value).post(byKey, { decision: 'approve' }, ANY)).body.code).toBe('insufficient_scope')
  expect((await here.asUser.post(byKey, { decision: 'approve' }, ANY)).status).toBe(200)
})

test('an approval holds the task it names until it is answered, or asked no more', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Boiler', departmentId })).body
  const complete = () => here.asKey.patch(`/tasks/${taskId}`, { status: 'COMPLETED' })
  const { approval, runId } = await asked(here, `, taskId: ${taskId}`)
  expect((await complete()).body).toMatchObject({
    code: 'completion_blocked',
    blockers: [{ kind: 'workflow_rule', id: approval.id, title: 'Pay 480 EUR?' }],
  })
  await here.asKey.post(`/workflow-runs/${runId}/cancel`)
  expect((await here.asKey.get(`/workflow-approvals/${approval.id}`)).body.status).toBe('withdrawn')
  expect(
    (await here.asKey.post(`/workflow-approvals/${approval.id}/resolve`, { decision: 'approve' }, ANY)).status,
  ).toBe(409)
  expect((await complete()).status).toBe(200)

  const { id: secondId } = (await here.asKey.post('/tasks', { title: 'Tap', departmentId })).body
  const second = await asked(here, `, taskId: ${secondId}`)
  await here.asKey.post(`/workflow-approvals/${second.approval.id}/resolve`, { decision: 'approve' }, ANY)
  expect((await here.asKey.patch(`/tasks/${secondId}`, { status: 'COMPLETED' })).status).toBe(200)
})

test('when nobody answers in time the policy does', async () => {
  const here = await harness()
  workflows(here)
  const overdue = async (policy: string) => {
    const workflowId = await publish(here, asking(`, dueAfter: PT0.05S, onOverdue: ${policy}`))
    return settled(here, await start(here, workflowId, { cost: 1 }))
  }
  expect(await overdue('approve')).toMatchObject({ status: 'completed', output: { isPaid: true } })
  expect(await overdue('reject')).toMatchObject({ output: { decision: 'rejected', isOverdue: true } })
  expect(await overdue('fault')).toMatchObject({ status: 'faulted', error: { status: 408, instance: '/do/0/ask' } })
  const { items } = (await here.asKey.get('/workflow-approvals')).body
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['expired', 'rejected', 'approved'])
})

test('one that nobody answered in time is asked again when its run is tried again, under the same id', async () => {
  const here = await harness()
  workflows(here)
  const { runId, approval } = await asked(here, ', dueAfter: PT0.05S, onOverdue: fault')
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted' })
  expect((await here.asKey.get(`/workflow-approvals/${approval.id}`)).body.status).toBe('expired')
  await here.asKey.post(`/workflow-runs/${runId}/retry`)
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted' })
  const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
  const requested = items.filter(({ type }: { type: string }) => type === 'ops.approval.requested.v1')
  expect(requested.map(({ data }: { data: { approvalId: string } }) => data.approvalId)).toEqual([
    approval.id,
    approval.id,
  ])
})

test('of an answer and the due date that come at once one wins, and the run goes on once', async () => {
  const here = await harness()
  workflows(here)
  for (const millis of [40, 60, 80, 100, 120]) {
    const { runId, approval } = await asked(here, `, dueAfter: PT${millis / 1000}S, onOverdue: reject`)
    const answer = await here.asKey.post(`/workflow-approvals/${approval.id}/resolve`, { decision: 'approve' }, ANY)
    const isApproved = answer.status === 200
    expect(answer.status).toBe(isApproved ? 200 : 409)
    const { output } = await settled(here, runId)
    expect(output.isPaid ?? false).toBe(isApproved)
    const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
    expect(items.filter(({ type }: { type: string }) => type === 'ops.approval.resolved.v1')).toHaveLength(1)
  }
})

test('an approval in a branch is answered while another branch works, and no history is lost', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - both:
          fork:
            branches:
              - ask: { call: approval:1.0.0@default, with: { question: 'Sure?' } }
              - work:
                  for: { in: '[range(0; 30)]' }
                  do: [ { pause: { wait: { milliseconds: 10 } } } ]`,
  )
  const runId = await start(here, workflowId)
  const { id } = await waiting(here, runId)
  expect((await here.asKey.post(`/workflow-approvals/${id}/resolve`, { decision: 'approve' }, ANY)).status).toBe(200)
  expect((await settled(here, runId)).output[0]).toMatchObject({ decision: 'approved' })
  const seqs: number[] = []
  for (let offset = 0; offset < 200; offset += 100) {
    const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100&offset=${offset}`)).body
    seqs.push(...items.map(({ seq }: { seq: number }) => seq))
  }
  expect(seqs).toEqual(seqs.map((_, at) => at + 1))
})

test('what is wrong with the question is told to the workflow, by field', async () => {
  const here = await harness()
  workflows(here)
  const wrong = async (more: string) =>
    (await settled(here, await start(here, await publish(here, asking(more)), { cost: 1 }))).error
  expect(await wrong(`, taskId: ${newId()}`)).toMatchObject({ status: 400, instance: '/do/0/ask' })
  expect((await wrong(', dueAfter: soon')).detail).toContain('approval/dueAfter')
  expect((await wrong(`, assignees: { userIds: ['${newId()}'] }`)).detail).toContain('approval/assignees/userIds')
  expect((await wrong(', form: { type: nothing }')).detail).toContain('approval/form')
  expect((await wrong(`, form: { description: '${'x'.repeat(33_000)}' }`)).detail).toContain('at most 32 KiB')
  const text = `
    document: { dsl: 1.0.3, namespace: test, name: wrong, version: 1.0.0 }
    do: [ { ask: { call: approval:1.0.0@default, with: { question: '', urgent: true } } } ]`
  const { body } = await here.asKey.post('/workflow-validations', { text })
  expect(body.problems.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    '/do/0/ask/with/question',
    '/do/0/ask/with/urgent',
  ])
})

test('people are reminded every five minutes at most, also by a workflow that was published before', async () => {
  const here = await harness()
  workflows(here)
  const reminding = (every: string) =>
    `do: [ { ask: { call: approval:1.0.0@default, with: { question: Pay?, remindEvery: ${every} } } } ]`
  const head = 'document: { dsl: 1.0.3, namespace: test, name: reminds, version: 1.0.0 }\n'
  const often = { name: 'Reminds', text: head + reminding('PT4M59S'), format: 'yaml' }
  const { body } = await here.asKey.post('/workflows', often)
  const refused = await here.asKey.post(`/workflows/${body.id}/versions`, undefined, ANY)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('every five minutes at most')

  const workflowId = await publish(here, reminding('PT5M'))
  const ofIt = sql`workspace_id = ${here.workspaceId} and definition_id = ${workflowId}`
  const before = sql`replace(document::text, 'PT5M', 'PT0.01S')::json`
  await run(here.runtime.database.pool, sql`update wf_version set document = ${before} where ${ofIt}`)
  await reached(here, await start(here, workflowId), 'waiting')
  const { items } = (await here.asKey.get('/workflow-approvals')).body
  const [{ remindAt, createdAt }] = items
  expect(Date.parse(remindAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(300_000)
})
