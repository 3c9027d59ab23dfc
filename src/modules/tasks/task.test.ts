import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('a task is created with its defaults and read back', async () => {
  const { asKey, make } = await harness()
  const department = await make.department()
  const created = await asKey.post('/tasks', { title: 'Replace the tap', departmentId: department.id })
  expect(created.body).toMatchObject({
    shortId: 'TK-1',
    status: 'OPEN',
    priority: 'NORMAL',
    source: 'INTEGRATION',
    department: { id: department.id, name: department.name, slug: department.slug },
    property: null,
    costCurrency: 'EUR',
    createdBy: { kind: 'key', name: 'Test key' },
    tagIds: [],
  })
  expect(created.status).toBe(201)
  const read = await asKey.get(`/tasks/${created.body.id}`)
  expect(read.body).toEqual(created.body)
  expect(read.headers.etag).toBe(created.headers.etag)
  const list = await asKey.get('/tasks?q=tap')
  expect(list.body.items).toEqual([created.body])
  const done = await asKey.patch(`/tasks/${created.body.id}`, { status: 'COMPLETED' })
  expect(done.body).toMatchObject({ status: 'COMPLETED', completedAt: expect.any(String) })
})
