import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { ran, workflows } from '#test/workflow-place.ts'

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

test('a comment of an automation is by the service itself', async () => {
  const here = await place()
  workflows(here)
  const call = "call: 'task-comment-add:1.0.0@default', with: { taskId: '${ .taskId }', content: Too dear }"
  const { status, output } = await ran(here, `do: [ { tell: { ${call} } } ]`, { taskId: here.task.id })
  const author = { kind: 'system', id: null, name: 'Innkeeper' }
  expect([status, output]).toMatchObject(['completed', { author, content: 'Too dear' }])
  expect((await here.asAdmin.get(here.path)).body.items).toEqual([output])
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

test('include=comments shows them on the task, oldest first, with the name and without the e-mail', async () => {
  const { asConsole, asKey, as, make, task, path } = await place()
  const person = await make.person()
  const said = []
  for (const content of ['First', 'Second']) said.push((await asConsole(person.token).post(path, { content })).body)
  const other = await asKey.post('/tasks?include=comments', { title: 'Silent', departmentId: task.departmentId })
  expect(other.body).toMatchObject({ comments: [], commentCount: 0 })

  const read = await asKey.get(`/tasks/${task.id}?include=comments`)
  expect(read.body).toMatchObject({ comments: said, commentCount: 2, version: task.version })
  expect(JSON.stringify(read.body)).not.toContain(person.email)
  const { value } = await make.key({ integrationType: 'restricted', scopes: ['tasks:read'] })
  expect((await as(value).get(`/tasks/${task.id}?include=comments`)).body.comments).toEqual(said)
  const { items } = (await asKey.get('/tasks?include=comments,tags')).body
  expect(items).toMatchObject([
    { id: other.body.id, comments: [], commentCount: 0, tags: [] },
    { id: task.id, comments: said, commentCount: 2, tags: [] },
  ])
  const patched = await asKey.patch(`/tasks/${task.id}?include=comments`, { title: 'Tap again' })
  expect(patched.body).toMatchObject({ comments: said, commentCount: 2 })
  expect((await asKey.get(`/tasks/${task.id}`)).body).not.toHaveProperty('commentCount')
})

test('of many comments the newest hundred are included, or the hundred before one, and their number is told', async () => {
  const { asKey, runtime, workspaceId, task } = await place()
  await runtime.database.pool.raw(
    `insert into task_comments (workspace_id, id, task_id, author_kind, author_name, content, created_at)
     select $1, gen_random_uuid(), $2, 'system', 'Innkeeper', 'Number ' || i || repeat('.', 300), now() + i * interval '1 second'
     from generate_series(1, 203) i`,
    [workspaceId, task.id],
  )
  const { comments, commentCount } = (await asKey.get(`/tasks/${task.id}?include=comments`)).body
  expect([comments.length, commentCount]).toEqual([100, 203])
  expect([comments[0].content, comments[99].content]).toMatchObject([
    expect.stringMatching(/^Number 104\./),
    expect.stringMatching(/^Number 203\./),
  ])
  for (const query of ['', '&include=comments', '&include=tags']) {
    const before = (await asKey.get(`/tasks/${task.id}?beforeCommentId=${comments[0].id}${query}`)).body
    expect([before.comments.length, before.commentCount]).toEqual([100, 203])
    expect(before.comments[99].content).toMatch(/^Number 103\./)
  }
})

test('what was read with its comments can be put back, also when somebody commented since; they cannot be changed so', async () => {
  const { asAdmin, asKey, task, path } = await place()
  await asAdmin.post(path, { content: 'First' })
  const { body: read } = await asKey.get(`/tasks/${task.id}?include=comments`)
  await asAdmin.post(path, { content: 'Second' })
  expect((await asKey.put(`/tasks/${task.id}`, { ...read, title: 'Other' })).body.title).toBe('Other')
  const [comment] = read.comments
  for (const change of [
    { comments: [{ ...comment, content: 'I never said that' }] },
    { comments: [{ ...comment, id: task.id }] },
    { comments: [comment, comment] },
    { commentCount: 3 },
  ]) {
    expect((await asKey.patch(`/tasks/${task.id}`, change)).body, JSON.stringify(change)).toMatchObject({
      status: 422,
      code: 'read_only_field',
      errors: [{ pointer: `/${Object.keys(change)[0]}` }],
    })
  }
  expect((await asKey.get(`/tasks/${task.id}?include=comments`)).body.commentCount).toBe(2)
})
