import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const department = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Task', departmentId: department.id })
  const { pool } = here.runtime.database
  const switchOff = (tagId: string) =>
    run(pool, sql`update task_tags set active = false where workspace_id = ${here.workspaceId} and id = ${tagId}`)
  const updates = () =>
    many(pool, sql`select id from outbox where workspace_id = ${here.workspaceId} and type = 'task.updated'`)
  const activities = () =>
    many(pool, sql`select details from task_activities where task_id = ${task.id} and action = 'task.updated'`)
  return { ...here, task, path: `/tasks/${task.id}`, switchOff, updates, activities }
}

test('the list holds the active tags of the workspace, newest first', async () => {
  const { asKey, make, switchOff } = await place()
  const [first, second, third] = [await make.tag(), await make.tag(), await make.tag()]
  await (await harness()).make.tag()
  await switchOff(second.id)
  const { body } = await asKey.get('/task-tags?limit=1')
  expect(body).toEqual({
    items: [{ id: third.id, name: third.name, color: '#2f6f4f', active: true }],
    pagination: { total: 2, limit: 1, offset: 0, hasMore: true },
  })
  expect((await asKey.get('/task-tags?offset=1')).body.items).toMatchObject([{ id: first.id }])
})

test('putting a tag on a task twice raises the version once', async () => {
  const { asKey, make, path, updates, activities } = await place()
  const tag = await make.tag()
  const first = await asKey.put(`${path}/tags/${tag.id}`)
  expect(first).toMatchObject({ status: 200, body: { tags: [{ id: tag.id }], version: 2 } })
  expect((await asKey.put(`${path}/tags/${tag.id}`)).body).toEqual(first.body)
  expect((await asKey.get(path)).body).toMatchObject({ tagIds: [tag.id], version: 2 })
  expect(await updates()).toHaveLength(1)
  expect(await activities()).toEqual([{ details: { changed: ['tagIds'], added: tag.id } }])
})

test('taking a tag off twice is no error, even when it is no longer active', async () => {
  const { asKey, make, path, switchOff, updates } = await place()
  const [kept, dropped] = [await make.tag(), await make.tag()]
  for (const { id } of [kept, dropped]) await asKey.put(`${path}/tags/${id}`)
  await switchOff(dropped.id)
  for (let time = 0; time < 2; time++) {
    const answer = await asKey.delete(`${path}/tags/${dropped.id}`)
    expect(answer).toMatchObject({ status: 200, body: { tags: [{ id: kept.id }], version: 4 } })
  }
  expect(await updates()).toHaveLength(3)
})

test('an inactive tag and one of another workspace are 404, and nothing changes', async () => {
  const { asKey, make, path, switchOff, task } = await place()
  const inactive = await make.tag()
  await switchOff(inactive.id)
  const foreign = await (await harness()).make.tag()
  for (const { id } of [inactive, foreign]) {
    expect(await asKey.put(`${path}/tags/${id}`)).toMatchObject({ status: 404, body: { code: 'tag_not_found' } })
  }
  expect((await asKey.delete(`${path}/tags/${foreign.id}`)).body.code).toBe('tag_not_found')
  expect((await asKey.get(path)).body).toEqual(task)
})

test('ten at once put the tag on once', async () => {
  const { asKey, make, path } = await place()
  const tag = await make.tag()
  const answers = await Promise.all(Array.from({ length: 10 }, () => asKey.put(`${path}/tags/${tag.id}`)))
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual(answers.map(() => [200, 2]))
})

test('a restricted key tags with its scope and not without it', async () => {
  const { as, make, path } = await place()
  const tag = await make.tag()
  const writer = await make.key({ integrationType: 'restricted', scopes: ['task-tags:write'] })
  expect((await as(writer.value).put(`${path}/tags/${tag.id}`)).status).toBe(200)
  expect((await as(writer.value).get('/task-tags')).body.code).toBe('insufficient_scope')
})
