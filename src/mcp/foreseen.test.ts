import { expect, test } from 'vitest'
import { problemOf, toolClient } from '#test/mcp.ts'
import { connected, newTask, toolPlace as place, type ToolPlace } from '#test/tool-place.ts'

type Json = Record<string, unknown>
const NOWHERE = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d97'

async function blockedTask(at: ToolPlace): Promise<{ id: string; version: number }> {
  const task = await newTask(at)
  const item = { externalSource: 'x', externalId: '1', actionUrl: 'https://partner.example/1', title: 'Read the meter' }
  await at.asKey.post(`/tasks/${task.id}/checklist-items`, { ...item, blocksCompletion: true })
  return task
}

test('nobody is asked about what would be refused', async () => {
  const at = await place()
  const { id: taskId } = await blockedTask(at)
  const [{ id: departmentId }, { id: vendorId }, { id: propertyId }] = [
    await at.make.department(),
    await at.make.vendor(),
    await at.make.property(),
  ]
  const photo = { taskId, externalSource: 'x', externalId: '1' }
  const refused: [tool: string, args: Json, code: string][] = [
    ['set_task_status', { taskId, status: 'COMPLETED' }, 'completion_blocked'],
    ['share_task', { taskId, mode: 'view', expiresAt: '2020-01-01T00:00:00.000Z' }, 'link_inapplicable'],
    ['unshare_task', { taskId, shareLinkId: NOWHERE }, 'share_link_not_found'],
    ['attach_task_photo', { ...photo, sourceUrl: 'https://127.0.0.1/a.jpg' }, 'source_not_allowed'],
    ['assign_task', { taskId, primaryUserId: NOWHERE, primaryVendorOrgId: vendorId }, 'two_primaries'],
    ['create_task', { title: 'x', departmentId: NOWHERE, primaryVendorOrgId: vendorId }, 'reference_unknown'],
    [
      'create_task',
      { title: 'x', departmentId, templateId: NOWHERE, primaryVendorOrgId: vendorId },
      'reference_unknown',
    ],
    ['update_property', { propertyId, cleaningFee: 1.234 }, 'property_inapplicable'],
  ]
  const [asking, telling] = [await connected(at, { user: 'accept' }), await connected(at, { era: 'legacy' })]
  for (const [tool, args, code] of refused) {
    for (const { call } of [asking, telling]) {
      const answer = await call(tool, args)
      expect([tool, answer.isError, problemOf(answer)['code']]).toEqual([tool, true, code])
    }
  }
  expect(asking.asked).toEqual([])
  await at.asAdmin.patch('', { toolApproval: 'app' })
  for (const [tool, args] of refused) expect((await asking.call(tool, args)).isError).toBe(true)
  expect((await at.asAdmin.get('/tool-confirmations?waiting=true')).body.items).toEqual([])
})

test('a question leaves nothing behind of what it is about', async () => {
  const at = await place()
  const { id: taskId, version } = await newTask(at)
  const [{ id: departmentId }, { id: primaryVendorOrgId }] = [await at.make.department(), await at.make.vendor()]
  const { call } = await connected(at)
  for (const [tool, args] of [
    ['set_task_status', { taskId, status: 'COMPLETED' }],
    ['set_task_costs', { taskId, cost: 10 }],
    ['share_task', { taskId, mode: 'view' }],
    ['create_task', { title: 'Paint', departmentId, primaryVendorOrgId }],
    ['delete_task', { taskId }],
  ] as const) {
    const { structuredContent } = await call(tool, args)
    expect([tool, structuredContent]).toEqual([tool, expect.objectContaining({ outcome: 'confirmation_required' })])
  }
  const { body: task } = await at.asKey.get(`/tasks/${taskId}`)
  expect(task).toMatchObject({ status: 'OPEN', cost: null, version })
  expect((await at.asAdmin.get(`/tasks/${taskId}/share-links`)).body.items).toEqual([])
  expect((await at.asKey.get('/tasks')).body.pagination.total).toBe(1)
  const { items } = (await at.asAdmin.get(`/tasks/${taskId}/activity`)).body
  expect(items).toHaveLength(1)
  const { body: next } = await at.asKey.post('/tasks', { title: 'Sweep', departmentId })
  expect([task.shortId, next.shortId]).toEqual(['TK-1', 'TK-2'])
})

test('a question says what holds by itself: a link without an end, and all links', async () => {
  const at = await place()
  const { id: taskId } = await newTask(at)
  const { call, asked } = await connected(at, { user: 'decline' })
  await call('share_task', { taskId, mode: 'view' })
  await call('share_task', { taskId, mode: 'view', expiresAt: null })
  await call('share_task', { taskId, mode: 'view', expiresAt: '2099-01-01T00:00:00.000Z' })
  await call('unshare_task', { taskId })
  expect(asked.map((text) => text.split('\n').slice(1).toSorted())).toEqual([
    ['expiresAt: never, it works until it is withdrawn', 'mode: view'],
    ['expiresAt: never, it works until it is withdrawn', 'mode: view'],
    ['expiresAt: 2099-01-01T00:00:00.000Z', 'mode: view'],
    ['shareLinkId: every link of the task'],
  ])
})

test('a vendor is named in a question, and nobody else for it', async () => {
  const at = await place()
  const { id: taskId } = await newTask(at)
  const { body: vendor } = await at.asAdmin.post('/vendors', { name: 'Blue Pools', contactName: 'Rita Blue' })
  const { call, asked } = await connected(at, { user: 'decline' })
  await call('assign_task', { taskId, primaryVendorOrgId: vendor.id })
  expect(asked).toEqual(['Assign a task: TK-1 Fix the boiler\nprimaryVendorOrgId: Blue Pools'])
})

test('a question has the names of what the asker may read, and ids of the rest', async () => {
  const at = await place()
  const { id: parentTaskId } = await newTask(at)
  const [department, vendor, property, template, tag, person] = [
    await at.make.department({ name: 'Pool care' }),
    await at.make.vendor(),
    await at.make.property({ name: 'Villa Sol' }),
    await at.make.template(),
    await at.make.tag({ name: 'Safety' }),
    await at.make.person(),
  ]
  const named = {
    departmentId: department.id,
    propertyId: property.id,
    parentTaskId,
    tagIds: [tag.id],
    templateId: template.id,
    primaryVendorOrgId: vendor.id,
    secondaryAssigneeIds: [person.userId],
  }
  const whole = await connected(at, { user: 'decline', query: '?toolsets=tasks' })
  await whole.call('create_task', { title: 'Filter', ...named })
  expect(whole.asked.map((text) => text.split('\n').slice(1))).toEqual([
    [
      'title: Filter',
      'departmentId: Pool care',
      'propertyId: Villa Sol',
      'parentTaskId: TK-1 Fix the boiler',
      'tagIds: ["Safety"]',
      'templateId: Turnover',
      `primaryVendorOrgId: ${vendor.name}`,
      `secondaryAssigneeIds: ["${person.fullName}"]`,
      'source: AI',
    ],
  ])
  const { value } = await at.make.key({ scopes: ['tools:use', 'tasks:create', 'departments:read'] })
  const narrow = await toolClient(at.url, value, { user: 'decline' })
  await narrow.call('create_task', { title: 'Filter', ...named })
  expect(narrow.asked.join().match(/[0-9a-f-]{36}/g)).toEqual([property.id, parentTaskId, tag.id, person.userId])
})
