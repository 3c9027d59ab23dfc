import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'

async function place(): Promise<Harness & { task(more?: object): Promise<{ id: string }>; departmentId: string }> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const task = async (more: object = {}) =>
    (await here.asKey.post('/tasks', { title: 'Work', departmentId, ...more })).body
  return { ...here, task, departmentId }
}

test('a part of a completed task is not opened again; once that is open, it is', async () => {
  const { asKey, task } = await place()
  const parent = await task()
  const part = await task({ parentTaskId: parent.id })
  for (const { id } of [part, parent]) await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  const refused = await asKey.patch(`/tasks/${part.id}`, { status: 'OPEN' })
  expect([refused.status, refused.body.code]).toEqual([422, 'needed_by_completed'])
  expect(refused.body.detail).toContain('TK-')
  expect((await asKey.patch(`/tasks/${parent.id}`, { status: 'OPEN' })).status).toBe(200)
  expect((await asKey.patch(`/tasks/${part.id}`, { status: 'OPEN' })).status).toBe(200)
})

test('completing and reopening what it needs, at once: never both', async () => {
  const { asKey, asAdmin, task } = await place()
  for (let round = 0; round < 6; round++) {
    const [whole, needed] = [await task(), await task()]
    await asAdmin.put(`/tasks/${whole.id}/dependencies/${needed.id}`)
    await asKey.patch(`/tasks/${needed.id}`, { status: 'COMPLETED' })
    const [completed, reopened] = await Promise.all([
      asKey.patch(`/tasks/${whole.id}`, { status: 'COMPLETED' }),
      asKey.patch(`/tasks/${needed.id}`, { status: 'OPEN' }),
    ])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([completed.status, reopened.status])
  }
})

test('a deleted task that a completed one depends on does not come back open', async () => {
  const { asKey, asAdmin, task } = await place()
  const [whole, needed] = [await task(), await task()]
  await asAdmin.put(`/tasks/${whole.id}/dependencies/${needed.id}`)
  await asKey.delete(`/tasks/${needed.id}`)
  expect((await asKey.patch(`/tasks/${whole.id}`, { status: 'COMPLETED' })).status).toBe(200)
  const refused = await asAdmin.post(`/tasks/${needed.id}/restore`)
  expect([refused.status, refused.body.code]).toEqual([422, 'needed_by_completed'])
})

test('what a completion needed cannot be taken away afterwards', async () => {
  const { asKey, asAdmin, task, departmentId } = await place()
  const rule = { departmentId, requires: 'cost' }
  await asAdmin.post('/completion-rules', rule)
  const { id } = await task()
  expect((await asKey.patch(`/tasks/${id}`, { status: 'COMPLETED', cost: 10 })).status).toBe(200)
  for (const change of [{ cost: null }, { cost: null, status: 'COMPLETED' }]) {
    const refused = await asKey.patch(`/tasks/${id}`, change)
    expect([refused.status, refused.body.code]).toEqual([409, 'completion_blocked'])
  }
  expect((await asKey.patch(`/tasks/${id}`, { cost: 12 })).status).toBe(200)
  await asAdmin.post('/completion-rules', { ...rule, requires: 'photo' })
  const { body } = await asKey.get(`/tasks/${id}`)
  expect((await asKey.put(`/tasks/${id}`, body)).status).toBe(200)
})

test('another currency that the stored amount does not fit is told at the currency', async () => {
  const { asKey, task } = await place()
  const { id } = await task()
  await asKey.patch(`/tasks/${id}`, { cost: 10.55, costCurrency: 'EUR' })
  const refused = await asKey.patch(`/tasks/${id}`, { costCurrency: 'JPY' })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/costCurrency'])
  expect((await asKey.patch(`/tasks/${id}`, { cost: 10.55, costCurrency: 'JPY' })).status).toBe(400)
})

test('free fields have a limit in all, however they come together', async () => {
  const { asKey, task } = await place()
  const { id } = await task()
  const half = 'x'.repeat(40_000)
  expect((await asKey.patch(`/tasks/${id}`, { customFields: { one: half } })).status).toBe(200)
  const refused = await asKey.patch(`/tasks/${id}`, { customFields: { two: half } })
  expect([refused.status, refused.body.code]).toEqual([422, 'fields_too_large'])
  expect((await asKey.patch(`/tasks/${id}`, { customFields: { one: null, two: half } })).status).toBe(200)
})
