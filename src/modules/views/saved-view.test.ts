import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const as = async (role: 'member' | 'manager') => here.asConsole((await here.make.person({ role })).token)
  return { ...here, one: await as('member'), other: await as('member'), manager: await as('manager') }
}
const VIEW = { area: 'tasks', name: 'Late', filters: 'status=OPEN&priority=URGENT' }

test('a view is its owner’s alone until it is shared', async () => {
  const { one, other } = await place()
  const { status, body: view } = await one.post('/saved-views', VIEW)
  expect([status, view]).toMatchObject([201, { ...VIEW, isShared: false, version: 1 }])
  expect((await one.get('/saved-views?area=tasks')).body.items).toEqual([view])
  expect((await other.get('/saved-views')).body.items).toEqual([])
  expect((await other.get(`/saved-views/${view.id}`)).status).toBe(404)
  expect((await other.patch(`/saved-views/${view.id}`, { name: 'x' })).status).toBe(404)
  const shared = await one.patch(`/saved-views/${view.id}`, { isShared: true })
  expect(shared.body).toMatchObject({ isShared: true, version: 2 })
  expect((await other.get('/saved-views')).body.items).toEqual([shared.body])
})

test('a shared view is changed and deleted by its owner and by managers', async () => {
  const { one, other, manager } = await place()
  const { body: view } = await one.post('/saved-views', { ...VIEW, isShared: true })
  const path = `/saved-views/${view.id}`
  expect((await other.patch(path, { name: 'Mine' })).body).toMatchObject({ status: 403, code: 'saved_view_not_yours' })
  expect((await other.delete(path)).status).toBe(403)
  expect((await manager.patch(path, { name: 'Ours', filters: '' })).body).toMatchObject({ name: 'Ours', filters: '' })
  expect((await manager.patch(path, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await one.patch(path, { area: 'tasks', id: view.id })).status).toBe(200)
  expect((await one.delete(path)).body).toMatchObject({ id: view.id, deleted: true })
  expect((await one.get(path)).status).toBe(404)
})
