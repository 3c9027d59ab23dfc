import { expect, test } from 'vitest'
import type { Answer } from '#test/client.ts'
import { harness } from '#test/harness.ts'

/** The code, and what of the request is named as the reason. */
function reason({ body: { code, errors } }: Answer): unknown[] {
  return [
    code,
    ...errors.map(({ pointer, parameter }: { pointer?: string; parameter?: string }) => pointer ?? parameter),
  ]
}

test('whatever refuses a well-formed request names the field that is the reason', async () => {
  const { asKey, asAdmin, make } = await harness()
  const { id: departmentId } = await make.department()
  const task = async (more: object = {}) => (await asKey.post('/tasks', { title: 'Tap', departmentId, ...more })).body
  const change = (which: { id: string }, body: object) => asKey.patch(`/tasks/${which.id}`, body)
  const [whole, closed] = [await task(), await task()]
  const part = await task({ parentTaskId: whole.id })
  const lost = await task({ parentTaskId: closed.id })
  await asKey.delete(`/tasks/${lost.id}`)
  await change(closed, { status: 'COMPLETED' })
  const both = { primaryUserId: closed.id, primaryVendorOrgId: closed.id }
  const more = { title: 'More', departmentId }

  expect(reason(await change(whole, { parentTaskId: part.id }))).toEqual(['parent_cycle', '/parentTaskId'])
  expect(reason(await change(whole, { parentTaskId: closed.id }))).toEqual(['parent_closed', '/parentTaskId'])
  expect(reason(await asKey.post('/tasks', { ...more, parentTaskId: closed.id }))).toEqual([
    'parent_closed',
    '/parentTaskId',
  ])
  expect(reason(await asAdmin.post(`/tasks/${lost.id}/restore`))).toEqual(['parent_closed', 'deletedTaskId'])
  const primaries = ['two_primaries', '/primaryUserId', '/primaryVendorOrgId']
  expect(reason(await asKey.post('/tasks', { ...more, ...both }))).toEqual(primaries)
  expect(reason(await change(whole, both))).toEqual(primaries)
  expect(reason(await asAdmin.put(`/tasks/${part.id}/dependencies/${whole.id}`))).toEqual([
    'dependency_cycle',
    'dependsOnId',
  ])
  for (const each of [part, whole]) await change(each, { status: 'COMPLETED' })
  expect(reason(await change(part, { status: 'OPEN' }))).toEqual(['needed_by_completed', '/status'])
  expect(reason(await asAdmin.post('/completion-rules', { requires: 'photo' }))).toEqual([
    'rule_target_unclear',
    '/departmentId',
    '/templateId',
  ])
})
