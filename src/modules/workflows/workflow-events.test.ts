import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { workflowTools } from '#src/catalogue.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { workflowEvents } from './workflow-events.ts'

const KEEP = "do: [ { keep: { set: { got: '${ . }' } } } ]"

test('an event of the product starts a workflow once, and only the one whose filter it meets', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const { id: propertyId } = await here.make.property()
  const workflowId = await publish(
    here,
    `
    schedule: { on: { one: { with: { type: ops.property.updated.v1, data: { propertyId: ${propertyId} } } } } }
    do: [ { keep: { set: { what: '\${ .[0].data.propertyId }' } } } ]`,
  )
  const { id: other } = await here.make.property()
  await here.asKey.patch(`/properties/${other}`, { city: 'Porto' })
  await here.asKey.patch(`/properties/${propertyId}`, { city: 'Lisbon' })
  const runs = await soon(async () => {
    const { items } = (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body
    expect(items).toHaveLength(1)
    return items
  })
  expect(await settled(here, runs[0].id)).toMatchObject({ triggerKind: 'event', output: { what: propertyId } })
})

test('a run listens for an event that another run emits, and takes the one that is its own', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const listener = await publish(
    here,
    `
    do:
      - hear:
          listen:
            to: { one: { with: { type: test.done, data: { number: '\${ . == 7 }' } } } }`,
  )
  const emitter = await publish(
    here,
    `do: [ { tell: { emit: { event: { with: { source: 'https://example.com', type: test.done, data: { number: '\${ .number }' } } } } } } ]`,
  )
  const waiting = await start(here, listener)
  await reached(here, waiting, 'waiting')
  await settled(here, await start(here, emitter, { number: 1 }))
  await settled(here, await start(here, emitter, { number: 7 }))
  expect(await settled(here, waiting)).toMatchObject({ status: 'completed', output: [{ number: 7 }] })
})

test('nobody but the product tells of what happens in the product', async () => {
  const here = await harness()
  workflows(here)
  const type = 'ops.task.created.v1'
  const emitter = await publish(
    here,
    `do: [ { tell: { emit: { event: { with: { source: 'https://example.com', type: '\${ .type }' } } } } } ]`,
  )
  expect(await settled(here, await start(here, emitter, { type }))).toMatchObject({
    status: 'faulted',
    error: { status: 400, title: 'event_type_reserved', instance: '/do/0/tell' },
  })
  const listener = await publish(here, `do: [ { hear: { listen: { to: { one: { with: { type: ${type} } } } } } } ]`)
  const runId = await start(here, listener)
  await reached(here, runId, 'waiting')
  const forged = await here.asKey.post(`/workflow-runs/${runId}/events`, { type, data: {} })
  expect(forged).toMatchObject({ status: 422, body: { code: 'workflow_event_type_reserved' } })
  expect(forged.body.errors).toMatchObject([{ pointer: '/type' }])
})

test('workflows that set each other off come to an end', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const type = `test.loop-${newId()}`
  const workflowId = await publish(
    here,
    `
    schedule: { on: { one: { with: { type: ${type} } } } }
    do: [ { again: { emit: { event: { with: { source: 'https://example.com', type: '${type}', data: {} } } } } } ]`,
  )
  await settled(here, await start(here, workflowId))
  await soon(async () => {
    const { pagination } = (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}&status=completed`)).body
    expect(pagination.total).toBe(9)
  })
  const { id } = (await here.asKey.get(`/workflows/${workflowId}/triggers`)).body.items[0]
  await soon(async () => {
    const { deliveries } = (await here.asKey.get(`/workflows/${workflowId}/triggers/${id}`)).body
    expect(deliveries[0]).toMatchObject({
      outcome: 'skipped',
      runId: null,
      error: expect.stringContaining('start each other without end'),
      payload: { type },
    })
  })
})

test('a schedule starts one run for each moment, also when several workers look, and none once it is off', async () => {
  const here = await harness()
  const { pool } = here.runtime.database
  const workflowId = await publish(here, "schedule: { cron: '0 5 * * *' }\ndo: [ { tick: { set: { a: 1 } } } ]")
  await run(
    pool,
    sql`
    update wf_trigger set next_at = clock_timestamp() - interval '1 second'
    where workspace_id = ${here.workspaceId} and definition_id = ${workflowId}`,
  )
  workflows(here)
  workflows(here)
  const path = `/workflow-runs?workflowId=${workflowId}`
  await soon(async () => {
    expect((await here.asKey.get(`${path}&status=completed`)).body.pagination.total).toBe(1)
  })
  expect((await here.asKey.get(path)).body.items[0]).toMatchObject({ triggerKind: 'schedule' })
  expect((await here.asKey.delete(`/workflows/${workflowId}/activation`, ANY)).status).toBe(204)
  expect((await here.asKey.get(`/workflows/${workflowId}`)).body).toMatchObject({
    status: 'inactive',
    triggerKinds: [],
  })
})

async function runsOf({ asKey }: Harness, workflowId: string) {
  return (await asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.items
}

/** Hands an event to workflows as the outbox does, as often as it likes. */
async function tell(here: Harness, type: string, payload: object, id = newId()): Promise<void> {
  const { services, log, database } = here.runtime
  const now = new Date()
  const event = { id, type, workspaceId: here.workspaceId, payload: { ...payload }, occurredAt: now.toISOString() }
  const ctx = { db: database.pool, workspaceId: here.workspaceId, principal: { kind: 'system' } as const, now, log }
  await workflowEvents(workflowTools).handle({ ...ctx, requestId: newId(), services }, { ...event, requestId: null })
}

const emitted = (type: string, data: object) => ({
  event: { specversion: '1.0', id: newId(), source: 'https://example.com', type, data },
})

test('an event that is delivered twice starts once, by the document and by each trigger made by hand', async () => {
  const here = await harness()
  const type = 'ops.task.status-changed.v1'
  const byDocument = await publish(here, `schedule: { on: { one: { with: { type: ${type} } } } }\n${KEEP}`)
  const byHand = await publish(here, KEEP)
  const path = `/workflows/${byHand}/triggers`
  const filter = { data: { taskId: '${ startswith("t") }' } }
  const { id } = (await here.asKey.post(path, { kind: 'event', eventTypes: [type], filter })).body
  await here.asKey.post(path, { kind: 'event', eventTypes: [type], filter: { data: { taskId: 'other' } } })
  const eventId = newId()
  for (const _ of [1, 2]) await tell(here, 'task.updated', { taskId: 't1', changed: ['status'] }, eventId)
  await tell(here, 'task.updated', { taskId: 't1', changed: ['title'] })
  expect(await runsOf(here, byDocument)).toHaveLength(1)
  expect(await runsOf(here, byHand)).toMatchObject([{ triggerId: id, triggerKind: 'event' }])
  expect((await here.asKey.get(`${path}/${id}`)).body.deliveries).toMatchObject([{ outcome: 'started' }])
})

test('a trigger for all events starts with each, alone or beside types', async () => {
  const here = await harness()
  const workflowIds = [await publish(here, KEEP), await publish(here, KEEP)]
  for (const [at, eventTypes] of [['*'], ['*', 'ops.task.created.v1']].entries()) {
    const made = await here.asKey.post(`/workflows/${workflowIds[at]}/triggers`, { kind: 'event', eventTypes })
    expect([made.status, made.body], JSON.stringify(made.body)).toMatchObject([201, { eventTypes, filter: null }])
  }
  const path = `/workflows/${workflowIds[0]}/triggers`
  const wrong = await here.asKey.post(path, { kind: 'event', eventTypes: ['*'], filter: { data: '${ .a | }' } })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/filter/data' }] } })
  await tell(here, 'task.updated', { taskId: 't1', changed: ['status'] })
  for (const workflowId of workflowIds) expect((await runsOf(here, workflowId)).length).toBeGreaterThan(0)
})

test('a chat trigger hears messages of its channels that have its words', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, KEEP)
  const body = { kind: 'chat', channels: ['whatsapp'], phrase: 'Late checkout' }
  expect((await here.asKey.post(`/workflows/${workflowId}/triggers`, body)).status).toBe(201)
  const message = { conversationId: newId(), messageId: newId(), channel: 'whatsapp' }
  await tell(here, 'message.received', { ...message, text: 'Is LATE CHECKOUT possible?' })
  await tell(here, 'message.received', { ...message, text: 'Thank you' })
  await tell(here, 'message.received', { ...message, channel: 'email', text: 'late checkout' })
  const [only, ...others] = await runsOf(here, workflowId)
  expect(others).toEqual([])
  expect(await settled(here, only.id)).toMatchObject({ triggerKind: 'chat', output: { got: message } })
})

test('all: events that belong together start one run with all of them, in whatever order they come', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    schedule:
      on:
        all:
          - with: { type: test.paid }
            correlate: { booking: { from: .data.booking } }
          - with: { type: test.signed }
            correlate: { booking: { from: .data.booking } }
    ${KEEP}`,
  )
  const [first, second] = [emitted('test.paid', { booking: 'A' }), emitted('test.paid', { booking: 'B' })]
  for (const each of [first, second, first, emitted('test.paid', { booking: 'A' })]) {
    await tell(here, 'workflow.emitted', each)
  }
  expect(await runsOf(here, workflowId)).toEqual([])
  const signed = emitted('test.signed', { booking: 'B' })
  for (const _ of [1, 2]) await tell(here, 'workflow.emitted', signed)
  const [only, ...others] = await runsOf(here, workflowId)
  expect(others).toEqual([])
  expect((await settled(here, only.id)).output.got).toEqual([second.event, signed.event])
  // Two of the first kind have come for A, one of them twice: of three of the second kind two find theirs.
  await Promise.all([1, 2, 3].map(() => tell(here, 'workflow.emitted', emitted('test.signed', { booking: 'A' }))))
  expect(await runsOf(here, workflowId)).toHaveLength(3)
})

test('nobody outside can pass for a run by the id of their request', async () => {
  const here = await harness()
  const forged = `run:${newId()}`
  const made = await here.asKey.post('/properties', { name: 'Villa' }, { 'x-request-id': forged })
  expect(made.status).toBe(201)
  expect(made.headers['x-request-id']).not.toBe(forged)
  const kept = await here.asKey.post('/properties', { name: 'Villa' }, { 'x-request-id': 'mine:1' })
  expect(kept.headers['x-request-id']).toBe('mine:1')
  const { rows } = await here.runtime.database.pool.raw(
    `select request_id from outbox where workspace_id = '${here.workspaceId}' and type = 'property.created' order by id`,
  )
  expect(rows.map(({ request_id: id }) => id)).toEqual([made.headers['x-request-id'], 'mine:1'])
})

test('a trigger that cannot take an event keeps it from no other; each takes it once, however often it is tried', async () => {
  const here = await harness()
  workflows(here)
  const expressions = workflowTools.expressions.of(here.workspaceId)
  let isBroken = true
  const evaluate: typeof expressions.evaluate = (batch) => {
    const isIts = JSON.stringify(batch).includes('first of two')
    return isBroken && isIts ? Promise.reject(new Error('not now')) : expressions.evaluate(batch)
  }
  const subscriber = workflowEvents({
    ...workflowTools,
    expressions: { ...workflowTools.expressions, of: () => ({ ...expressions, evaluate }) },
  })
  await working(here, [{ ...subscriber, retryDelaySeconds: 1 }])
  const { id: propertyId } = await here.make.property()
  const flow = (condition: string) =>
    publish(
      here,
      `
      schedule: { on: { one: { with: { type: ops.property.updated.v1, data: '\${ ${condition} }' } } } }
      ${KEEP}`,
    )
  const broken = await flow('"first of two" != ""')
  const sound = await flow('"second of two" != ""')
  const countOf = async (workflowId: string) =>
    (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.pagination.total
  await here.asKey.patch(`/properties/${propertyId}`, { city: 'Porto' })
  await soon(async () => expect(await countOf(sound)).toBe(1))
  expect(await countOf(broken)).toBe(0)
  isBroken = false
  await soon(async () => expect(await countOf(broken)).toBe(1))
  expect(await countOf(sound)).toBe(1)
})
