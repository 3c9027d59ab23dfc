import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from '#test/client.ts'
import { harness, type Harness } from '#test/harness.ts'

async function place(body: object = {}) {
  const here = await harness()
  const department = await here.make.department()
  const task = async (): Promise<Answer['body']> =>
    (await here.asKey.post('/tasks', { title: 'Task', departmentId: department.id, ...body })).body
  const first = await task()
  const path = `/tasks/${first.id}`
  return { ...here, task, first, path, items: `${path}/checklist-items` }
}

function action(fields: object = {}) {
  return {
    externalSource: 'acme',
    externalId: 'a-1',
    actionUrl: 'https://acme.example/a-1',
    blocksCompletion: true,
    ...fields,
  }
}

async function eventsOf({ runtime, workspaceId }: Harness): Promise<string[]> {
  const rows = await many<{ type: string }>(
    runtime.database.pool,
    sql`select type from outbox where workspace_id = ${workspaceId} and type like 'task.%' and type <> 'task.created' order by id`,
  )
  return rows.map(({ type }) => type)
}

test('an external action becomes an item with its defaults, and the task a new version', async () => {
  const here = await place()
  const { asKey, path, items, first, runtime } = here
  const added = await asKey.post(items, action())
  expect(added).toMatchObject({
    status: 201,
    body: { ...action(), kind: 'EXTERNAL', title: 'Open in acme', required: true, completedAt: null },
  })
  expect((await asKey.send('GET', added.headers.location ?? '')).body).toEqual(added.body)
  expect((await asKey.get(items)).body).toEqual({
    items: [added.body],
    pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
  })
  expect((await asKey.get(`${path}?include=checklist`)).body).toMatchObject({
    version: 2,
    description: first.description,
    checklist: [added.body],
  })
  expect(await eventsOf(here)).toEqual(['task.checklist_changed'])
  const activities = await many(
    runtime.database.pool,
    sql`select action, details from task_activities where task_id = ${first.id} and action <> 'task.created'`,
  )
  expect(activities).toEqual([{ action: 'task.checklist_changed', details: { added: added.body.id } }])
})

test('the same pair again is 200 with the same item, twenty times at once too', async () => {
  const here = await place()
  const { asKey, items, path } = here
  const { body: first } = await asKey.post(items, action())
  const again = await asKey.post(items, action({ title: 'Other', actionUrl: 'https://acme.example/other' }))
  expect([again.status, again.body, again.headers.location]).toEqual([200, first, undefined])
  const twins = await Promise.all(Array.from({ length: 20 }, () => asKey.post(items, action({ externalId: 'a-2' }))))
  expect(twins.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(twins.filter(({ status }) => status === 200)).toHaveLength(19)
  expect(new Set(twins.map(({ body }) => body.id)).size).toBe(1)
  expect((await asKey.get(path)).body.version).toBe(3)
  expect(await eventsOf(here)).toHaveLength(2)
})

test('an actionUrl that is not https is 400 and names the field', async () => {
  const { asKey, items, path, first } = await place()
  for (const actionUrl of [
    'http://acme.example',
    'javascript:alert(1)',
    'acme.example',
    'HTTPS://acme.example',
    'https://a:b@acme.example',
  ]) {
    const refused = await asKey.post(items, action({ actionUrl }))
    const message = 'Must be an address that begins with https://, without blanks, a user name or a password.'
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: '/actionUrl', message }] })
  }
  expect((await asKey.get(path)).body).toEqual(first)
})

test('completing is idempotent, keeps the first time, and lets the task be completed', async () => {
  const here = await place()
  const { asKey, items, path } = here
  const { body: item } = await asKey.post(items, action())
  const blocked = await asKey.patch(path, { status: 'COMPLETED' })
  expect(blocked.body).toMatchObject({
    code: 'completion_blocked',
    blockers: [{ kind: 'checklist_item', id: item.id, title: item.title, actionUrl: item.actionUrl }],
  })
  const done = await asKey.post(`${items}/external/acme/a-1/complete`)
  expect(done).toMatchObject({ status: 200, body: { id: item.id, completedAt: expect.any(String) } })
  expect((await asKey.post(`${items}/${item.id}/complete`)).body).toEqual(done.body)
  expect((await asKey.get(path)).body.version).toBe(3)
  expect(await eventsOf(here)).toHaveLength(2)
  expect((await asKey.patch(path, { status: 'COMPLETED' })).status).toBe(200)
})

test('an item of another task, and a pair that nobody sent, are 404', async () => {
  const { asKey, items, task } = await place()
  const { body: item } = await asKey.post(items, action())
  const other = `/tasks/${(await task()).id}/checklist-items`
  for (const path of [`${other}/${item.id}/complete`, `${other}/external/acme/a-1/complete`]) {
    expect((await asKey.post(path)).body.code).toBe('checklist_item_not_found')
  }
  expect((await asKey.get(`${other}/${item.id}`)).body.code).toBe('checklist_item_not_found')
  expect((await asKey.get(`${items}/${item.id}`)).body.completedAt).toBeNull()
})

test('a completed task takes no more blockers, but other items', async () => {
  const { asKey, items, path } = await place()
  await asKey.patch(path, { status: 'COMPLETED' })
  expect(await asKey.post(items, action())).toMatchObject({ status: 409, body: { code: 'task_completed' } })
  expect((await asKey.post(items, action({ required: false }))).status).toBe(201)
  expect((await asKey.post(items, action({ externalId: 'a-2', blocksCompletion: false }))).status).toBe(201)
})

test('completing races with a blocker being added: never both', async () => {
  const { asKey, task } = await place()
  for (let round = 0; round < 8; round++) {
    const path = `/tasks/${(await task()).id}`
    const [done, added] = await Promise.all([
      asKey.patch(path, { status: 'COMPLETED' }),
      asKey.post(`${path}/checklist-items`, action()),
    ])
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([done.status, added.status])
  }
})

test('a preset source gets one labelled line in the description, which can be searched and is told once', async () => {
  const here = await place({ description: 'It drips.' })
  const { asKey, items, path } = here
  const preset = action({ externalSource: 'rapideye', title: 'Finish   the inspection' })
  for (let time = 0; time < 3; time++) await asKey.post(items, preset)
  const { body } = await asKey.get(path)
  expect(body).toMatchObject({
    description: 'It drips.\n\nFinish the inspection: https://acme.example/a-1',
    version: 2,
  })
  expect((await asKey.get('/tasks?q=acme.example')).body.items).toMatchObject([{ id: body.id }])
  const again = 'task.sync_requested'
  expect(await eventsOf(here)).toEqual(['task.description_linked', 'task.checklist_changed', again, again])
  await asKey.post(items, { ...preset, externalId: 'a-2' })
  expect((await asKey.get(path)).body).toMatchObject({ description: body.description, version: 3 })
})

test('a description without room for the link is 422, and nothing changes', async () => {
  const { asKey, items, path, first } = await place({ description: 'x'.repeat(49_990) })
  const refused = await asKey.post(items, action({ externalSource: 'rapideye' }))
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'description_full', errors: [{ pointer: '/actionUrl' }] },
  })
  expect((await asKey.get(path)).body).toEqual(first)
})

test('a restricted key with checklists:write adds and completes, and reads nothing', async () => {
  const { as, make, items } = await place()
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['checklists:write'] })
  expect((await as(value).post(items, action())).status).toBe(201)
  expect((await as(value).post(`${items}/external/acme/a-1/complete`)).status).toBe(200)
  expect((await as(value).get(items)).body.code).toBe('insufficient_scope')
})
