import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Tap', departmentId })
  const path = `/tasks/${task.id}/publication`
  return { ...here, task, path }
}

test('a task is published and taken back; only what changes something is a version, a line and an event', async () => {
  const { asAdmin, asKey, task, path, runtime, workspaceId } = await place()
  const published = await asAdmin.put(path)
  expect(published).toMatchObject({ status: 200, body: { id: task.id, isPublished: true, version: 2 } })
  expect(published.headers['etag']).toMatch(/^"2\./)
  expect((await asKey.get(`/tasks/${task.id}`)).body).toEqual(published.body)
  expect((await asAdmin.put(path)).body).toEqual(published.body)
  const taken = await asAdmin.delete(path)
  expect(taken).toMatchObject({ status: 200, body: { ...task, version: 3, updatedAt: expect.any(String) } })
  expect((await asAdmin.delete(path)).body).toEqual(taken.body)

  const { items } = (await asAdmin.get(`/tasks/${task.id}/activity`)).body
  const lines = items.map(({ action, details }: Record<string, unknown>) => ({ action, details }))
  const line = { action: 'task.updated', details: { changed: ['isPublished'] } }
  expect(lines.slice(0, -1)).toEqual([line, line])
  const told = await many<{ payload: object }>(
    runtime.database.pool,
    sql`
    select payload from outbox where workspace_id = ${workspaceId} and type = 'task.updated'`,
  )
  expect(told).toHaveLength(2)
  for (const { payload } of told) expect(payload).toMatchObject({ taskId: task.id, changed: ['isPublished'] })
})

test('a task is published by managers, as they have seen it', async () => {
  const { asAdmin, asConsole, asKey, make, task, path } = await place()
  const { etag } = (await asKey.get(`/tasks/${task.id}`)).headers
  await asKey.patch(`/tasks/${task.id}`, { title: 'Tap drips' })
  const stale = { 'if-match': String(etag) }
  for (const answer of [await asAdmin.put(path, undefined, stale), await asAdmin.delete(path, stale)]) {
    expect(answer.body).toMatchObject({ status: 412, code: 'precondition_failed' })
  }
  const member = asConsole((await make.person()).token)
  expect((await member.put(path)).body.code).toBe('insufficient_role')
  await asKey.delete(`/tasks/${task.id}`)
  expect((await asAdmin.put(path)).body.code).toBe('task_not_found')
})
