import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { enrichment } from '#modules/enrichment/enrich.ts'
import { notifications } from '#modules/notifications/notify.ts'
import { workflowEvents } from '#modules/workflows/workflow-events.ts'
import { workflowTools } from '#src/catalogue.ts'
import { systemContext, type Runtime } from '#src/runtime.ts'
import { clientOf } from '#test/client.ts'
import { deliver } from '#test/deliver.ts'
import { startTestApp } from '#test/harness.ts'
import { ANY, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { seedDemo } from './seed.ts'

/** Tells workflows what has happened. */
async function tell(
  runtime: Runtime,
  workspaceId: string,
  happened: { type: string; payload: Record<string, unknown> },
): Promise<void> {
  const event = { id: newId(), ...happened, workspaceId, requestId: null }
  const ctx = { ...systemContext(runtime), workspaceId }
  await workflowEvents(workflowTools).handle(ctx, { ...event, occurredAt: new Date().toISOString() })
}

// It makes a database of its own and fills it.
test('the demo is a company at work: every kind of thing is there, around today', { timeout: 120_000 }, async () => {
  // A guest's link ends with the stay: whoever asks does so on the day that the demo is made for.
  const now = new Date('2026-11-15T23:30:00Z')
  const { app, runtime, close } = await startTestApp({ now: () => now })
  const ctx = { ...systemContext(runtime), now }
  const seeded = await seedDemo(ctx, {})
  expect(await seedDemo(ctx, {})).toBeUndefined()
  const at = clientOf(app, `/api/v1/workspaces/${seeded?.workspaceId}`, seeded?.apiKey)
  const { body: signedIn } = await clientOf(app, '/api/v1').post('/auth/token', {
    email: seeded?.adminEmail,
    password: seeded?.adminPassword,
  })
  const console = clientOf(app, `/api/app/v1/workspaces/${seeded?.workspaceId}`, signedIn.accessToken)
  const total = async (path: string): Promise<number> => (await console.get(path)).body.pagination.total

  const { body } = await at.get('/tasks?include=costItems,assignees,checklist&limit=100')
  const { items }: { items: Record<string, unknown[] | string>[] } = body
  expect(items.length).toBeGreaterThanOrEqual(24)
  const days = items.map(({ scheduledDate }) => String(scheduledDate)).filter((day) => day !== 'null')
  expect([days.toSorted()[0], days.toSorted().at(-1)]).toEqual(['2026-11-12', '2026-11-18'])
  for (const part of ['costItems', 'assignees', 'checklist']) {
    expect(items.filter((task) => (task[part]?.length ?? 0) > 0).length, part).toBeGreaterThan(3)
  }
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'SCHEDULED', 'OPEN']))
  expect(await total('/vendors')).toBe(3)
  expect(await total('/skills')).toBe(9)
  expect(await total('/articles?status=published')).toBe(13)
  const search = async (q: string) =>
    (await console.get(`/knowledge/search?q=${encodeURIComponent(q)}`)).body.items[0]?.title
  expect(await search('guest without internet')).toBe('The Wi-Fi does not work')
  expect(await search('bioler error')).toBe('The boiler shows an error or there is no hot water')
  expect(await search('faturas dos proprietarios')).toBe('Relatório mensal aos proprietários')
  const { body: workload } = await console.get('/workload?from=2026-11-16&to=2026-11-16&kind=user')
  const monday = new Map(workload.items.map(({ name, days }: { name: string; days: object[] }) => [name, days[0]]))
  expect(monday.get('Inês Carvalho')).toMatchObject({ tasks: 3, estimatedMinutes: 300, availableMinutes: 480 })
  expect(monday.get('Marta Lopes')).toMatchObject({ availableMinutes: 0 })
  expect(monday.get('Alex Moreira')).toMatchObject({ availableMinutes: null })
  expect(await total('/task-tags')).toBe(4)
  expect(await total('/task-templates')).toBe(2)
  expect(await total('/contacts')).toBe(6)
  expect(await total('/reservations?from=2026-11-15&to=2026-11-15')).toBe(4)

  const talks = (await console.get('/conversations')).body.items
  expect(talks.map(({ channel }: { channel: string }) => channel)).toEqual(['airbnb', 'booking', 'email', 'whatsapp'])
  expect(await total('/conversations?unread=true')).toBe(2)
  const [late] = talks
  const thread = (await console.get(`/conversations/${late.id}/thread`)).body
  expect([thread.messages.length, thread.drafts.length, late.contactName]).toEqual([3, 1, 'Oliver Brandt'])

  const workspaceId = seeded?.workspaceId ?? ''
  for (const subscriber of [notifications, enrichment]) await deliver({ runtime, workspaceId }, subscriber)
  const told = (await console.get('/notifications')).body
  expect(new Set(told.items.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(['assigned', 'commented', 'completed']),
  )
  expect(told.unreadCount).toBeGreaterThan(3)
  const share = clientOf(app, `/api/v1/public/shared-task/${seeded?.technicianUrl.split('/t/')[1]}`)
  expect((await share.get('')).body.checklist.length).toBeGreaterThan(4)
  const guest = clientOf(app, `/api/v1/public/manual/${seeded?.guestUrl.split('/m/')[1]}`)
  expect((await guest.get('')).body.property).toMatchObject({
    name: 'Alfama Terrace',
    wifiPassword: expect.any(String),
  })
  const { body: doors } = await console.get('/door-links')
  expect(doors.pagination.total).toBe(2)

  const next = await at.post('/tasks', { title: 'The next', departmentId: items[0]?.departmentId })
  expect(next.body.shortId).toBe(`TK-${items.length + 1}`)
  const { body: automations } = await console.get('/automations')
  expect(automations.items.map(({ name }: { name: string }) => name)).toEqual([
    'Costly urgent work needs an approval',
    'Turnover clean after check-out',
  ])
  const turnover = automations.items[1]
  expect(turnover).toMatchObject({ state: 'active', definitionVersion: 1 })
  const [stay] = (await console.get('/reservations?from=2026-11-15&to=2026-11-15')).body.items
  const worker = workflows({ app, runtime, close })
  await tell(runtime, workspaceId, { type: 'reservation.checked_out', payload: { reservationId: stay.id } })
  await soon(async () => {
    const { body: found } = await at.get('/tasks?q=Turnover%20clean%3A&limit=100')
    expect(found.items).toContainEqual(
      expect.objectContaining({ reservationId: stay.id, scheduledDate: stay.checkoutDate, source: 'AUTOMATION' }),
    )
  })
  const urgent = { title: 'New boiler', departmentId: items[0]?.departmentId, priority: 'URGENT' }
  const { body: boiler } = await at.post('/tasks', urgent)
  const addItem = (amount: number) => console.post(`/tasks/${boiler.id}/cost-items`, { amount, billToType: 'OWNER' })
  await addItem(150)
  const { body: second } = await addItem(90)
  const costsChanged = (costItemId: string) => {
    const payload = { taskId: boiler.id, costItemId, change: 'added' }
    return tell(runtime, workspaceId, { type: 'task.costs_changed', payload })
  }
  const asked = async () => (await console.get('/workflow-approvals')).body.items
  await costsChanged(second.id)
  await soon(async () =>
    expect(await asked()).toMatchObject([{ taskId: boiler.id, question: 'Spend 240 EUR on New boiler?' }]),
  )
  // What was approved is not asked again until there is more of it.
  const [question] = await asked()
  await console.post(`/workflow-approvals/${question.id}/resolve`, { decision: 'approve' }, ANY)
  const task = async () => (await at.get(`/tasks/${boiler.id}`)).body
  await soon(async () => expect((await task()).customFields).toEqual({ approvedCost: 240 }))
  const runs = clientOf(app, `/api/v1/workspaces/${workspaceId}/workflow-runs`, signedIn.accessToken)
  const completed = async (): Promise<number> =>
    (await runs.get(`?workflowId=${automations.items[0].id}&status=completed`)).body.pagination.total
  await soon(async () => expect(await completed()).toBe(1))
  await costsChanged(second.id)
  await soon(async () => expect(await completed()).toBe(2))
  expect(await asked()).toHaveLength(1)
  await costsChanged((await addItem(10)).body.id)
  await soon(async () =>
    expect(await asked()).toContainEqual(expect.objectContaining({ question: 'Spend 250 EUR on New boiler?' })),
  )
  await worker.stop()
  await close()
})
