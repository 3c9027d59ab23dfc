import { expect, test } from 'vitest'
import { enrichment } from '#modules/enrichment/enrich.ts'
import { notifications } from '#modules/notifications/notify.ts'
import { systemContext } from '#src/runtime.ts'
import { clientOf } from '#test/client.ts'
import { deliver } from '#test/deliver.ts'
import { startTestApp } from '#test/harness.ts'
import { seedDemo } from './seed.ts'

test('the demo is a company at work: every kind of thing is there, around today', async () => {
  const { app, runtime, close } = await startTestApp()
  const ctx = { ...systemContext(runtime), now: new Date('2026-11-15T23:30:00Z') }
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

  const next = await at.post('/tasks', { title: 'The next', departmentId: items[0]?.departmentId })
  expect(next.body.shortId).toBe(`TK-${items.length + 1}`)
  await close()
})
