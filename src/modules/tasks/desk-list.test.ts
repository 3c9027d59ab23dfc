import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const add = async (title: string, fields: object = {}): Promise<string> =>
    (await here.asKey.post('/tasks', { title, departmentId, ...fields })).body.id
  const titles = async (filters: string): Promise<string[]> =>
    (await here.asAdmin.get(`/tasks?sort=createdAt&${filters}`)).body.items.map(({ title }: { title: string }) => title)
  return { ...here, add, titles }
}

test('the list of the desk finds by person, by vendor, by parent, and what nobody is on', async () => {
  const { add, titles, make } = await place()
  const person = await make.person()
  const vendor = await make.vendor()
  const parent = await add('parent', { primaryUserId: person.userId })
  await add('part', { parentTaskId: parent, primaryVendorOrgId: vendor.id, secondaryAssigneeIds: [person.userId] })
  await add('alone')
  expect(await titles(`assigneeId=${person.userId}`)).toEqual(['parent', 'part'])
  expect(await titles(`assigneeId=${vendor.id}`)).toEqual(['part'])
  expect(await titles(`parentTaskId=${parent}`)).toEqual(['part'])
  expect(await titles('isUnassigned=true')).toEqual(['alone'])
  expect(await titles('isUnassigned=false')).toEqual(['parent', 'part'])
  expect(await titles(`isUnassigned=false&parentTaskId=${parent}`)).toEqual(['part'])
})

test('open is what is still to do, and the filters of the public list hold too', async () => {
  const { add, titles, asKey, asAdmin } = await place()
  const done = await add('done')
  await asKey.patch(`/tasks/${done}`, { status: 'COMPLETED' })
  await add('open', { priority: 'URGENT' })
  await add('later')
  expect(await titles('isOpen=true')).toEqual(['open', 'later'])
  expect(await titles('isOpen=false')).toEqual(['done'])
  expect(await titles('isOpen=true&priority=URGENT')).toEqual(['open'])
  expect((await asKey.get('/tasks?isOpen=true')).body).toMatchObject({ status: 400, errors: [{ parameter: 'isOpen' }] })
  expect((await asAdmin.get('/tasks?assigneeId=me')).body.errors).toMatchObject([{ parameter: 'assigneeId' }])
})
