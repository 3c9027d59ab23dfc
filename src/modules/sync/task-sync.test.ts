import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { PNG, servePhoto } from '#test/photos.ts'
import { quickSync, withProvider, type Connected } from '#test/syncing.ts'
import { soon, working } from '#test/working.ts'

const connected = withProvider()

const begin = async (): Promise<Connected> => {
  const place = await connected()
  await working(place, [quickSync])
  return place
}
const created = (place: Connected): number => place.account.calls.filter((call) => call === 'POST /task/').length

/** Until the history has this outcome for the newest event. */
const until = (place: Connected, taskId: string, line: object): Promise<void> =>
  soon(async () => expect((await place.said(taskId))[0]).toMatchObject(line))

test('a new task is created at the provider once, with what it is about and a link back', async () => {
  const place = await begin()
  const task = await place.newTask({
    description: 'Two beds.',
    priority: 'URGENT',
    scheduledDate: '2026-12-01',
    scheduledTime: '09:30',
  })
  await until(place, task.id, { outcome: 'done', actions: ['created'], event: 'task.created' })
  expect(place.account.bodies).toEqual([
    {
      home_id: '501',
      name: 'Change the linen',
      type_department: 'housekeeping',
      type_priority: 'urgent',
      description: `Two beds.\n\n${task.shortId}: http://localhost:3000/w/${place.workspaceId}/tasks/${task.id}`,
      scheduled_date: '2026-12-01',
      scheduled_time: '09:30:00',
      assignments: [],
    },
  ])
  expect(place.account.calls).toEqual(['login', 'GET /property', 'POST /task/'])
  const [line] = await place.said(task.id)
  expect(line?.['remoteId']).toBe(String(place.account.tasks[0]?.id))
  expect(await place.connection()).toMatchObject({ status: 'active', lastError: null, lastSyncAt: expect.any(String) })
})

test('changes, completion, deletion and restoration follow', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await until(place, id, { actions: ['created'] })
  const [remote] = place.account.tasks
  await place.asKey.patch(`/tasks/${id}`, { title: 'Change all linen', priority: 'LOWEST' })
  await until(place, id, { actions: ['updated'] })
  expect(remote).toMatchObject({ name: 'Change all linen', type_priority: 'low' })
  await place.asKey.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  await until(place, id, { actions: ['closed'] })
  expect(remote?.type_task_status.code).toBe('closed')
  await place.asKey.patch(`/tasks/${id}`, { status: 'IN_PROGRESS' })
  await until(place, id, { actions: ['reopened'] })
  await place.asKey.delete(`/tasks/${id}`)
  await soon(() => expect(remote?.type_task_status.code).toBe('deleted'))
  await place.asAdmin.post(`/tasks/${id}/restore`)
  await soon(() => expect(place.account.tasks).toHaveLength(2))
  await until(place, id, { event: 'task.restored', actions: ['created'] })
  expect(place.account.tasks[1]).toMatchObject({ name: 'Change all linen', type_task_status: { code: 'created' } })
})

test('events that come twice, late or in another order send nothing twice', async () => {
  const place = await connected()
  const { id } = await place.newTask()
  await place.asKey.patch(`/tasks/${id}`, { title: 'Newest' })
  await place.deliver('task.updated', id)
  expect(place.account.bodies).toMatchObject([{ name: 'Newest' }])
  await place.deliver('task.created', id)
  await place.deliver('task.updated', id)
  expect(place.account.calls).toEqual(['login', 'GET /property', 'POST /task/'])
  expect((await place.said(id))[0]).toMatchObject({ outcome: 'done', actions: ['nothing new'] })
  await place.asKey.delete(`/tasks/${id}`)
  await place.deliver('task.deleted', id)
  await place.deliver('task.deleted', id)
  await place.deliver('task.updated', id)
  expect(place.account.calls.slice(3)).toEqual(['DELETE /task/:id'])
})

test('many changes at once leave one counterpart with the newest state', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await Promise.all(
    Array.from({ length: 12 }, (_, number) => place.asKey.patch(`/tasks/${id}`, { title: `Title ${number}` })),
  )
  const { title } = (await place.asKey.get(`/tasks/${id}`)).body
  await soon(async () => {
    const lines = await place.said(id)
    expect(lines.filter(({ outcome }) => outcome === 'done')).toHaveLength(13)
  })
  expect(created(place)).toBe(1)
  expect(place.account.tasks).toMatchObject([{ name: title }])
})

test('while one worker waits for the provider, others wait for that worker', async () => {
  const place = await connected()
  const { id } = await place.newTask()
  const gate = Promise.withResolvers<void>()
  place.account.next.push({ after: gate.promise, on: 'POST /task/' })
  const first = place.deliver('task.created', id)
  await soon(() => expect(created(place)).toBe(1))
  await place.asKey.patch(`/tasks/${id}`, { title: 'Newest' })
  let isOver = false
  const second = place.deliver('task.updated', id).finally(() => (isOver = true))
  // Long enough for the second to have taken the link twice, if it could.
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect([isOver, place.account.calls.length]).toEqual([false, 3])
  gate.resolve()
  await Promise.all([first, second])
  expect(place.account.tasks).toMatchObject([{ name: 'Newest' }])
  expect(place.account.calls.slice(2)).toEqual(['POST /task/', 'PATCH /task/:id'])
})

test('a create whose answer was lost is found again, not made again', async () => {
  const place = await begin()
  place.account.next.push({ dieAfter: true, on: 'POST /task/' })
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'done', actions: ['found', 'updated'] })
  expect(place.account.tasks).toHaveLength(1)
  expect(created(place)).toBe(1)
  // The counterpart of an earlier life has the same reference, and is not taken for the new one.
  await place.asKey.delete(`/tasks/${id}`)
  await soon(() => expect(place.account.tasks[0]?.type_task_status.code).toBe('deleted'))
  place.account.next.push({ dieAfter: true, on: 'POST /task/' })
  await place.asAdmin.post(`/tasks/${id}/restore`)
  await until(place, id, { event: 'task.restored', actions: ['found', 'updated'] })
  expect(place.account.tasks).toHaveLength(2)
  expect((await place.said(id))[0]?.['remoteId']).toBe(String(place.account.tasks[1]?.id))
})

test('what a worker that died had begun is taken over when its lease is over', async () => {
  const place = await connected()
  const { id } = await place.newTask()
  place.account.next.push({ dieAfter: true, on: 'POST /task/' })
  await expect(place.deliver('task.created', id)).rejects.toThrow('could not be reached')
  const { pool } = place.runtime.database
  const lease = (until: string) =>
    run(
      pool,
      sql`
      update task_sync_links set lease_token = ${newId()}, leased_until = now() + ${until}::interval
      where task_id = ${id} and create_started_at is not null and remote_id is null returning task_id`,
    )
  expect(await lease('2 seconds')).toBe(1)
  await place.deliver('task.created', id)
  expect((await place.said(id))[0]).toMatchObject({ outcome: 'done', actions: ['found', 'updated'] })
  expect(place.account.tasks).toHaveLength(1)
  expect(await lease('1 minute')).toBe(0)
})

test('a create that never reached the provider is made', async () => {
  const place = await begin()
  place.account.next.push({ status: 503, on: 'POST /task/' })
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'done', actions: ['created'] })
  expect(place.account.tasks).toHaveLength(1)
})

test('what the provider refuses fails at once with its words, and a replay mends it', async () => {
  const place = await begin()
  const { id } = await place.newTask({ title: 'Refuse me' })
  await until(place, id, { outcome: 'failed', error: 'Breezeway answered 422: name: no, and I say so to Refuse me' })
  expect(created(place)).toBe(1)
  expect((await place.connection())['status']).toBe('active')
  const letter = await soon(async () => {
    const { items } = (await place.asAdmin.get('/dead-letters?subscriber=sync')).body
    expect(items).toHaveLength(1)
    return items[0]
  })
  expect(letter.attempts).toBe(1)
  await place.asKey.patch(`/tasks/${id}`, { title: 'Please' })
  await until(place, id, { event: 'task.updated', outcome: 'done' })
  await place.asAdmin.post(`/dead-letters/${letter.id}/replay`)
  await soon(async () => {
    const lines = await place.said(id)
    expect(lines.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })
  expect(place.account.tasks).toHaveLength(1)
})

test('after 429 nobody calls until the time is over', async () => {
  const place = await begin()
  place.account.next.push({ status: 429, headers: { 'retry-after': '300' }, on: 'POST /task/' })
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'retrying', error: 'Breezeway answered 429: no' })
  const other = await place.newTask()
  await until(place, other.id, { outcome: 'retrying', error: 'The provider asked for patience.' })
  const { pool } = place.runtime.database
  const waiting = await soon(async () => {
    const found = await many<{ seconds: number }>(
      pool,
      sql`
      select extract(epoch from start_after - now())::int as seconds from pgboss.job
      where name = 'event.sync' and state = 'retry' and data -> 'event' ->> 'workspaceId' = ${place.workspaceId}`,
    )
    expect(found).toHaveLength(2)
    return found
  })
  for (const { seconds } of waiting) expect(seconds).toBeGreaterThan(200)
  expect(created(place)).toBe(1)
  expect((await place.connection())['status']).toBe('active')
})

test('a property that is not mapped is skipped with the reason; once it is, everything can be sent', async () => {
  const place = await begin()
  const { id: propertyId } = await place.make.property({ name: 'Casa Verde' })
  const { id } = await place.newTask({ propertyId })
  const reason = 'The property is not mapped to one of the provider.'
  await until(place, id, { outcome: 'skipped', reason })
  expect((await place.asAdmin.get('/dead-letters')).body.items).toEqual([])
  place.account.properties.push({ id: 777, reference_property_id: null, name: 'Green' })
  await place.asAdmin.put(`/connections/${place.connectionId}/properties/${propertyId}`, { remoteId: '777' })
  const { body } = await place.asAdmin.post(`/connections/${place.connectionId}/sync`)
  expect(body).toEqual({ queued: 1 })
  await until(place, id, { event: 'task.sync_requested', outcome: 'done', actions: ['created'] })
  expect(place.account.tasks).toMatchObject([{ home_id: '777' }])
  expect((await place.asAdmin.post(`/connections/${place.connectionId}/sync`)).body).toEqual({ queued: 0 })
})

test('drafts, office work and tasks without a property are not sent, and say why', async () => {
  const place = await begin()
  const office = await place.make.department({ name: 'Bookkeeping', kind: 'office' })
  const reasons = [
    [{ departmentId: office.id }, 'Tasks of the office department Bookkeeping are not sent.'],
    [{ propertyId: null }, 'The task has no property.'],
  ] as const
  for (const [fields, reason] of reasons) {
    const { id } = await place.newTask(fields)
    await until(place, id, { outcome: 'skipped', reason })
  }
  expect(place.account.tasks).toEqual([])
  await place.asAdmin.patch(`/connections/${place.connectionId}`, { status: 'paused' })
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'skipped', reason: 'The connection is paused.' })
  await place.asKey.patch(`/tasks/${id}`, { status: 'DRAFT' })
  await place.asAdmin.patch(`/connections/${place.connectionId}`, {
    status: 'active',
    settings: { departments: [{ departmentId: office.id, remoteDepartment: 'inspection' }] },
  })
  await place.asKey.patch(`/tasks/${id}`, { title: 'Still a draft' })
  await until(place, id, { outcome: 'skipped', reason: 'A task that is DRAFT is not sent to the provider.' })
  await place.asKey.patch(`/tasks/${id}`, { status: 'OPEN', departmentId: office.id })
  await until(place, id, { outcome: 'done' })
  expect(place.account.tasks).toMatchObject([{ type_department: 'inspection' }])
})

test('people are known by their e-mail; whom the provider does not have is left out', async () => {
  const place = await begin()
  const [known, unknown] = [await place.make.person(), await place.make.person()]
  place.account.people.push({ id: 31, emails: [known.email.toUpperCase()] }, { id: 32, emails: [] })
  const { id } = await place.newTask({ primaryUserId: unknown.userId, secondaryAssigneeIds: [known.userId] })
  await until(place, id, { outcome: 'done' })
  expect(place.account.tasks).toMatchObject([{ assignments: [31] }])
})

test('the checklist and the link of a preset source are in the description, each once', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'done' })
  const action = {
    externalSource: 'rapideye',
    externalId: 'scan-1',
    actionUrl: 'https://inspections.example/1',
    title: 'Scan',
    blocksCompletion: true,
  }
  // The line is there, its delivery fails at first.
  place.account.next.push({ status: 500, on: 'PATCH /task/:id' }, { dieAfter: true, on: 'PATCH /task/:id' })
  const { body: item } = await place.asKey.post(`/tasks/${id}/checklist-items`, action)
  await soon(async () => {
    const lines = (await place.said(id)).filter(({ event }) => event === 'task.description_linked')
    expect(lines).toMatchObject([{ outcome: 'done' }])
  })
  const [remote] = place.account.tasks
  expect(remote?.description.split('\n').filter((line) => line.includes('inspections.example'))).toHaveLength(1)
  expect(remote?.description).toContain('Checklist\n[ ] Scan')
  await place.asKey.post(`/tasks/${id}/checklist-items/${item.id}/complete`)
  await soon(() => expect(remote?.description).toContain('Checklist\n[x] Scan'))
})

test('a link whose delivery failed for good can be replayed, without a second line', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'done' })
  const refused = { status: 400, body: { message: 'not today' }, on: 'PATCH /task/:id' }
  place.account.next.push(refused, refused)
  await place.asKey.post(`/tasks/${id}/checklist-items`, {
    externalSource: 'rapideye',
    externalId: 'scan-2',
    actionUrl: 'https://inspections.example/2',
    blocksCompletion: false,
  })
  const letters = await soon(async () => {
    const { items } = (await place.asAdmin.get('/dead-letters?subscriber=sync')).body
    expect(items).toHaveLength(2)
    return items as { id: string; error: string }[]
  })
  expect(letters.map(({ error }) => error)).toEqual(Array(2).fill('Breezeway answered 400: not today'))
  expect(place.account.tasks[0]?.description).not.toContain('inspections.example')
  for (const letter of letters) await place.asAdmin.post(`/dead-letters/${letter.id}/replay`)
  await soon(async () => {
    const outcomes = (await place.said(id)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['done', 'done', 'done'])
  })
  const lines = place.account.tasks[0]?.description.split('\n') ?? []
  expect(lines.filter((line) => line.includes('inspections.example'))).toHaveLength(1)
})

test('a photo is uploaded once, also when the answer to it is lost', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await until(place, id, { outcome: 'done' })
  place.account.next.push({ dieAfter: true, on: 'POST /task/:id/photos' })
  const attach = async (externalId: string): Promise<number> => {
    const body = { sourceUrl: await servePhoto(), externalSource: 'app', externalId, fileName: 'sink "1".png' }
    return (await place.asKey.post(`/tasks/${id}/attachments`, body)).status
  }
  expect(await attach('one')).toBe(201)
  await until(place, id, { event: 'task.attachment_added', outcome: 'done' })
  expect(place.account.uploads).toEqual([{ fileName: 'sink _1_.png', bytes: PNG }])
  expect(await attach('two')).toBe(201)
  await until(place, id, { event: 'task.attachment_added', outcome: 'done', actions: ['photo added'] })
  expect(place.account.uploads).toHaveLength(2)
})

test('a task that moves to another property is deleted there and created anew', async () => {
  const place = await begin()
  place.account.properties.push({ id: 502, reference_property_id: null, name: 'Verde' })
  const { id: propertyId } = await place.make.property({ name: 'Casa Verde' })
  await place.asAdmin.put(`/connections/${place.connectionId}/properties/${propertyId}`, { remoteId: '502' })
  const { id } = await place.newTask()
  await until(place, id, { actions: ['created'] })
  await place.asKey.patch(`/tasks/${id}`, { propertyId })
  await until(place, id, { actions: ['deleted', 'created'] })
  expect(place.account.tasks).toMatchObject([
    { home_id: '501', type_task_status: { code: 'deleted' } },
    { home_id: '502', type_task_status: { code: 'created' } },
  ])
})

test('what somebody deleted at the provider stays deleted', async () => {
  const place = await begin()
  const { id } = await place.newTask()
  await until(place, id, { actions: ['created'] })
  Object.assign(place.account.tasks[0] ?? {}, { type_task_status: { code: 'deleted' } })
  await place.asKey.patch(`/tasks/${id}`, { title: 'Too late' })
  await until(place, id, { outcome: 'skipped', reason: 'The task was deleted at the provider.' })
  expect(place.account.tasks).toHaveLength(1)
})

test('with the provider down requests are answered, others go on, and it catches up by itself', async () => {
  const place = await connected()
  const name = `steady-${newId().slice(-8)}`
  const steady = taskEffect({ name, on: ['task.created'], act: async () => ({}) })
  await working(place, [quickSync, steady])
  place.account.next.push(...Array.from({ length: 3 }, () => ({ status: 503, on: 'GET /property' })))
  place.account.next.push({ hang: true, on: 'POST /task/' })
  const { id } = await place.newTask()
  await soon(async () => {
    const { items } = (await place.asAdmin.get(`/tasks/${id}/activity`)).body
    const effects = items.map(({ details }: { details: Record<string, unknown> }) => details)
    expect(effects).toContainEqual({ effect: name, event: 'task.created', outcome: 'done' })
  })
  await soon(async () =>
    expect(await place.connection()).toMatchObject({ status: 'failing', lastError: 'Breezeway answered 503: no' }),
  )
  await soon(() => expect(created(place)).toBe(1))
  const other = await place.newTask()
  await until(place, other.id, { outcome: 'done' })
  expect(await place.connection()).toMatchObject({ status: 'active', lastError: null })
})
