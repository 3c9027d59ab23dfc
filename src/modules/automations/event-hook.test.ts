import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { harness, type Harness } from '#test/harness.ts'
import { startReceiver, type Receiver } from '#test/receiver.ts'
import { soon, working } from '#test/working.ts'
import { automations, pruneEventDeliveries } from './automations.ts'
import { EVENT_TYPES } from './event-hook.schema.ts'

const quick = { ...automations, retryDelaySeconds: 0, retryLimit: 3 }

interface Hooked extends Harness {
  newTask(title?: string): Promise<string>
  hook(receiver: Receiver, fields?: object): Promise<{ id: string; secret: string }>
  deliveries(hookId: string): Promise<Record<string, unknown>[]>
  said(taskId: string): Promise<Record<string, unknown>[]>
}

async function hooked(): Promise<Hooked> {
  const place = await harness()
  const { id: departmentId } = await place.make.department()
  return {
    ...place,
    newTask: async (title = 'Fix the boiler') => (await place.asKey.post('/tasks', { title, departmentId })).body.id,
    async hook({ url }, fields = {}) {
      const { status, body } = await place.asAdmin.post('/event-hooks', { url, events: ['task.created'], ...fields })
      expect(status).toBe(201)
      return body
    },
    deliveries: async (hookId) => (await place.asAdmin.get(`/event-hooks/${hookId}/deliveries`)).body.items,
    async said(taskId) {
      const { items } = (await place.asAdmin.get(`/tasks/${taskId}/activity`)).body
      return items
        .map(({ details }: { details: Record<string, unknown> }) => details)
        .filter(({ effect }: { effect?: string }) => effect === 'automations')
    },
  }
}

test('an event comes as a signed CloudEvent, and its outcome stands in the history of the task', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  const { id: hookId, secret } = await place.hook(receiver)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await working(place, [quick])
  const taskId = await place.newTask()
  await soon(() => expect(receiver.received).toHaveLength(1))
  expect(receiver.received[0]?.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8')
  const event = receiver.verified(secret)
  expect(event).toEqual({
    specversion: '1.0',
    id: receiver.received[0]?.headers['webhook-id'],
    source: `http://localhost:3000/api/v1/workspaces/${place.workspaceId}`,
    type: 'task.created',
    subject: taskId,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    datacontenttype: 'application/json',
    data: expect.objectContaining({ taskId }),
  })
  expect(() => receiver.verified('whsec_AAAA')).toThrow('No matching signature')
  await soon(async () =>
    expect(await place.said(taskId)).toEqual([
      { effect: 'automations', event: 'task.created', outcome: 'done', delivered: 1 },
    ]),
  )
  expect(await place.deliveries(hookId)).toEqual([
    {
      id: expect.any(String),
      eventId: event['id'],
      type: 'task.created',
      status: 'delivered',
      attempts: 1,
      answerStatus: 204,
      error: null,
      createdAt: expect.any(String),
      attemptedAt: expect.any(String),
      deliveredAt: expect.any(String),
    },
  ])
})

test('a hook hears of what it asked for, from its making on, and of nothing else', async () => {
  const place = await hooked()
  const [some, all, none] = [await startReceiver(), await startReceiver(), await startReceiver()]
  await place.newTask('Before anybody listened')
  await place.hook(some, { events: ['property.created', 'task.updated'] })
  await place.hook(all, { events: ['*'] })
  await place.hook(none, { active: false })
  await working(place, [quick])
  await place.make.property()
  const taskId = await place.newTask()
  await place.asKey.patch(`/tasks/${taskId}`, { title: 'Fix it' })
  const types = ({ received }: Receiver): string[] =>
    received.map(({ body }) => JSON.parse(body).type).toSorted((left, right) => (left < right ? -1 : 1))
  await soon(() => expect(types(all)).toEqual(['property.created', 'task.created', 'task.updated']))
  await soon(() => expect(types(some)).toEqual(['property.created', 'task.updated']))
  expect(none.received).toEqual([])
})

test('what only we need to know reaches no hook and leaves no line in the history of the task', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  const { id: hookId } = await place.hook(receiver, { events: ['*'] })
  const { workspaceId, runtime } = place
  const taskId = await place.newTask()
  const tell = (type: string) => {
    const now = new Date()
    const scope = { db: runtime.database.pool, workspaceId, principal: { kind: 'system' } as const, requestId: newId() }
    const event = {
      id: newId(),
      type,
      workspaceId,
      payload: { taskId },
      occurredAt: now.toISOString(),
      requestId: null,
    }
    return automations.handle({ ...scope, now, log: runtime.log, services: runtime.services }, event)
  }
  for (const type of ['task.notified', 'task.sync_requested', 'message.queued', 'event_hook.updated']) await tell(type)
  expect([await place.deliveries(hookId), await place.said(taskId)]).toEqual([[], []])
  await tell('task.updated')
  expect(receiver.received).toHaveLength(1)
})

test('a hook that fails is tried again alone; the others get the event once', async () => {
  const place = await hooked()
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.answers.push(500, 302)
  await place.hook(good)
  const { id: badId, secret } = await place.hook(bad)
  await working(place, [quick])
  const taskId = await place.newTask()
  await soon(async () => expect(await place.said(taskId)).toMatchObject([{ outcome: 'done', delivered: 1 }]))
  expect([good.received.length, bad.received.length]).toEqual([1, 3])
  expect(new Set(bad.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const index of [0, 1, 2]) expect(bad.verified(secret, index)).toMatchObject({ subject: taskId })
  expect(await place.deliveries(badId)).toMatchObject([{ status: 'delivered', attempts: 3, answerStatus: 204 }])
  expect((await place.asAdmin.get(`/event-hooks/${badId}`)).body.failingSince).toBeNull()
})

test('what could not be delivered is failed with its reason, and can be replayed for that hook alone', async () => {
  const place = await hooked()
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.answers.push(500, 500, 500, 503)
  await place.hook(good)
  const { id: hookId } = await place.hook(bad)
  const name = `steady-${newId().slice(-8)}`
  await working(place, [quick, taskEffect({ name, on: ['task.created'], act: async () => ({}) })])
  const taskId = await place.newTask()
  const error = '1 of 1 event hooks were not told: The receiver answered 503.'
  await soon(async () => expect(await place.said(taskId)).toMatchObject([{ outcome: 'failed', error }]))
  const [failed] = await soon(async () => {
    const found = await place.deliveries(hookId)
    expect(found).toMatchObject([{ status: 'failed', attempts: 4, answerStatus: 503 }])
    return found
  })
  expect((await place.asAdmin.get(`/event-hooks/${hookId}`)).body).toMatchObject({
    active: true,
    failingSince: expect.any(String),
  })
  const path = `/event-hooks/${hookId}/deliveries/${String(failed?.['id'])}/replay`
  const replayed = await place.asAdmin.post(path)
  expect([replayed.status, replayed.body.status]).toEqual([200, 'pending'])
  await soon(async () => expect(await place.deliveries(hookId)).toMatchObject([{ status: 'delivered', attempts: 5 }]))
  await place.asAdmin.post(path)
  await soon(async () => expect(await place.deliveries(hookId)).toMatchObject([{ status: 'delivered', attempts: 6 }]))
  expect(good.received).toHaveLength(1)
  await place.asAdmin.patch(`/event-hooks/${hookId}`, { active: false })
  expect((await place.asAdmin.post(path)).body.code).toBe('hook_inactive')
})

test('a dead letter of hooks, replayed, reaches only who has not been told', async () => {
  const place = await hooked()
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.answers.push(500, 500, 500, 500)
  await place.hook(good, { events: ['property.created'] })
  await place.hook(bad, { events: ['property.created'] })
  await working(place, [quick])
  await place.make.property()
  const letter = await soon(async () => {
    const { items } = (await place.asAdmin.get('/dead-letters?subscriber=automations')).body
    expect(items).toHaveLength(1)
    return items[0]
  })
  await place.asAdmin.post(`/dead-letters/${letter.id}/replay`)
  await soon(() => expect(bad.received).toHaveLength(5))
  expect(good.received).toHaveLength(1)
})

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  const { id, secret: old } = await place.hook(receiver)
  const { body: rotated } = await place.asAdmin.post(`/event-hooks/${id}/rotate-secret`)
  expect(rotated.secret).not.toBe(old)
  const hours = (Date.parse(rotated.previousSecretUntil) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(24)
  await working(place, [quick])
  const taskId = await place.newTask()
  await soon(() => expect(receiver.received).toHaveLength(1))
  for (const secret of [old, rotated.secret]) expect(receiver.verified(secret)).toMatchObject({ subject: taskId })
  const { pool } = place.runtime.database
  await run(pool, sql`update event_hooks set previous_secret_until = now() - interval '1 minute' where id = ${id}`)
  await place.newTask()
  await soon(() => expect(receiver.received).toHaveLength(2))
  expect(receiver.verified(rotated.secret, 1)).toMatchObject({ type: 'task.created' })
  expect(() => receiver.verified(old, 1)).toThrow('No matching signature')
})

test('the secret is shown once, kept as ciphertext, and the address is in no event or audit line', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  const { id, secret } = await place.hook(receiver)
  const key = { 'idempotency-key': newId() }
  const again = () => place.asAdmin.post(`/event-hooks/${id}/rotate-secret`, undefined, key)
  expect((await again()).body.secret).toMatch(/^whsec_/)
  expect((await again()).body.secret).toBeNull()
  const { pool } = place.runtime.database
  const kept = await one(
    pool,
    sql`
    select (select to_jsonb(h) from event_hooks h where id = ${id}) as hook,
      (select jsonb_agg(details) from audit_log where workspace_id = ${place.workspaceId}) as audit,
      (select jsonb_agg(payload) from outbox where workspace_id = ${place.workspaceId}) as events`,
  )
  const shown = [
    kept,
    (await place.asAdmin.get(`/event-hooks/${id}`)).body,
    (await place.asAdmin.get('/event-hooks')).body,
  ]
  expect(JSON.stringify(shown)).not.toContain(secret)
  expect(JSON.stringify((kept as { audit: unknown }).audit)).not.toContain('token=private')
})

test('a hook that has failed for days is paused, says why, and can be resumed', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  receiver.answers.push(500)
  const { id } = await place.hook(receiver)
  const { pool } = place.runtime.database
  await run(pool, sql`update event_hooks set failing_since = now() - interval '73 hours' where id = ${id}`)
  await working(place, [quick])
  await place.newTask()
  const paused = await soon(async () => {
    const { body } = await place.asAdmin.get(`/event-hooks/${id}`)
    expect(body.active).toBe(false)
    return body
  })
  expect(paused.pausedReason).toMatch(/^Nothing could be delivered since .*The receiver answered 500\.$/)
  const audit = await place.asAdmin.get('/audit-log?action=event_hook.paused')
  expect(audit.body.items).toMatchObject([{ target: { kind: 'event_hook', id }, actor: { kind: 'system' } }])
  const resumed = await place.asAdmin.patch(`/event-hooks/${id}`, { active: true })
  expect(resumed.body).toMatchObject({ active: true, pausedReason: null, failingSince: null })
  await place.newTask()
  await soon(async () => expect((await place.deliveries(id))[0]).toMatchObject({ status: 'delivered' }))
})

test('a receiver that says it is gone is told no more', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  receiver.answers.push(410)
  const { id } = await place.hook(receiver)
  await working(place, [quick])
  const taskId = await place.newTask()
  const error = 'The receiver answered 410: it wants no more events.'
  await soon(async () => {
    const { body } = await place.asAdmin.get(`/event-hooks/${id}`)
    expect(body).toMatchObject({ active: false, pausedReason: error })
  })
  await soon(async () =>
    expect(await place.deliveries(id)).toMatchObject([{ status: 'failed', attempts: 1, answerStatus: 410, error }]),
  )
  await soon(async () => expect(await place.said(taskId)).toMatchObject([{ outcome: 'skipped' }]))
  expect(receiver.received).toHaveLength(1)
})

test('what waits for a hook that somebody pauses has failed, and is sent when the hook is back and it is replayed', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  receiver.answers.push(500)
  const { id } = await place.hook(receiver)
  await working(place, [{ ...quick, retryDelaySeconds: 1 }])
  await place.newTask()
  await soon(() => expect(receiver.received).toHaveLength(1))
  await place.asAdmin.patch(`/event-hooks/${id}`, { active: false })
  const [delivery] = await soon(async () => {
    const found = await place.deliveries(id)
    expect(found).toMatchObject([{ status: 'failed', error: 'The event hook was paused.' }])
    return found
  })
  await place.asAdmin.patch(`/event-hooks/${id}`, { active: true })
  await place.asAdmin.post(`/event-hooks/${id}/deliveries/${String(delivery?.['id'])}/replay`)
  await soon(async () => expect(await place.deliveries(id)).toMatchObject([{ status: 'delivered', error: null }]))
})

test('addresses that may not be called, unknown events and wrong shapes are refused', async () => {
  const place = await hooked()
  const create = (fields: object) =>
    place.asAdmin.post('/event-hooks', { url: 'https://hooks.example/1', events: ['*'], ...fields })
  for (const url of ['http://hooks.example/1', 'https://127.0.0.1/1', 'https://[::1]/', 'https://169.254.169.254/x']) {
    const { status, body } = await create({ url })
    expect([url, status, body.code, body.errors[0].pointer]).toEqual([url, 422, 'address_not_allowed', '/url'])
  }
  for (const url of ['ftp://hooks.example', 'hooks.example', 'https://user:pw@hooks.example/']) {
    expect([url, (await create({ url })).status]).toEqual([url, 400])
  }
  for (const events of [[], ['task.creatd'], ['task.created', 'task.created'], 'task.created']) {
    expect([events, (await create({ events })).status]).toEqual([events, 400])
  }
  const { id } = (await create({})).body
  const moved = await place.asAdmin.patch(`/event-hooks/${id}`, { url: 'http://hooks.example' })
  expect([moved.status, moved.body.code]).toEqual([422, 'address_not_allowed'])
  const manager = place.asConsole((await place.make.person({ role: 'manager' })).token)
  expect((await manager.get('/event-hooks')).status).toBe(403)
  expect((await place.asAdmin.delete(`/event-hooks/${id}`)).status).toBe(200)
  expect((await place.asAdmin.get(`/event-hooks/${id}/deliveries`)).body.code).toBe('hook_not_found')
})

test('a workspace has fifty hooks at most, however many come at once', async () => {
  const place = await hooked()
  const body = { url: 'https://hooks.example/1', events: ['*'] }
  const add = (count: number) =>
    Promise.all(Array.from({ length: count }, () => place.asAdmin.post('/event-hooks', body)))
  for (const { status } of await add(46)) expect(status).toBe(201)
  const refused = (await add(8)).filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    Array.from({ length: 4 }, () => [422, 'too_many_hooks']),
  )
  expect((await place.asAdmin.get('/event-hooks')).body.pagination.total).toBe(50)
})

test('what waits for a hook that is deleted is waited for no more', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  receiver.answers.push(...Array.from({ length: 20 }, () => 500))
  const { id: hookId } = await place.hook(receiver)
  await working(place, [{ ...automations, retryDelaySeconds: 1 }])
  const taskId = await place.newTask()
  await soon(async () => expect(await place.said(taskId)).toMatchObject([{ outcome: 'retrying' }]))
  expect((await place.asAdmin.delete(`/event-hooks/${hookId}`)).status).toBe(200)
  await soon(async () => expect(await place.said(taskId)).toMatchObject([{ outcome: 'skipped' }]))
})

test('deliveries are kept for a month', async () => {
  const place = await hooked()
  const receiver = await startReceiver()
  const { id } = await place.hook(receiver)
  await working(place, [quick])
  await place.newTask()
  await place.newTask()
  await soon(async () => expect(await place.deliveries(id)).toHaveLength(2))
  const [newest, oldest] = await place.deliveries(id)
  const { database, services, log } = place.runtime
  await run(
    database.pool,
    sql`
    update event_hook_deliveries set created_at = created_at - interval '31 days' where id = ${oldest?.['id']}`,
  )
  // More than one batch of them.
  await run(
    database.pool,
    sql`
    insert into event_hook_deliveries (workspace_id, id, hook_id, event_id, type, payload, event_at, status, created_at)
    select d.workspace_id, gen_random_uuid(), d.hook_id, gen_random_uuid(), d.type, d.payload, d.event_at, 'failed', d.created_at
    from event_hook_deliveries d, generate_series(1, 1001) where d.id = ${oldest?.['id']}`,
  )
  const ctx = { db: database.pool, principal: { kind: 'system' } as const, now: new Date(), requestId: newId() }
  await pruneEventDeliveries.run({ ...ctx, services, log })
  expect(await place.deliveries(id)).toMatchObject([{ id: newest?.['id'] }])
})

test('every event that the code emits can be asked for: a new one is added to EVENT_TYPES', () => {
  const files = globSync('src/modules/**/*.{service,queries}.ts', { cwd: new URL('../../..', import.meta.url) })
  const text = files.map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).join('\n')
  // News only say that a list has changed.
  const written = /(?:(?:emit|trace|(?<!news\.)tell)\(ctx,\s*|type: )'([a-z_]+\.[a-z_]+)'/g
  const emitted = [...text.matchAll(written)].map(([, type]) => type ?? '')
  expect(emitted).toContain('task.updated')
  // Requests to one subscriber, and lines of the log of an agent's session, which only its stream tells; what an app is asked to send.
  const unasked = ['inbound.received', 'interaction.resolved', 'message.user', 'message.send']
  const known = new Set<string>([...EVENT_TYPES, ...unasked])
  expect(emitted.filter((type) => !type.startsWith('event_hook.') && !known.has(type))).toEqual([])
})
