import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { deliver } from '#test/deliver.ts'
import { harness, type Harness } from '#test/harness.ts'
import { enrichment } from './enrich.ts'

interface Place extends Harness {
  departmentId: string
  task(body?: object): Promise<{ id: string; shortId: string }>
  /** What is suggested for a task, after all events were delivered. */
  suggested(task: { id: string }, query?: string): Promise<Suggested[]>
  decide(task: { id: string }, suggestion: Suggested | undefined, how: string): ReturnType<Harness['asAdmin']['post']>
}

interface Suggested {
  id: string
  kind: string
  duplicateOf: { shortId: string } | null
  priority: string | null
  tag: { id: string; name: string } | null
  score: number | null
}

async function place(): Promise<Place> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  return {
    ...here,
    departmentId,
    task: async (body = {}) =>
      (await here.asKey.post('/tasks', { title: 'Kitchen tap drips', departmentId, ...body })).body,
    async suggested({ id }, query = '') {
      await deliver(here, enrichment)
      return (await here.asAdmin.get(`/tasks/${id}/suggestions${query}`)).body.items
    },
    decide: ({ id }, suggestion, how) => here.asAdmin.post(`/tasks/${id}/suggestions/${suggestion?.id}/${how}`),
  }
}

const duplicates = (items: Suggested[]): (string | undefined)[] =>
  items.filter(({ kind }) => kind === 'duplicate').map(({ duplicateOf }) => duplicateOf?.shortId)

test('a new task gets suggestions and stays as it is; its history says what was suggested, and by which method', async () => {
  const here = await place()
  const { asKey, asAdmin, make, task, suggested } = here
  const { id: propertyId } = await make.property()
  const safety = (await asAdmin.post('/task-tags', { name: 'Safety', color: '#a3262a' })).body
  const first = await task({ propertyId })
  const second = await task({
    propertyId,
    title: 'kitchen tap dripping',
    description: 'Smell of gas too. SAFETY first!',
  })
  const items = await suggested(second)
  const common = { method: 'rules', state: 'open', decidedAt: null, createdAt: expect.any(String) }
  expect(items).toHaveLength(3)
  expect(items).toContainEqual({
    ...common,
    id: expect.any(String),
    kind: 'duplicate',
    duplicateOf: { id: first.id, shortId: first.shortId, title: 'Kitchen tap drips', status: 'OPEN' },
    priority: null,
    tag: null,
    score: expect.any(Number),
    reason: `${first.shortId} is open and called much the same.`,
  })
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'priority', priority: 'URGENT', reason: 'The text says “smell of gas”.' }),
  )
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'tag', tag: expect.objectContaining({ id: safety.id }) }),
  )
  expect((await asKey.get(`/tasks/${second.id}`)).body).toEqual(second)
  const { body } = await asAdmin.get(`/tasks/${second.id}/activity`)
  expect(body.items[0]).toMatchObject({
    action: 'task.effect',
    details: {
      effect: 'enrichment',
      outcome: 'done',
      method: 'rules',
      duplicates: [{ id: first.id, shortId: first.shortId, score: expect.any(Number) }],
      priority: 'URGENT',
      tags: ['Safety'],
    },
  })
  expect(await suggested(first)).toEqual([])
})

test('an event that comes again suggests nothing twice, and does not bring back what was dismissed', async () => {
  const { task, suggested, decide, runtime, workspaceId } = await place()
  const leak = await task({ title: 'Leak under the sink' })
  const [priority] = await suggested(leak)
  expect((await decide(leak, priority, 'dismiss')).body.state).toBe('dismissed')
  const { pool } = runtime.database
  await run(pool, sql`delete from task_activities where workspace_id = ${workspaceId} and action = 'task.effect'`)
  expect(await suggested(leak)).toMatchObject([{ id: priority?.id, state: 'dismissed' }])
  expect(await suggested(leak, '?state=open')).toEqual([])
})

test('duplicates are open tasks of the same place or of none, on the same day or without one, not parts of one task', async () => {
  const { task, suggested, asKey, make } = await place()
  const [{ id: here }, { id: there }] = [await make.property(), await make.property()]
  const same = await task({ propertyId: here })
  const nowhere = await task()
  await task({ propertyId: there })
  const closed = await task({ propertyId: here })
  await asKey.patch(`/tasks/${closed.id}`, { status: 'CLOSED' })
  const deleted = await task({ propertyId: here })
  await asKey.delete(`/tasks/${deleted.id}`)
  await task({ propertyId: here, title: 'Wash the windows' })
  await task({ propertyId: here, scheduledDate: '2026-11-20' })
  const sameDay = await task({ propertyId: here, scheduledDate: '2026-11-21' })

  const newest = await task({ propertyId: here, scheduledDate: '2026-11-21' })
  const found = await suggested(newest)
  expect(duplicates(found).toSorted()).toEqual([same.shortId, nowhere.shortId, sameDay.shortId].toSorted())
  expect(found.map(({ score }) => score)).toEqual([1, 1, 1])
  const part = await task({ propertyId: here, parentTaskId: newest.id, scheduledDate: '2026-12-24' })
  expect(duplicates(await suggested(part)).toSorted()).toEqual([same.shortId, nowhere.shortId].toSorted())
  const placeless = await task()
  expect(duplicates(await suggested(placeless))).toEqual([nowhere.shortId])
})

test('at most three duplicates are named, the most alike first', async () => {
  const { task, suggested } = await place()
  for (const title of ['Kitchen tap', 'Kitchen tap drips', 'Kitchen tap drips again', 'Kitchen taps drip'])
    await task({ title })
  const scores = (await suggested(await task())).map(({ score }) => score ?? 0)
  expect(scores).toHaveLength(3)
  expect(Math.max(...scores)).toBe(1)
})

test('accepting changes the task as a person would: with its version, history and event', async () => {
  const { task, suggested, decide, asKey, asAdmin, admin } = await place()
  const tag = (await asAdmin.post('/task-tags', { name: 'Plumbing', color: '#a3262a' })).body
  const first = await task({ title: 'Leak under the sink' })
  const second = await task({ title: 'Leak under the sink', description: 'plumbing' })
  const items = await suggested(second)
  const of = (kind: string) => items.find((item) => item.kind === kind)
  const answer = await decide(second, of('priority'), 'accept')
  expect([answer.status, answer.body.state, typeof answer.body.decidedAt]).toEqual([200, 'accepted', 'string'])
  await decide(second, of('tag'), 'accept')
  expect((await asKey.get(`/tasks/${second.id}`)).body).toMatchObject({
    priority: 'HIGH',
    tagIds: [tag.id],
    version: 3,
  })
  await decide(second, of('duplicate'), 'accept')
  expect((await asKey.get(`/tasks/${second.id}`)).body).toMatchObject({
    status: 'CLOSED',
    summary: `Duplicate of ${first.shortId}: Leak under the sink`,
  })
  const { body } = await asAdmin.get(`/tasks/${second.id}/activity`)
  expect(body.items[0]).toMatchObject({
    action: 'task.updated',
    actor: { id: admin.userId },
    details: { status: 'CLOSED' },
  })
  expect((await suggested(second)).map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted())
})

test('a suggestion is decided once; of many decisions at the same time one counts', async () => {
  const { task, suggested, decide } = await place()
  const leak = await task({ title: 'Leak under the sink' })
  const [priority] = await suggested(leak)
  const answers = await Promise.all(
    ['accept', 'dismiss', 'accept', 'dismiss'].map((how) => decide(leak, priority, how)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await decide(leak, priority, 'accept')).body.code).toBe('suggestion_decided')
})

test('what has changed since is respected: a higher priority stays, and a tag that is gone is refused', async () => {
  const { task, suggested, decide, asKey, asAdmin } = await place()
  const tag = (await asAdmin.post('/task-tags', { name: 'Plumbing', color: '#a3262a' })).body
  const leak = await task({ title: 'Leak', description: 'Plumbing' })
  const items = await suggested(leak)
  const of = (kind: string) => items.find((item) => item.kind === kind)
  await asKey.patch(`/tasks/${leak.id}`, { priority: 'URGENT' })
  expect((await decide(leak, of('priority'), 'accept')).body.code).toBe('suggestion_outdated')
  await asAdmin.patch(`/task-tags/${tag.id}`, { active: false })
  const refused = await decide(leak, of('tag'), 'accept')
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/tagIds/0'])
  expect((await asKey.get(`/tasks/${leak.id}`)).body).toMatchObject({ priority: 'URGENT', tagIds: [] })
  expect(await suggested(leak, '?state=open')).toHaveLength(2)
})

test('a report that came before is no longer a duplicate of what was done or closed since', async () => {
  const { task, suggested, decide, asKey } = await place()
  const first = await task()
  const second = await task()
  const [duplicate] = await suggested(second)
  for (const status of ['COMPLETED', 'CLOSED', 'FINISHED', 'REQUEST_REJECTED']) {
    expect((await asKey.patch(`/tasks/${first.id}`, { status })).status).toBe(200)
    const refused = await decide(second, duplicate, 'accept')
    expect([refused.status, refused.body.code]).toEqual([409, 'suggestion_outdated'])
  }
  expect((await asKey.get(`/tasks/${second.id}`)).body).toMatchObject({ status: 'OPEN', summary: null, version: 1 })
  await asKey.patch(`/tasks/${first.id}`, { status: 'OPEN' })
  expect((await decide(second, duplicate, 'accept')).body.state).toBe('accepted')
})

test('a suggestion belongs to its task', async () => {
  const { task, suggested, decide, asAdmin } = await place()
  const leak = await task({ title: 'Leak under the sink' })
  const other = await task({ title: 'Something else' })
  const [priority] = await suggested(leak)
  expect((await decide(other, priority, 'accept')).body.code).toBe('suggestion_not_found')
  const unknown = await asAdmin.get(`/tasks/${priority?.id}/suggestions`)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'task_not_found'])
})
