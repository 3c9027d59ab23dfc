import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const task = async () => (await here.asKey.post('/tasks', { title: 'Turnover', departmentId })).body
  const { id, version } = await task()
  return { ...here, task, version, taskPath: `/tasks/${id}`, path: `/tasks/${id}/checklist` }
}

test('items are added in order and ticked, in one change that raises the version and is in the history', async () => {
  const { asAdmin, asKey, path, taskPath, version } = await place()
  const added = await asAdmin.patch(path, { newTitles: ['Filter', 'Valve'] })
  expect(added.body.items).toMatchObject([
    { title: 'Filter', kind: 'CHECK', blocksCompletion: false, completedAt: null },
    { title: 'Valve' },
  ])
  const [filter, valve] = added.body.items
  const ticked = await asAdmin.patch(path, { newTitles: ['Hose'], completedItemIds: [valve.id] })
  const done = ticked.body.items.map((item: { title: string; completedAt: string | null }) => [
    item.title,
    item.completedAt !== null,
  ])
  expect(done).toEqual([
    ['Filter', false],
    ['Valve', true],
    ['Hose', false],
  ])
  const again = await asAdmin.patch(path, { completedItemIds: [valve.id] })
  expect(again.body.items[1].completedAt).toBe(ticked.body.items[1].completedAt)
  expect((await asKey.get(taskPath)).body.version).toBeGreaterThan(version)
  const { items } = (await asAdmin.get(`${taskPath}/activity`)).body
  const changes = items.filter(({ action }: { action: string }) => action === 'task.checklist_changed')
  expect(changes).toHaveLength(4)
  expect(filter.id).not.toBe(valve.id)
})

test('an item of another task is named, and nothing is changed', async () => {
  const { asAdmin, task, path } = await place()
  const other = await task()
  const { body } = await asAdmin.patch(`/tasks/${other.id}/checklist`, { newTitles: ['Elsewhere'] })
  const wrong = await asAdmin.patch(path, { newTitles: ['Here'], completedItemIds: [body.items[0].id] })
  expect(wrong.body).toMatchObject({
    status: 422,
    code: 'checklist_item_unknown',
    errors: [{ pointer: '/completedItemIds/0' }],
  })
  expect((await asAdmin.patch(path, {})).body.items).toEqual([])
})
