import { expect, test } from 'vitest'
import { quickSync, withProvider, type Connected } from '#test/syncing.ts'
import { soon, working } from '#test/working.ts'

const connected = withProvider()

async function sentTask(): Promise<Connected & { id: string; change(fields: object): Promise<void> }> {
  const place = await connected()
  const { id } = await place.newTask()
  await place.deliver('task.created', id)
  expect(place.account.tasks).toMatchObject([{ type_task_status: { code: 'created' } }])
  return {
    ...place,
    id,
    async change(fields) {
      expect((await place.asKey.patch(`/tasks/${id}`, fields)).status).toBe(200)
      await place.deliver('task.updated', id)
    },
  }
}
const statuses = ({ account }: Connected): string[] => account.tasks.map((task) => task.type_task_status.code)

test('a task that loses its place at the provider is deleted there, and comes back with a place', async () => {
  const place = await sentTask()
  const { id, propertyId, departmentId } = place
  const office = await place.make.department({ name: 'Bookkeeping', kind: 'office' })
  const unmapped = await place.make.property({ name: 'Casa Verde' })
  const moves = [
    [{ propertyId: null }, 'The task has no property.'],
    [{ propertyId: unmapped.id }, 'The property is not mapped to one of the provider.'],
    [{ departmentId: office.id }, 'Tasks of the office department Bookkeeping are not sent.'],
  ] as const
  for (const [away, reason] of moves) {
    await place.change(away)
    const remoteId = String(place.account.tasks.at(-1)?.id)
    expect(statuses(place).at(-1)).toBe('deleted')
    expect((await place.said(id))[0]).toMatchObject({ outcome: 'done', actions: ['deleted'], remoteId, reason })
    await place.deliver('task.updated', id)
    expect((await place.said(id))[0]).toMatchObject({ outcome: 'skipped', reason })
    await place.change({ propertyId, departmentId })
    expect((await place.said(id))[0]).toMatchObject({ outcome: 'done', actions: ['created'] })
  }
  expect(statuses(place)).toEqual(['deleted', 'deleted', 'deleted', 'created'])
})

test('completing a task whose property is not mapped any more closes its counterpart; deleting it deletes that', async () => {
  const place = await sentTask()
  await place.asKey.patch(`/properties/${place.propertyId}`, { internalCode: 'OTHER' })
  await place.change({ status: 'COMPLETED' })
  expect(statuses(place)).toEqual(['closed'])
  expect((await place.said(place.id))[0]).toMatchObject({ outcome: 'done', actions: ['closed'] })
  await place.asKey.delete(`/tasks/${place.id}`)
  await place.deliver('task.deleted', place.id)
  expect(statuses(place)).toEqual(['deleted'])
})

test('what was withdrawn is sent again with everything else, once its property is mapped', async () => {
  const place = await sentTask()
  const { id: propertyId } = await place.make.property({ name: 'Casa Verde' })
  await place.change({ propertyId })
  expect(statuses(place)).toEqual(['deleted'])
  place.account.properties.push({ id: 777, reference_property_id: null, name: 'Green' })
  await place.asAdmin.put(`/connections/${place.connectionId}/properties/${propertyId}`, { remoteId: '777' })
  expect((await place.asAdmin.post(`/connections/${place.connectionId}/sync`)).body).toEqual({ queued: 1 })
  await place.deliver('task.sync_requested', place.id)
  expect(place.account.tasks[1]).toMatchObject({ home_id: '777', type_task_status: { code: 'created' } })
})

test('a counterpart left behind by a task without a property is found by sending everything', async () => {
  const place = await sentTask()
  await place.asKey.patch(`/tasks/${place.id}`, { propertyId: null })
  expect((await place.asAdmin.post(`/connections/${place.connectionId}/sync`)).body).toEqual({ queued: 1 })
  await place.deliver('task.sync_requested', place.id)
  expect(statuses(place)).toEqual(['deleted'])
})

test('the same preset action again sends the link that did not get through, once, without a new version', async () => {
  const place = await connected()
  await working(place, [quickSync])
  const { id } = await place.newTask()
  await soon(async () => expect((await place.said(id))[0]).toMatchObject({ outcome: 'done' }))
  const refused = { status: 400, body: { message: 'not today' }, on: 'PATCH /task/:id' }
  place.account.next.push(refused, refused)
  const actionUrl = 'https://inspections.example/3'
  const action = { externalSource: 'rapideye', externalId: 'scan-3', actionUrl, blocksCompletion: false }
  const add = () => place.asKey.post(`/tasks/${id}/checklist-items`, action)
  const lines = async () => (await place.said(id)).filter(({ event }) => event !== 'task.created')
  expect((await add()).status).toBe(201)
  await soon(async () => expect(await lines()).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }]))
  const { description, version } = (await place.asKey.get(`/tasks/${id}`)).body
  expect(place.account.tasks[0]?.description).not.toContain(actionUrl)
  for (const actions of [['updated'], ['nothing new']]) {
    expect((await add()).status).toBe(200)
    await soon(async () => expect((await lines())[0]).toMatchObject({ event: 'task.sync_requested', actions }))
  }
  expect(place.account.tasks[0]?.description.split(actionUrl)).toHaveLength(2)
  expect(place.account.calls.filter((call) => call === 'PATCH /task/:id')).toHaveLength(3)
  expect((await place.asKey.get(`/tasks/${id}`)).body).toMatchObject({ description, version })
})
