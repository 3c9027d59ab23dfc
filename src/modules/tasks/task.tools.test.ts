import { expect, test } from 'vitest'
import { serve } from '#test/peer.ts'
import { problemOf } from '#test/mcp.ts'
import { PNG } from '#test/photos.ts'
import { connected, newTask, toolPlace as place } from '#test/tool-place.ts'

test('a gated change whose answer was lost is not asked about again', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  const wish = { taskId: task.id, idempotencyKey: 'one' }
  const { confirmationToken } = (await call('delete_task', wish)).structuredContent as Record<string, unknown>
  const done = await call('delete_task', { ...wish, confirmationToken })
  expect(done.structuredContent).toMatchObject({ id: task.id, deleted: true })
  expect((await call('delete_task', { ...wish, confirmationToken })).structuredContent).toEqual(done.structuredContent)
  expect((await call('delete_task', wish)).structuredContent).toEqual(done.structuredContent)
})

test('work for a vendor is asked about, with whatever tool it is given out', async () => {
  const at = await place()
  const { id: vendorId } = await at.make.vendor()
  const { id: departmentId } = await at.make.department()
  const task = await newTask(at)
  const { call } = await connected(at)
  const created = { title: 'Pool', departmentId }
  for (const [name, args] of [
    ['create_task', { ...created, primaryVendorOrgId: vendorId }],
    ['create_task', { ...created, secondaryAssigneeIds: [vendorId] }],
    ['assign_task', { taskId: task.id, primaryVendorOrgId: vendorId }],
    ['assign_task', { taskId: task.id, secondaryAssigneeIds: [vendorId] }],
  ] as const) {
    const { structuredContent } = await call(name, args)
    expect([name, structuredContent]).toEqual([name, expect.objectContaining({ outcome: 'confirmation_required' })])
  }
  expect((await at.asKey.get('/tasks')).body.pagination.total).toBe(1)
})

test('a question about vendors shows their names; who is none is not asked about, or refused first', async () => {
  const at = await place()
  const { id: vendorId, name } = await at.make.vendor()
  const person = await at.make.person()
  const task = await newTask(at)
  const { call } = await connected(at)
  const assign = async (args: object) => {
    const { structuredContent, content } = await call('assign_task', { taskId: task.id, ...args })
    return (structuredContent ?? JSON.parse((content[0] as { text: string }).text)) as Record<string, unknown>
  }
  expect(await assign({ secondaryAssigneeIds: [person.userId, vendorId] })).toMatchObject({
    outcome: 'confirmation_required',
    preview: { after: { secondaryAssigneeIds: [person.fullName, name] } },
  })
  expect(await assign({ primaryVendorOrgId: person.userId })).toMatchObject({ code: 'vendor_not_found' })
  expect(await assign({ secondaryAssigneeIds: [person.userId] })).toMatchObject({
    assignees: [{ userId: person.userId, role: 'SECONDARY' }],
  })
})

test('what would change nothing is not asked about', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  const costs = async (args: object) =>
    (await call('set_task_costs', { taskId: task.id, ...args })).structuredContent as Record<string, unknown>
  await at.asKey.patch(`/tasks/${task.id}`, { cost: 80, costCurrency: 'EUR' })
  expect(await costs({ cost: 80, costCurrency: 'EUR' })).toMatchObject({ id: task.id, cost: 80 })
  expect(await costs({ cost: 80, isNoCharge: true })).toMatchObject({ outcome: 'confirmation_required' })
  expect(await costs({})).toMatchObject({ id: task.id, cost: 80 })
})

test('a task is read with all its parts, and its checklist added to and ticked', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at)
  await call('add_task_comment', { taskId: task.id, content: 'The tap drips' })
  const added = await call('update_task_checklist', { taskId: task.id, newTitles: ['Filter', 'Valve'] })
  const [first] = (added.structuredContent as { items: { id: string }[] }).items
  await call('update_task_checklist', { taskId: task.id, completedItemIds: [first?.id] })
  const { structuredContent } = await call('get_task', { taskId: task.id, include: 'comments,checklist' })
  expect(structuredContent).toMatchObject({
    comments: [{ content: 'The tap drips', author: { name: 'Test key' } }],
    commentCount: 1,
    checklist: [
      { title: 'Filter', completedAt: expect.any(String) },
      { title: 'Valve', completedAt: null },
    ],
  })
})

test('a shared task can be taken back', async () => {
  const at = await place()
  const task = await newTask(at)
  const { call } = await connected(at, { user: 'accept' })
  const shared = await call('share_task', { taskId: task.id, mode: 'view' })
  const { url } = shared.structuredContent as { url: string }
  const api = `${at.url}/api/v1/public/shared-task/${url.split('/t/')[1]}`
  expect((await fetch(api)).status).toBe(200)
  const taken = await call('unshare_task', { taskId: task.id })
  expect(taken.structuredContent).toEqual({ taskId: task.id, withdrawn: 1 })
  expect((await fetch(api)).status).toBe(403)
})

test('a photo is fetched from an address that a person has seen and agreed to', async () => {
  const at = await place()
  const task = await newTask(at)
  const peer = await serve((_request, response) => response.setHeader('content-type', 'image/png').end(PNG))
  const sourceUrl = `http://${peer.host.replace('127.0.0.1', 'localhost')}/1.png?said=what-a-guest-wrote`
  const { call } = await connected(at)
  const wish = { taskId: task.id, sourceUrl, externalSource: 'acme', externalId: 'p-1' }
  const asked = (await call('attach_task_photo', wish)).structuredContent as Record<string, unknown>
  expect(asked).toMatchObject({ outcome: 'confirmation_required', preview: { after: { sourceUrl } } })
  expect(peer.seen).toHaveLength(0)
  const { confirmationToken } = asked
  const done = await call('attach_task_photo', { ...wish, confirmationToken })
  expect(done.structuredContent).toMatchObject({ sizeBytes: PNG.length })
  expect(peer.seen).toHaveLength(1)
})

test('comments are paged back to the first, however many and however long they are', async () => {
  const at = await place()
  const { id: taskId } = await newTask(at)
  await at.asKey.patch(`/tasks/${taskId}`, { description: 'y'.repeat(20_000) })
  const { call } = await connected(at)
  const said = Array.from({ length: 106 }, (_, index) => `${index} ${'x'.repeat(index < 5 ? 9000 : 10)}`)
  for (const content of said) await at.asAdmin.post(`/tasks/${taskId}/comments`, { content })
  const pageBefore = async (beforeCommentId?: string) => {
    const args = beforeCommentId ? { beforeCommentId } : { include: 'comments' }
    const { structuredContent } = await call('get_task', { taskId, ...args })
    return (structuredContent as { comments: { id: string; content: string }[] }).comments
  }
  const read: string[] = []
  for (let page = await pageBefore(); page.length > 0; page = await pageBefore(page[0]?.id))
    read.unshift(...page.map(({ content }) => content))
  expect(read).toEqual(said)
  const { id: beforeCommentId } = (await at.asAdmin.post(`/tasks/${(await newTask(at)).id}/comments`, { content: 'x' }))
    .body
  const foreign = await call('get_task', { taskId, beforeCommentId })
  expect([foreign.isError, problemOf(foreign)['code']]).toEqual([true, 'comment_not_found'])
})
