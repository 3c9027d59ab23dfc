import { expect, test } from 'vitest'
import type { Answer } from '#test/client.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const task = async (title: string, body: object = {}): Promise<Answer['body']> =>
    (await here.asKey.post('/tasks', { title, departmentId, ...body })).body
  const wait = (who: { id: string }, on: { id: string }) => here.asAdmin.put(`/tasks/${who.id}/dependencies/${on.id}`)
  const complete = (which: { id: string }) => here.asKey.patch(`/tasks/${which.id}`, { status: 'COMPLETED' })
  const move = (which: { id: string }, under: { id: string }) =>
    here.asKey.patch(`/tasks/${which.id}`, { parentTaskId: under.id })
  return { ...here, task, wait, move, complete }
}

test('a task waits for another: it blocks the completion until it is closed', async () => {
  const { asAdmin, asKey, task, wait, complete } = await place()
  const [clean, inspect] = [await task('Clean'), await task('Inspect')]
  const { id, shortId } = clean
  const answer = await wait(inspect, clean)
  expect([answer.status, answer.body]).toEqual([
    200,
    { id, shortId, title: 'Clean', status: 'OPEN', isOpen: true, dependsSince: expect.stringMatching(/Z$/) },
  ])
  expect((await wait(inspect, clean)).body).toEqual(answer.body)
  expect((await asKey.get(`/tasks/${inspect.id}`)).body.version).toBe(2)
  expect((await asAdmin.get(`/tasks/${inspect.id}/dependencies`)).body).toMatchObject({
    items: [answer.body],
    pagination: { total: 1 },
  })
  expect((await complete(inspect)).body).toMatchObject({ status: 409, blockers: [{ kind: 'task', id }] })
  expect((await complete(clean)).status).toBe(200)
  expect((await asAdmin.get(`/tasks/${inspect.id}/dependencies`)).body.items).toMatchObject([{ isOpen: false }])
  expect((await complete(inspect)).status).toBe(200)
})

test('a dependency is taken away once, and that raises the version and is in the activity', async () => {
  const { asAdmin, asKey, task, wait, complete } = await place()
  const [a, b] = [await task('A'), await task('B')]
  await wait(a, b)
  const path = `/tasks/${a.id}/dependencies/${b.id}`
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: b.id, deleted: true })
  expect((await asAdmin.delete(path)).body).toMatchObject({ status: 404, code: 'dependency_not_found' })
  expect((await asKey.get(`/tasks/${a.id}`)).body.version).toBe(3)
  const { items } = (await asAdmin.get(`/tasks/${a.id}/activity`)).body
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'task.dependencies_changed', details: { removed: b.id } },
    { action: 'task.dependencies_changed', details: { added: b.id } },
  ])
  expect((await complete(a)).status).toBe(200)
})

test('no task waits for itself: not directly, not by way of others, not by way of its parts', async () => {
  const { asAdmin, task, wait } = await place()
  const [a, b, c] = [await task('A'), await task('B'), await task('C')]
  const part = await task('Part of C', { parentTaskId: c.id })
  const cycle = { status: 422, code: 'dependency_cycle' }
  expect((await wait(a, a)).body).toMatchObject(cycle)
  await wait(a, b)
  await wait(b, c)
  expect((await wait(c, a)).body).toMatchObject(cycle)
  expect((await wait(part, a)).body).toMatchObject(cycle)
  expect((await wait(part, c)).body).toMatchObject(cycle)
  expect((await wait(a, part)).status).toBe(200)
  expect((await asAdmin.get(`/tasks/${c.id}/dependencies`)).body.items).toEqual([])
})

test('no task is put under one that it waits for, by way of others and of parts too', async () => {
  const { asKey, task, wait, move } = await place()
  const [parent, waiting, between] = [await task('Parent'), await task('Waiting'), await task('Between')]
  const part = await task('Part of between', { parentTaskId: between.id })
  const cycle = { status: 422, code: 'parent_cycle' }
  await wait(waiting, between)
  await wait(part, parent)
  expect((await move(waiting, parent)).body).toMatchObject(cycle)
  expect((await move(between, parent)).body).toMatchObject(cycle)
  expect((await move(part, parent)).body).toMatchObject(cycle)
  expect((await move(parent, parent)).body).toMatchObject(cycle)
  expect((await move(parent, waiting)).status).toBe(200)
  expect((await asKey.get(`/tasks/${waiting.id}`)).body.parentTaskId).toBeNull()
})

test('a move and a dependency that would close a circle together do not both come in', async () => {
  const { task, wait, move } = await place()
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = [await task('A'), await task('B'), await task('C')]
    await wait(a, c)
    const answers = await Promise.all(round % 2 ? [wait(c, b), move(a, b)] : [move(a, b), wait(c, b)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  }
})

test('what was read is put back under its parent, also when the parent is closed by now', async () => {
  const { asKey, task, complete } = await place()
  const parent = await task('Parent')
  const part = await task('Part', { parentTaskId: parent.id })
  await complete(part)
  await complete(parent)
  const { body } = await asKey.get(`/tasks/${part.id}`)
  expect((await asKey.put(`/tasks/${part.id}`, { ...body, summary: 'All good' })).body.summary).toBe('All good')
})

test('two dependencies that would close a circle do not both come in', async () => {
  const { task, wait } = await place()
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await task('A'), await task('B')]
    const answers = await Promise.all([wait(a, b), wait(b, a)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  }
})

test('a completed task takes no open dependency, a closed one it does', async () => {
  const { task, wait, complete } = await place()
  const [done, open, closed] = [await task('Done'), await task('Open'), await task('Closed')]
  await complete(done)
  await complete(closed)
  expect((await wait(done, open)).body).toMatchObject({ status: 409, code: 'task_completed' })
  expect((await wait(done, closed)).status).toBe(200)
})

test('completing races with a dependency being added: never both', async () => {
  const { task, wait, complete } = await place()
  for (let round = 0; round < 8; round++) {
    const [a, b] = [await task('A'), await task('B')]
    const [done, added] = await Promise.all([complete(a), wait(a, b)])
    const statuses = [done.status, added.status]
    expect(statuses, JSON.stringify([done.body, added.body])).toContain(200)
    expect(statuses).toContain(409)
  }
})

test('both tasks are of this workspace and there', async () => {
  const { asAdmin, task, wait, asKey } = await place()
  const other = await place()
  const [mine, foreign, gone] = [await task('Mine'), await other.task('Foreign'), await task('Gone')]
  await asKey.delete(`/tasks/${gone.id}`)
  for (const answer of [await wait(mine, foreign), await wait(foreign, mine), await wait(mine, gone)]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'task_not_found' })
  }
  expect((await asAdmin.get(`/tasks/${gone.id}/dependencies`)).body.code).toBe('task_not_found')
  expect((await asAdmin.delete(`/tasks/${gone.id}/dependencies/${mine.id}`)).body.code).toBe('task_not_found')
})
