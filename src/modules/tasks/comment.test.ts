import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Tap', departmentId })
  return { ...here, task, path: `/tasks/${task.id}/comments` }
}

test('a comment is kept under the name of the person who wrote it, newest first', async () => {
  const { asConsole, asKey, make, task, path } = await place()
  const person = await make.person()
  const caller = asConsole(person.token)
  const first = await caller.post(path, { content: 'On my way' })
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: first.body.id,
      author: { kind: 'user', id: person.userId, name: person.fullName },
      content: 'On my way',
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  const second = await caller.post(path, { content: 'Line one\nline two' })
  expect((await caller.get(path)).body).toMatchObject({ items: [second.body, first.body], pagination: { total: 2 } })
  expect((await caller.get(`${path}/${first.body.id}`)).body).toEqual(first.body)
  expect((await asKey.get(`/tasks/${task.id}`)).body).toEqual(task)
})

test('a comment needs words, a task that is there, and a person of the workspace', async () => {
  const { asAdmin, asConsole, asKey, make, task, path } = await place()
  const other = await harness()
  for (const content of [' ', null, 5, 'x'.repeat(10_001)]) {
    expect((await asAdmin.post(path, { content })).body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/content' }],
    })
  }
  expect((await asConsole(asKey.token ?? '').post(path, { content: 'x' })).status).toBe(401)
  expect((await asConsole((await make.stranger()).token).post(path, { content: 'x' })).status).toBe(403)
  const { body } = await asAdmin.post(path, { content: 'x' })
  expect((await other.asAdmin.post(path, { content: 'x' })).body.code).toBe('task_not_found')
  expect((await other.asAdmin.get(path)).body.code).toBe('task_not_found')
  expect((await asAdmin.get(`${path}/${task.id}`)).body.code).toBe('comment_not_found')
  await asKey.delete(`/tasks/${task.id}`)
  for (const answer of [
    await asAdmin.get(path),
    await asAdmin.get(`${path}/${body.id}`),
    await asAdmin.post(path, { content: 'x' }),
    await asAdmin.get(`/tasks/${task.id}/activity`),
  ]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'task_not_found' })
  }
})

test('the activity tells what happened, newest first, with who did it', async () => {
  const { asAdmin, asKey, admin, task, path } = await place()
  const other = await harness()
  const { body: comment } = await asAdmin.post(path, { content: 'Look' })
  await asKey.patch(`/tasks/${task.id}`, { status: 'IN_PROGRESS' })
  const { body } = await asAdmin.get(`/tasks/${task.id}/activity`)
  const person = { kind: 'user', id: admin.userId, name: admin.fullName }
  const key = { kind: 'key', id: expect.any(String), name: 'Test key' }
  expect(body.items).toMatchObject([
    { action: 'task.updated', actor: key, details: { status: 'IN_PROGRESS', statusBefore: 'OPEN' } },
    { action: 'task.commented', actor: person, details: { commentId: comment.id } },
    { action: 'task.created', actor: key },
  ])
  expect(body.pagination).toEqual({ total: 3, limit: 50, offset: 0, hasMore: false })
  const page = await asAdmin.get(`/tasks/${task.id}/activity?limit=1&offset=2`)
  expect(page.body.items).toEqual([body.items[2]])
  expect((await other.asAdmin.get(`/tasks/${task.id}/activity`)).status).toBe(404)
})
