import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { sql } from '#core/sql.ts'
import { serve } from './peer.ts'
import { PNG } from './photos.ts'
import { expectFault, NOBODY, place } from './spec-place.ts'

const LINK = {
  externalSource: 'acme',
  externalId: 'a-1',
  actionUrl: 'https://acme.example/a-1',
  blocksCompletion: true,
}

async function withTask() {
  const here = await place()
  const task = await here.task()
  return { ...here, made: task, path: `/tasks/${task.id}`, items: `/tasks/${task.id}/checklist-items` }
}

test.each<[field: keyof typeof LINK, good: unknown, bad: unknown[]]>([
  ['externalSource', 'other', [5, '', null]],
  ['externalId', 'a-2', [5, '', null]],
  ['actionUrl', 'https://acme.example/other', ['http://acme.example/1', 'acme.example', 'javascript:alert(1)', null]],
  ['blocksCompletion', false, ['true', 1, null]],
])('2.10 checklist item: %s', async (field, good, bad) => {
  const { asKey, items } = await withTask()
  expect((await asKey.post(items, LINK)).body[field]).toEqual(LINK[field])
  const other = { ...LINK, externalId: 'a-3', [field]: good }
  expect((await asKey.post(items, other)).body).toMatchObject(other)
  for (const value of bad) expectFault(await asKey.post(items, { ...LINK, [field]: value }), 400, field, value)
  const { [field]: _, ...without } = LINK
  expectFault(await asKey.post(items, without), 400, field)
})

test('2.10 checklist item: the pair of externalSource and externalId is unique per task and makes retries safe', async () => {
  const { asKey, items, task } = await withTask()
  const first = await asKey.post(items, LINK)
  const again = await asKey.post(items, LINK)
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
  expect((await asKey.get(items)).body.pagination.total).toBe(1)
  const elsewhere = await asKey.post(`/tasks/${(await task()).id}/checklist-items`, LINK)
  expect([elsewhere.status, elsewhere.body.id === first.body.id]).toEqual([201, false])
})

test('3.3 an item is pending, then completed; repeated completion keeps the first time', async () => {
  const { asKey, items } = await withTask()
  const { body: item } = await asKey.post(items, LINK)
  expect(item.completedAt).toBeNull()
  const { body: done } = await asKey.post(`${items}/${item.id}/complete`)
  expect(done).toEqual({ ...item, completedAt: expect.any(String) })
  for (const address of [`${items}/${item.id}/complete`, `${items}/external/acme/a-1/complete`]) {
    expect(await asKey.post(address)).toMatchObject({ status: 200, body: done })
  }
})

test.each([
  [true, true, 409],
  [true, false, 200],
  [false, true, 200],
  [false, false, 200],
])(
  '3.3 required %s with blocksCompletion %s: completing the task is %d until it is done',
  async (required, blocks, status) => {
    const { asKey, items, path } = await withTask()
    await asKey.post(items, { ...LINK, required, blocksCompletion: blocks })
    expect((await asKey.patch(path, { status: 'COMPLETED' })).status).toBe(status)
    await asKey.post(`${items}/external/acme/a-1/complete`)
    expect((await asKey.patch(path, { status: 'COMPLETED' })).status).toBe(200)
  },
)

async function withPhoto(type = 'image/png', bytes: Buffer = PNG) {
  const here = await withTask()
  const peer = await serve((_request, response) => response.setHeader('content-type', type).end(bytes))
  const sourceUrl = `http://${peer.host.replace('127.0.0.1', 'localhost')}/1.png?signature=s3cr3t`
  const body = { sourceUrl, externalSource: 'acme', externalId: 'p-1' }
  return { ...here, peer, body, attach: `${here.path}/attachments` }
}

test('2.10 attachment request: source URL, external id and an ignored sizeBytes', async () => {
  const { asKey, attach, body } = await withPhoto()
  for (const field of ['sourceUrl', 'externalId']) {
    expectFault(await asKey.post(attach, { ...body, [field]: undefined }), 400, field)
  }
  expect((await asKey.post(attach, { ...body, sizeBytes: 7 })).body.sizeBytes).toBe(PNG.length)
})

test('2.10 attachment response: internalUrl and externalUrl, both the stored copy, never the source', async () => {
  const { asKey, asNobody, attach, body } = await withPhoto()
  const { body: made } = await asKey.post(attach, body)
  expect(made.externalUrl).toBe(made.internalUrl)
  const { status, headers } = await asNobody.send('GET', new URL(made.internalUrl).pathname)
  expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'image/png', String(PNG.length)])
  const answers = [made, (await asKey.get(attach)).body, (await asKey.get(`${attach}/${made.id}`)).body]
  expect(JSON.stringify(answers)).not.toMatch(/localhost:(?!3000)|s3cr3t/)
})

test('2.10 task tag: an id, and active or not', async () => {
  const { asKey, asAdmin, make } = await place()
  const { id } = await make.tag()
  expect((await asKey.get('/task-tags')).body.items).toMatchObject([{ id, active: true }])
  await asAdmin.patch(`/task-tags/${id}`, { active: false })
  expect((await asKey.get('/task-tags')).body.items).toEqual([])
})

test('2.10 assignable user: display name, role, membership, user and departments; no e-mail, no phone', async () => {
  const { asKey, admin, department, asAdmin } = await place()
  await asAdmin.patch(`/members/${admin.membershipId}`, { departmentIds: [department.id] })
  expect((await asKey.get('/users')).body.items).toEqual([
    {
      userId: admin.userId,
      membershipId: admin.membershipId,
      displayName: admin.fullName,
      role: 'admin',
      departmentIds: [department.id],
    },
  ])
})

test('3.5 the copy is stored during the POST, and its sync is queued', async () => {
  const { asKey, asNobody, attach, body, peer, runtime, workspaceId } = await withPhoto()
  const made = await asKey.post(attach, body)
  expect([made.status, peer.seen.length]).toEqual([201, 1])
  expect((await asNobody.send('GET', new URL(made.body.internalUrl).pathname)).status).toBe(200)
  const events = sql`select payload from outbox where workspace_id = ${workspaceId} and type = 'task.attachment_added'`
  expect(await many(runtime.database.pool, events)).toMatchObject([{ payload: { attachmentId: made.body.id } }])
})

test('3.5 the same task, source and external id again: the attachment that is there, without a download', async () => {
  const { asKey, attach, body, peer } = await withPhoto()
  const first = await asKey.post(attach, body)
  const again = await asKey.post(attach, { ...body, sourceUrl: `${body.sourceUrl}&fresh=1` })
  expect([again.status, again.body, peer.seen.length]).toEqual([200, first.body, 1])
})

test('3.5 a record from before durable storage gets a copy when a fresh source URL is sent', async () => {
  const { asKey, attach, body, made, runtime, workspaceId, peer } = await withPhoto()
  const id = newId()
  await run(
    runtime.database.pool,
    sql`
    insert into task_attachments (workspace_id, id, task_id, external_source, external_id, created_at)
    values (${workspaceId}, ${id}, ${made.id}, 'acme', 'p-1', ${new Date()})`,
  )
  expect((await asKey.get(`${attach}/${id}`)).body.internalUrl).toBeNull()
  const filled = await asKey.post(attach, body)
  expect(filled.body).toMatchObject({ id, internalUrl: expect.any(String), sizeBytes: PNG.length })
  expect(peer.seen).toHaveLength(1)
})

test('4.5 create a linked checklist action: the item’s link, the template as it was', async () => {
  const { asKey, asAdmin, task } = await place()
  const items = [{ kind: 'CHECK', title: 'Linen', required: true, blocksCompletion: true }]
  const { body: template } = await asAdmin.post('/task-templates', { name: 'Turnover', items })
  const { id } = await task({ templateId: template.id })
  await asKey.post(`/tasks/${id}/checklist-items`, LINK)
  const { body } = await asKey.get(`/tasks/${id}/checklist-items`)
  expect(body.items.map(({ title, actionUrl }: { title: string; actionUrl: string }) => [title, actionUrl])).toEqual([
    ['Linen', null],
    ['Open in acme', LINK.actionUrl],
  ])
  expect((await asAdmin.get(`/task-templates/${template.id}`)).body).toEqual(template)
})

test('4.5 a preset source appends one labelled link to the description, once; others stay internal', async () => {
  const { asKey, task } = await place()
  const { id } = await task({ description: 'It drips.' })
  await asKey.post(`/tasks/${id}/checklist-items`, LINK)
  expect((await asKey.get(`/tasks/${id}`)).body.description).toBe('It drips.')
  const preset = { ...LINK, externalSource: 'rapideye', title: 'Inspection' }
  for (let time = 0; time < 2; time += 1) await asKey.post(`/tasks/${id}/checklist-items`, preset)
  expect((await asKey.get(`/tasks/${id}`)).body.description).toBe(`It drips.\n\nInspection: ${LINK.actionUrl}`)
})

test('4.5 mark the external item complete, by its id and by the caller’s own', async () => {
  const { asKey, items } = await withTask()
  await asKey.post(items, LINK)
  const { body: other } = await asKey.post(items, { ...LINK, externalId: 'a-2' })
  for (const address of [`${items}/external/acme/a-1/complete`, `${items}/${other.id}/complete`]) {
    expect(await asKey.post(address)).toMatchObject({ status: 200, body: { completedAt: expect.any(String) } })
  }
})

test('4.5 attach a durable photo: the content must be image/* by its header and by its bytes', async () => {
  for (const [type, bytes] of [
    ['text/html', PNG],
    ['image/png', Buffer.from('<!doctype html><p>no photo')],
  ] as const) {
    const { asKey, attach, body } = await withPhoto(type, bytes)
    expect((await asKey.post(attach, body)).body).toMatchObject({ status: 422, code: 'not_an_image' })
    expect((await asKey.get(attach)).body.items).toEqual([])
  }
})

test('4.5 list active tags; assign a tag by its id, idempotently', async () => {
  const { asKey, path, make } = await withTask()
  const { id } = await make.tag()
  expect((await asKey.get('/task-tags')).body.items).toMatchObject([{ id }])
  for (let time = 0; time < 2; time += 1) {
    expect(await asKey.put(`${path}/tags/${id}`)).toMatchObject({ status: 200, body: { tags: [{ id }], version: 2 } })
  }
  expect((await asKey.get(path)).body.tagIds).toEqual([id])
  expect((await asKey.put(`${path}/tags/${NOBODY}`)).body.code).toBe('tag_not_found')
})
