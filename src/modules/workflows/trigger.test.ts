import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, publish, settled, workflows } from '#test/workflow-place.ts'

const KEEP = "do: [ { keep: { set: { got: '${ . }' } } } ]"
const PAYLOAD_SCHEMA = {
  type: 'object',
  required: ['bookingId'],
  properties: { bookingId: { type: 'string' }, guests: { type: 'integer', minimum: 1 } },
  additionalProperties: false,
}

async function webhook(here: Harness, workflowId: string, fields: object = {}) {
  const { status, body } = await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'webhook', ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; token: string; url: string }
}

function call({ app }: Harness, token: string, payload: unknown, headers: Record<string, string> = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const url = `/v1/webhooks/trigger/${token}`
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, body })
}

async function runsOf({ asKey }: Harness, workflowId: string): Promise<{ id: string; triggerKind: string }[]> {
  return (await asKey.get(`/workflow-runs?workflowId=${workflowId}&limit=100`)).body.items
}

test('any JSON starts a run of a workflow without a payload shape, and the token is shown once', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, KEEP)
  const { id, token, url } = await webhook(here, workflowId)
  expect(url).toBe(`http://localhost:3000/v1/webhooks/trigger/${token}`)
  const read = await here.asKey.get(`/workflows/${workflowId}/triggers/${id}`)
  expect(JSON.stringify(read.body)).not.toContain(token)
  expect(read.body).toMatchObject({ kind: 'webhook', tokenHint: token.slice(-4), deliveries: [] })

  for (const payload of [{ a: [1] }, 'text', 7, null, [1, 2]]) {
    const answer = await call(here, token, JSON.stringify(payload))
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'accepted' }])
  }
  expect((await call(here, token, '')).statusCode).toBe(200)
  const runs = await runsOf(here, workflowId)
  expect(runs.map(({ triggerKind }) => triggerKind)).toEqual(Array.from({ length: 6 }, () => 'webhook'))
  const outputs = await Promise.all(runs.map(async (run) => (await settled(here, run.id)).output.got))
  expect(outputs.toReversed()).toEqual([{ a: [1] }, 'text', 7, null, [1, 2], {}])
})

test('a mismatch is 400 that names the field, leaves no run, and is counted and shown', async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const { id, token } = await webhook(here, workflowId, { payloadSchema: PAYLOAD_SCHEMA })
  for (const [payload, pointer] of [
    [{ guests: 2 }, '/bookingId'],
    [{ bookingId: 7 }, '/bookingId'],
    [{ bookingId: 'B', guests: 0 }, '/guests'],
    [{ bookingId: 'B', more: 1 }, '/more'],
  ] as const) {
    const answer = await call(here, token, payload)
    expect([answer.statusCode, answer.json()], JSON.stringify(payload)).toMatchObject([
      400,
      { code: 'payload_mismatch', errors: [{ pointer }] },
    ])
  }
  expect(await runsOf(here, workflowId)).toEqual([])
  expect((await here.asKey.get(`/workflows/${workflowId}/triggers/${id}`)).body).toMatchObject({
    refusedCount: 4,
    deliveries: [
      { outcome: 'refused', payload: { bookingId: 'B', more: 1 }, runId: null, error: expect.stringContaining('more') },
      { outcome: 'refused' },
      { outcome: 'refused' },
      { outcome: 'refused' },
    ],
  })
  expect((await call(here, token, { bookingId: 'B' })).statusCode).toBe(200)
  expect(await runsOf(here, workflowId)).toHaveLength(1)
})

test('what the document asks of its input is asked of a webhook too', async () => {
  const here = await harness()
  const workflowId = await publish(
    here,
    `
    input: { schema: { document: { type: object, required: [city] } } }
    ${KEEP}`,
  )
  const { token } = await webhook(here, workflowId)
  expect((await call(here, token, {})).json()).toMatchObject({ status: 400, errors: [{ pointer: '/city' }] })
  expect(await runsOf(here, workflowId)).toEqual([])
})

test('a token that is unknown, of another workflow that is off, or of a trigger that is off cannot be told from one that works', async () => {
  const here = await harness()
  const [on, off, disabled] = [await publish(here, KEEP), await publish(here, KEEP), await publish(here, KEEP)]
  const known = (await webhook(here, on)).token
  const inactive = (await webhook(here, off, { payloadSchema: PAYLOAD_SCHEMA })).token
  await here.asKey.delete(`/workflows/${off}/activation`, ANY)
  const sleeping = (await webhook(here, disabled, { isEnabled: false, payloadSchema: PAYLOAD_SCHEMA })).token
  const shapeOf = ({ statusCode, headers, body }: Awaited<ReturnType<typeof call>>) => {
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { statusCode, body, headers: rest }
  }
  const expected = shapeOf(await call(here, known, { a: 1 }))
  expect(expected).toMatchObject({ statusCode: 200 })
  const unreadable = await call(here, known, '{"a":')
  const problemOf = (answer: Awaited<ReturnType<typeof call>>) => {
    const { requestId: _, instance: __, ...rest } = answer.json()
    return { ...rest, statusCode: answer.statusCode }
  }
  for (const token of ['x', newId(), 'a'.repeat(43), 'a'.repeat(256), 'a'.repeat(10_000), '%20', inactive, sleeping]) {
    expect(shapeOf(await call(here, token, { a: 1 })), token).toEqual(expected)
    expect(problemOf(await call(here, token, '{"a":')), token).toEqual(problemOf(unreadable))
  }
  expect(await runsOf(here, off)).toEqual([])
  expect(await runsOf(here, disabled)).toEqual([])
})

// On the embedded database they queue for its one connection.
test('a thousand calls at once, with duplicates, start each event once', { timeout: 120_000 }, async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const { id, token } = await webhook(here, workflowId)
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => call(here, token, { at }, { 'idempotency-key': `event-${at % 90}` })),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await runsOf(here, workflowId)).toHaveLength(90)
  const rows = await many(
    here.runtime.database.pool,
    sql`select event_id from wf_delivery where workspace_id = ${here.workspaceId} and trigger_id = ${id}`,
  )
  expect(rows).toHaveLength(90)
})

test('the sender names its event by header or in the payload; without a name each call is an event', async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const plain = await webhook(here, workflowId)
  const pointed = await webhook(here, workflowId, { eventIdPointer: '/meta/id' })
  for (const name of ['idempotency-key', 'webhook-id', 'ce-id']) {
    for (const payload of [1, 2]) await call(here, plain.token, payload, { [name]: `of ${name}` })
  }
  expect(await runsOf(here, workflowId)).toHaveLength(3)
  for (const id of ['a', 'a', 7, 7]) await call(here, pointed.token, { meta: { id } })
  expect(await runsOf(here, workflowId)).toHaveLength(5)
  for (const _ of [1, 2]) await call(here, plain.token, { same: true })
  expect(await runsOf(here, workflowId)).toHaveLength(7)
})

test('a new token works at once, the old one until its grace is over', async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const { id, token } = await webhook(here, workflowId)
  const path = `/workflows/${workflowId}/triggers/${id}`
  const rotate = (graceSeconds: number) => here.asKey.post(`${path}/rotate-token`, { graceSeconds }, ANY)
  expect((await here.asKey.post(`${path}/rotate-token`, {})).status).toBe(428)
  const second = (await rotate(3600)).body
  expect(second.token).not.toBe(token)
  expect(second.oldTokenUntil).not.toBeNull()
  await call(here, token, {})
  await call(here, second.token, {})
  expect(await runsOf(here, workflowId)).toHaveLength(2)
  const third = (await rotate(0)).body
  await call(here, token, {})
  await call(here, second.token, {})
  expect(await runsOf(here, workflowId)).toHaveLength(2)
  await call(here, third.token, {})
  expect(await runsOf(here, workflowId)).toHaveLength(3)
})

test('where the legacy engine acts a delivery is only written down', async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const { id, token } = await webhook(here, workflowId, { payloadSchema: PAYLOAD_SCHEMA })
  await many(
    here.runtime.database.pool,
    sql`update wf_definition set owner = 'legacy' where workspace_id = ${here.workspaceId} and id = ${workflowId} returning 1`,
  )
  for (const _ of [1, 2]) {
    expect((await call(here, token, { any: 1 }, { 'webhook-id': 'one' })).statusCode).toBe(200)
  }
  expect(await runsOf(here, workflowId)).toEqual([])
  const { deliveries } = (await here.asKey.get(`/workflows/${workflowId}/triggers/${id}`)).body
  expect(deliveries).toMatchObject([{ outcome: 'recorded', eventId: 'one', payload: { any: 1 } }])
})

test('triggers are listed with their next moments, changed, and removed; those of the document are read only', async () => {
  const here = await harness()
  const workflowId = await publish(here, `schedule: { cron: '0 5 * * *' }\n${KEEP}`)
  const path = `/workflows/${workflowId}/triggers`
  const made = (await here.asKey.post(path, { kind: 'schedule', cron: '30 1 * * *', timezone: 'Europe/Lisbon' })).body
  expect(made).toMatchObject({ source: 'api', token: null, missed: 'latest', nextFires: { length: 3 } })
  const { items } = (await here.asKey.get(path)).body
  expect(items).toMatchObject([{ id: made.id }, { source: 'document', cron: '0 5 * * *', nextFires: { length: 3 } }])
  expect((await here.asKey.get(`/workflows/${workflowId}`)).body.triggerKinds).toEqual(['schedule'])

  const one = `${path}/${made.id}`
  expect((await here.asKey.patch(one, { isEnabled: false })).status).toBe(428)
  expect((await here.asKey.patch(one, { cron: 'often' }, ANY)).body).toMatchObject({ errors: [{ pointer: '/cron' }] })
  const hourly = (await here.asKey.patch(one, { cron: null, timezone: null, every: 'PT1H' }, ANY)).body
  expect(hourly).toMatchObject({ cron: null, every: 'PT1H', deliveries: [] })
  const [first, second] = hourly.nextFires.map(Date.parse)
  expect(second - first).toBe(3_600_000)
  const fixed = `${path}/${items[1].id}`
  expect((await here.asKey.patch(fixed, { isEnabled: false }, ANY)).body).toMatchObject({
    code: 'workflow_trigger_of_document',
  })
  expect((await here.asKey.delete(fixed, ANY)).status).toBe(409)
  expect((await here.asKey.post(`${one}/rotate-token`, {}, ANY)).body.code).toBe('workflow_trigger_without_token')
  expect((await here.asKey.delete(one, ANY)).status).toBe(204)
  expect((await here.asKey.get(one)).status).toBe(404)
})

test('a trigger that makes no sense is refused with the field that is wrong', async () => {
  const here = await harness()
  const path = `/workflows/${await publish(here, KEEP)}/triggers`
  for (const [body, pointer] of [
    [{ kind: 'webhook', cron: '0 5 * * *' }, '/cron'],
    [{ kind: 'schedule' }, '/cron'],
    [{ kind: 'schedule', cron: '0 5 * * *', every: 'PT1H' }, '/cron'],
    [{ kind: 'schedule', cron: '0 0 31 2 *' }, '/cron'],
    [{ kind: 'schedule', every: 'soon' }, '/every'],
    [{ kind: 'schedule', every: 'PT0.001S' }, '/every'],
    [{ kind: 'schedule', after: 'PT0S' }, '/after'],
    [{ kind: 'schedule', every: 'PT1H', timezone: 'Europe/Lisbon' }, '/timezone'],
    [{ kind: 'event' }, '/eventTypes'],
    [{ kind: 'event', eventTypes: ['a'], filter: { data: '${ .a | }' } }, '/filter/data'],
    [{ kind: 'event', eventTypes: ['*', 'ops.task.created.v1', 'ops.nope.v1'] }, '/eventTypes/2'],
    [{ kind: 'event', eventTypes: ['*'], filter: { type: 'ops.nope.v1' } }, '/filter/type'],
    [{ kind: 'webhook', payloadSchema: { type: 'nothing' } }, '/payloadSchema'],
    [{ kind: 'webhook', eventIdPointer: 'id' }, '/eventIdPointer'],
    [{ kind: 'chat', payloadSchema: {} }, '/payloadSchema'],
    [{ kind: 'chat', channels: ['email', 'nope'] }, '/channels/1'],
  ] as const) {
    const answer = await here.asKey.post(path, body)
    expect([answer.status, answer.body], JSON.stringify(body)).toMatchObject([422, { errors: [{ pointer }] }])
  }
})

test('a manual trigger says what people have to give', async () => {
  const here = await harness()
  const workflowId = await publish(here, KEEP)
  const { body } = await here.asKey.post(`/workflows/${workflowId}/triggers`, {
    kind: 'manual',
    payloadSchema: PAYLOAD_SCHEMA,
  })
  const start = (input: unknown) => here.asKey.post(`/workflows/${workflowId}/runs`, { input })
  expect((await start({ guests: 1 })).body).toMatchObject({ status: 400, errors: [{ pointer: '/input/bookingId' }] })
  const { id } = (await start({ bookingId: 'B' })).body
  expect((await here.asKey.get(`/workflow-runs/${id}`)).body).toMatchObject({ triggerId: body.id })
})
