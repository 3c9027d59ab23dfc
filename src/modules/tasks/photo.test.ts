import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { formOf } from '#test/upload-place.ts'

const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer()

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Fix the tap', departmentId })).body
  const path = `/api/app/v1/workspaces/${here.workspaceId}/tasks/${taskId}/photos`
  const upload = (file: Buffer, fields: Record<string, string> = {}, more: Record<string, string> = {}) => {
    const { body, type } = formOf(file, fields)
    return here.asAdmin.send('POST', path, body, { 'content-type': type, ...more })
  }
  async function addItem(kind: string): Promise<string> {
    const id = newId()
    await run(
      here.runtime.database.pool,
      sql`
      insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
      values (${here.workspaceId}, ${id}, ${taskId}, ${kind}, ${`A ${kind}`}, true, true, 1, now())`,
    )
    return id
  }
  const items = async () => (await here.asKey.get(`/tasks/${taskId}?include=checklist`)).body.checklist
  return { ...here, taskId, upload, addItem, items }
}

test('a photo from a desk is an attachment with a copy, once for each key, and answers its item', async () => {
  const { upload, addItem, items, asKey, taskId, app } = await place()
  const itemId = await addItem('PHOTO')
  const file = await picture()
  const added = await upload(file, { caption: 'After', checklistItemId: itemId }, { 'idempotency-key': 'one' })
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ caption: 'After', contentType: 'image/jpeg', externalSource: null })
  const again = await upload(file, { caption: 'After', checklistItemId: itemId }, { 'idempotency-key': 'one' })
  expect(again.body.id).toBe(added.body.id)
  const { body } = await asKey.get(`/tasks/${taskId}/attachments`)
  expect(body.items).toMatchObject([{ id: added.body.id }])
  expect(await items()).toMatchObject([{ completedAt: expect.any(String) }])
  const copy = await app.inject({ url: new URL(added.body.internalUrl).pathname })
  expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('what is no photo, or is for an item that wants none, is refused and not kept', async () => {
  const { upload, addItem, asKey, taskId } = await place()
  expect((await upload(Buffer.from('not a picture'))).body).toMatchObject({ code: 'file_not_an_image' })
  const itemId = await addItem('CHECK')
  const refused = await upload(await picture(), { checklistItemId: itemId })
  expect(refused.body).toMatchObject({ status: 422, code: 'answer_mismatch' })
  expect((await asKey.get(`/tasks/${taskId}/attachments`)).body.items).toEqual([])
})

test('a task of another workspace gets no photo, and a person of another workspace sends none', async () => {
  const [here, there] = [await place(), await place()]
  const { body, type } = formOf(await picture(), {})
  const headers = { 'content-type': type }
  const at = (workspaceId: string) => `/api/app/v1/workspaces/${workspaceId}/tasks/${there.taskId}/photos`
  const foreign = await here.asAdmin.send('POST', at(here.workspaceId), body, headers)
  expect(foreign.body).toMatchObject({ status: 404, code: 'task_not_found' })
  const stranger = await here.asAdmin.send('POST', at(there.workspaceId), body, headers)
  expect(stranger.body).toMatchObject({ status: 403, code: 'workspace_forbidden' })
  expect((await there.asKey.get(`/tasks/${there.taskId}/attachments`)).body.items).toEqual([])
})

test('items of every kind are answered at a desk, and answers are taken back', async () => {
  const { addItem, items, asAdmin, taskId } = await place()
  const answers = [
    ['CHECK', { done: true }, { done: false }],
    ['CONDITION', { value: 'POOR', note: 'Scratched' }, { value: null }],
    ['COUNT', { count: 4 }, { count: null }],
    ['TEXT', { text: '40 kWh' }, { text: null }],
    ['YES_NO', { yes: false }, { yes: null }],
    ['RATING', { stars: 5 }, { stars: null }],
  ] as const
  for (const [kind, said, takenBack] of answers) {
    const path = `/tasks/${taskId}/checklist-items/${await addItem(kind)}/answer`
    expect((await asAdmin.put(path, said)).body).toMatchObject({ kind, answer: said, completedAt: expect.any(String) })
    expect((await asAdmin.put(path, takenBack)).body).toMatchObject({ answer: null, completedAt: null })
  }
  expect((await items()).map(({ completedAt }: { completedAt: unknown }) => completedAt)).toEqual(Array(6).fill(null))
  const wrong = await asAdmin.put(`/tasks/${taskId}/checklist-items/${await addItem('COUNT')}/answer`, { text: 'four' })
  expect(wrong.body).toMatchObject({ status: 422, code: 'answer_mismatch' })
})

test('what asks for a photo is not completed by a tick, through no door', async () => {
  const { addItem, items, asAdmin, asKey, taskId } = await place()
  const [tick, photo, yesNo] = [await addItem('CHECK'), await addItem('PHOTO'), await addItem('YES_NO')]
  const path = `/tasks/${taskId}/checklist-items`
  expect(await asKey.post(`${path}/${photo}/complete`)).toMatchObject({
    status: 422,
    body: { code: 'answer_mismatch', detail: 'This item is answered by a photo.' },
  })
  const both = await asAdmin.patch(`/tasks/${taskId}/checklist`, { completedItemIds: [tick, photo] })
  expect(both.body).toMatchObject({ code: 'answer_mismatch', errors: [{ pointer: '/completedItemIds/1' }] })
  expect((await items()).filter(({ completedAt }: { completedAt: unknown }) => completedAt !== null)).toEqual([])
  expect((await asKey.patch(`/tasks/${taskId}`, { status: 'COMPLETED' })).body.code).toBe('completion_blocked')
  // What is complete stays so, whoever says it again.
  await asAdmin.put(`${path}/${yesNo}/answer`, { yes: false })
  expect((await asKey.post(`${path}/${yesNo}/complete`)).body).toMatchObject({ answer: { yes: false } })
  expect((await asKey.post(`${path}/${tick}/complete`)).body.completedAt).toEqual(expect.any(String))
})

test('a tick that came without an answer is taken back too', async () => {
  const { addItem, items, asAdmin, taskId } = await place()
  const itemId = await addItem('CHECK')
  await asAdmin.patch(`/tasks/${taskId}/checklist`, { completedItemIds: [itemId] })
  expect(await items()).toMatchObject([{ completedAt: expect.any(String), answer: null }])
  await asAdmin.put(`/tasks/${taskId}/checklist-items/${itemId}/answer`, { done: false })
  expect(await items()).toMatchObject([{ completedAt: null }])
})

test('a photo that is removed is gone with its files, opens the item that it answered, and is told once', async () => {
  const { upload, addItem, items, asAdmin, asKey, taskId, app, runtime, workspaceId } = await place()
  const itemId = await addItem('PHOTO')
  const file = await picture()
  const { body: first } = await upload(file, { checklistItemId: itemId })
  const { body: second } = await upload(file, { checklistItemId: itemId })
  const path = `/tasks/${taskId}/attachments`
  const at = (url: string) => app.inject({ url: new URL(url).pathname })

  const removed = await asAdmin.delete(`${path}/${first.id}`, { 'idempotency-key': 'away' })
  expect(removed).toMatchObject({ status: 200, body: { id: first.id, deleted: true } })
  const again = await asAdmin.delete(`${path}/${first.id}`, { 'idempotency-key': 'away' })
  expect(again.body).toEqual(removed.body)
  expect((await asAdmin.delete(`${path}/${first.id}`)).body.code).toBe('attachment_not_found')
  expect((await at(first.internalUrl)).statusCode).toBe(404)
  expect((await at(second.internalUrl)).statusCode).toBe(200)
  // The other photo still answers it.
  expect(await items()).toMatchObject([{ completedAt: expect.any(String) }])

  await asAdmin.delete(`${path}/${second.id}`)
  expect(await items()).toMatchObject([{ completedAt: null }])
  expect((await asKey.get(path)).body.items).toEqual([])
  const { pool } = runtime.database
  expect(await many(pool, sql`select 1 from file_drafts where workspace_id = ${workspaceId}`)).toEqual([])
  const told = await many<{ id: string }>(
    pool,
    sql`
    select payload->>'attachmentId' as id from outbox
    where workspace_id = ${workspaceId} and type = 'task.attachment_removed' order by id`,
  )
  expect(told.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
})
