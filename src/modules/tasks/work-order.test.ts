import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('the report has the scheduled work of field departments on the day, by time and number', async () => {
  const { asKey, make } = await harness()
  const [field, office] = [await make.department(), await make.department({ name: 'Office', kind: 'office' })]
  const person = await make.person()
  const add = async (title: string, body: object = {}) =>
    (await asKey.post('/tasks', { title, departmentId: field.id, scheduledDate: '2026-11-20', ...body })).body
  await add('No time')
  await add('Late', { scheduledTime: '15:00' })
  const early = await add('Early', { scheduledTime: '08:30', primaryUserId: person.userId })
  await add('Office', { departmentId: office.id })
  await add('Other day', { scheduledDate: '2026-11-21' })
  const done = await add('Done')
  await asKey.patch(`/tasks/${done.id}`, { status: 'COMPLETED' })
  await asKey.patch(`/tasks/${early.id}`, { cost: 12.5, billableToOwner: true })

  const { body } = await asKey.get('/tasks/daily-work-orders?date=2026-11-20')
  expect(body.workOrders.map(({ title }: { title: string }) => title)).toEqual(['Early', 'Late', 'No time'])
  expect(body).toMatchObject({ date: '2026-11-20', workOrderCount: 3, totalCost: 12.5, totalCostCurrency: 'EUR' })
  expect(body.workOrders[0]).toMatchObject({
    shortId: early.shortId,
    department: { id: field.id },
    cost: 12.5,
    billableToOwner: true,
    costItems: [],
    assignees: [{ id: expect.any(String), role: 'PRIMARY', type: 'USER', name: person.fullName }],
  })
})

test('an empty day costs nothing; the date is required and must exist', async () => {
  const { asKey, workspaceId } = await harness()
  expect((await asKey.get('/tasks/daily-work-orders?date=2026-11-20')).body).toEqual({
    workspaceId,
    date: '2026-11-20',
    workOrderCount: 0,
    totalCost: 0,
    totalCostCurrency: 'EUR',
    costTotalsByCurrency: {},
    workOrders: [],
  })
  for (const query of ['', '?date=2026-02-30', '?date=today']) {
    const refused = await asKey.get(`/tasks/daily-work-orders${query}`)
    expect(refused.body).toMatchObject({ status: 400, errors: [{ parameter: 'date' }] })
  }
})
