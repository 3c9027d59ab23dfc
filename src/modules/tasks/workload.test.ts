import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'

const DAY = '2026-11-16'
const IDLE = { tasks: 0, openTasks: 0, estimatedMinutes: 0, tasksWithoutEstimate: 0 }

async function at({ asAdmin }: Harness, query = '') {
  const { body } = await asAdmin.get(`/workload?from=${DAY}&to=2026-11-17${query}`)
  return body.items as { id: string; kind: string; days: Record<string, unknown>[] }[]
}

test('work is counted per person and day, against the minutes they have', async () => {
  const h = await harness()
  const { asAdmin, asKey, admin, make } = h
  const { id: departmentId } = await make.department()
  const helper = await make.person()
  const vendor = await make.vendor()
  await asAdmin.patch(`/members/${admin.membershipId}/work-profile`, {
    shifts: [{ weekday: 'MONDAY', startsAt: '09:00', endsAt: '17:00' }],
  })
  const task = async (fields: object) =>
    (
      await asKey.post('/tasks', {
        title: 'X',
        departmentId,
        scheduledDate: DAY,
        primaryUserId: admin.userId,
        ...fields,
      })
    ).body
  await task({ estimatedDurationMinutes: 90, secondaryAssigneeIds: [helper.userId] })
  const done = await task({ estimatedDurationMinutes: 30 })
  await asKey.patch(`/tasks/${done.id}`, { status: 'COMPLETED' })
  await task({})
  await task({ status: 'REQUEST_REJECTED' })
  await task({ scheduledDate: '2026-11-18' })
  await asKey.delete(`/tasks/${(await task({})).id}`)
  await task({ primaryUserId: undefined, primaryVendorOrgId: vendor.id, estimatedDurationMinutes: 45 })
  const load = new Map((await at(h)).map((person) => [person.id, person.days]))
  expect(load.get(admin.userId)).toEqual([
    { date: DAY, tasks: 3, openTasks: 2, estimatedMinutes: 120, tasksWithoutEstimate: 1, availableMinutes: 480 },
    { date: '2026-11-17', ...IDLE, availableMinutes: 0 },
  ])
  expect(load.get(helper.userId)?.[0]).toEqual({
    date: DAY,
    tasks: 1,
    openTasks: 1,
    estimatedMinutes: 90,
    tasksWithoutEstimate: 0,
    availableMinutes: null,
  })
  expect(load.get(vendor.id)?.[0]).toMatchObject({ tasks: 1, estimatedMinutes: 45, availableMinutes: null })
})

test('one person, or those of a name', async () => {
  const h = await harness()
  const [one] = [await h.make.person(), await h.make.person(), await h.make.vendor()]
  const ids = async (query: string): Promise<string[]> => (await at(h, query)).map(({ id }) => id)
  expect(await ids(`&id=${one.userId}`)).toEqual([one.userId])
  expect(await ids(`&q=${encodeURIComponent(one.fullName.toLowerCase())}`)).toEqual([one.userId])
  expect(await ids(`&id=${one.membershipId}`)).toEqual([])
  expect((await h.asAdmin.get(`/people?id=${one.userId}`)).body.items).toMatchObject([{ name: one.fullName }])
})

test('a department shows those who work in it or for it, with all their tasks', async () => {
  const h = await harness()
  const { asAdmin, asKey, admin, make } = h
  const [cleaning, repairs] = [await make.department(), await make.department({ name: 'Repairs' })]
  const [inside, helper] = [await make.person(), await make.person()]
  await make.vendor()
  await asAdmin.patch(`/members/${inside.membershipId}`, { departmentIds: [cleaning.id] })
  const task = (departmentId: string, primaryUserId: string) =>
    asKey.post('/tasks', { title: 'X', departmentId, scheduledDate: DAY, primaryUserId })
  await task(cleaning.id, helper.userId)
  await task(repairs.id, helper.userId)
  await task(repairs.id, admin.userId)
  const found = await at(h, `&departmentId=${cleaning.id}`)
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([inside.userId, helper.userId]))
  expect(found.find(({ id }) => id === helper.userId)?.days[0]).toMatchObject({ tasks: 2 })
  expect((await at(h, '&kind=vendor')).map(({ kind }) => kind)).toEqual(['vendor'])
  expect((await asAdmin.get(`/workload?from=${DAY}&to=${DAY}&limit=1&offset=1`)).body.pagination).toMatchObject({
    total: 4,
    hasMore: true,
  })
})

test('more than a month is refused by name', async () => {
  const { asAdmin } = await harness()
  const { body } = await asAdmin.get('/workload?from=2026-01-01&to=2026-02-01')
  expect(body).toMatchObject({ status: 422, code: 'range_inapplicable', errors: [{ parameter: 'to' }] })
  expect((await asAdmin.get('/workload?from=2026-01-01&to=2026-01-31')).body.items[0].days).toHaveLength(31)
})
