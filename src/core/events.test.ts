import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

test('every event says who did it, whichever part of a task it is about', async () => {
  const { asKey, make, runtime, workspaceId } = await harness()
  const { id: departmentId } = await make.department()
  const { id: taskId } = (await asKey.post('/tasks', { title: 'Pool', departmentId })).body
  const { id: tagId } = await make.tag()
  const item = { externalSource: 'x', externalId: '1', actionUrl: 'https://partner.example/1', title: 'Read the meter' }
  expect((await asKey.put(`/tasks/${taskId}/tags/${tagId}`)).status).toBe(200)
  expect((await asKey.post(`/tasks/${taskId}/checklist-items`, { ...item, blocksCompletion: true })).status).toBe(201)
  const told = await many<{ type: string; kind: string | null }>(
    runtime.database.pool,
    sql`
    select type, payload->'actor'->>'kind' as kind from outbox where workspace_id = ${workspaceId} order by id`,
  )
  expect(told).toContainEqual({ type: 'task.updated', kind: 'key' })
  expect(told).toContainEqual({ type: 'task.checklist_changed', kind: 'key' })
  expect(told.filter(({ kind }) => kind === null)).toEqual([])
})
