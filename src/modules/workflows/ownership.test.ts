import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { emit } from '#core/events.ts'
import { sql } from '#core/sql.ts'
import { workflowTools } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'
import { backend } from '#test/database.ts'
import { deliver } from '#test/deliver.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { closeComparisons } from './comparison.service.ts'
import { WORKFLOW_EMITTED } from './run-effect.ts'
import { addRun } from './run.service.ts'
import { workflowEvents } from './workflow-events.ts'
import { lockWaits } from '#test/lock-waits.ts'

/** A workflow that another engine has, and that makes a task for each event of its type. */
async function moved(here: Harness, tasks?: string): Promise<{ workflowId: string; type: string }> {
  const { id: departmentId } = await here.make.department()
  const type = `test.moved-${newId()}`
  const make = `call: 'task-create:1.0.0@default', with: { title: '\${ "About " + .[0].data.what }', departmentId: ${departmentId} }`
  const workflowId = await publish(
    here,
    `
    schedule: { on: { one: { with: { type: ${type} } } } }
    do: ${tasks ?? `[ { make: { ${make} } } ]`}`,
  )
  await here.asKey.patch(
    `/workflows/${workflowId}`,
    { legacyRef: 'zap-7', migration: { ignore: ['departmentId'] } },
    ANY,
  )
  return { workflowId, type }
}

async function happens(here: Harness, type: string, id: string, what = 'it'): Promise<void> {
  const event = { specversion: '1.0', id, source: 'https://example.com', type, data: { what } }
  const { workspaceId, runtime } = here
  await runtime.database.pool.transaction((db) =>
    emit({ ...systemContext(runtime), db, workspaceId }, { type: WORKFLOW_EMITTED, event }),
  )
  await deliver(here, workflowEvents(workflowTools))
}

const owned = (here: Harness, workflowId: string, body: object) =>
  here.asKey.put(`/workflows/${workflowId}/migration/ownership`, body, ANY)
const migrationOf = async (here: Harness, workflowId: string) =>
  (await here.asKey.get(`/workflows/${workflowId}/migration`)).body
const runsOf = async (here: Harness, workflowId: string) =>
  (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.items
const comparisonsOf = async (here: Harness, workflowId: string) =>
  (await here.asKey.get(`/workflows/${workflowId}/migration/comparisons`)).body.items
const observe = (here: Harness, workflowId: string, ...observations: object[]) =>
  here.asKey.post(`/workflows/${workflowId}/migration/observations`, { observations })
const tasksOf = async (here: Harness): Promise<number> => (await here.asKey.get('/tasks')).body.pagination.total

test('a workflow of another engine starts nothing; in the shadow it is compared, and then the service has it', async () => {
  const here = await harness()
  workflows(here)
  const { workflowId, type } = await moved(here)
  await owned(here, workflowId, { owner: 'legacy', reason: 'Moved from elsewhere' })
  expect(await migrationOf(here, workflowId)).toMatchObject({ owner: 'legacy', epoch: 2, legacyRef: 'zap-7' })
  const early = newId()
  await happens(here, type, early)
  expect(await runsOf(here, workflowId)).toEqual([])
  expect((await here.asKey.post(`/workflows/${workflowId}/runs`)).body.code).toBe('workflow_owned_elsewhere')
  expect((await owned(here, workflowId, { owner: 'service' })).body.code).toBe('workflow_move_unusual')

  expect((await owned(here, workflowId, { owner: 'shadow' })).status).toBe(200)
  const [same, other, lonely] = [newId(), newId(), newId()]
  const fields = { title: 'About it' }
  await observe(here, workflowId, { correlationKey: same, effects: [{ kind: 'task-create', fields }] })
  await happens(here, type, same)
  await happens(here, type, other, 'that')
  await happens(here, type, lonely)
  await soon(async () => expect(await runsOf(here, workflowId)).toHaveLength(3))
  for (const shadow of await runsOf(here, workflowId)) {
    expect(await settled(here, shadow.id)).toMatchObject({ status: 'completed', mode: 'shadow' })
  }
  expect(await tasksOf(here)).toBe(0)
  const answer = await observe(
    here,
    workflowId,
    { correlationKey: other, effects: [{ kind: 'task-create', fields }] },
    { correlationKey: other, effects: [{ kind: 'task-create', fields }] },
    { correlationKey: other, effects: [] },
  )
  expect(answer.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'accepted',
    'repeated',
    'conflict',
  ])
  const found = Object.fromEntries(
    (await comparisonsOf(here, workflowId)).map((each: { correlationKey: string }) => [each.correlationKey, each]),
  )
  expect(found[same]).toMatchObject({ verdict: 'match', diff: [], workflowVersion: 1 })
  expect(found[other]).toMatchObject({
    verdict: 'mismatch',
    diff: [{ op: 'replace', path: '/0/fields/title', value: 'About that' }],
  })
  expect(found[lonely]).toMatchObject({ verdict: 'pending' })
  await run(
    here.runtime.database.pool,
    sql`update wf_comparison set due_at = now() - interval '1 second' where workspace_id = ${here.workspaceId}`,
  )
  await closeComparisons.run(systemContext(here.runtime))
  const { figures, isGateOpen } = await migrationOf(here, workflowId)
  expect(figures).toMatchObject({ match: 1, mismatch: 1, missingLegacy: 1, compared: 3, agreement: 1 / 3 })
  expect(isGateOpen).toBe(false)

  const closed = await owned(here, workflowId, { owner: 'service' })
  expect(closed).toMatchObject({
    status: 409,
    body: { code: 'workflow_gate_closed', figures: { match: 1, compared: 3 } },
  })
  expect((await owned(here, workflowId, { owner: 'service', force: true })).body.errors).toMatchObject([
    { pointer: '/reason' },
  ])
  await here.asKey.patch(`/workflows/${workflowId}`, { migration: { minComparisons: 3, minAgreement: 0.3 } }, ANY)
  expect((await owned(here, workflowId, { owner: 'service' })).body).toMatchObject({ owner: 'service', epoch: 4 })

  // Those that came before were another's, whoever delivers them again.
  await happens(here, type, early)
  await happens(here, type, same)
  const mine = newId()
  await happens(here, type, mine)
  await soon(async () => expect(await tasksOf(here)).toBe(1))
  expect(await runsOf(here, workflowId)).toHaveLength(4)
  const late = await observe(here, workflowId, { correlationKey: mine, effects: [] })
  expect(late.body.results).toEqual([{ correlationKey: mine, status: 'conflict' }])
})

test('every change is in the log with its reason and told as an event; a forced one says so', async () => {
  const here = await harness()
  const { workflowId } = await moved(here)
  await owned(here, workflowId, { owner: 'legacy' })
  const forced = { owner: 'service', force: true, reason: 'The other engine is gone' }
  const { body } = await owned(here, workflowId, forced)
  expect(body.changes).toMatchObject([
    { epoch: 3, fromOwner: 'legacy', toOwner: 'service', isForced: true, reason: 'The other engine is gone' },
    { epoch: 2, fromOwner: 'service', toOwner: 'legacy', isForced: false, reason: null },
  ])
  const told = await here.runtime.database.pool.rows<{ payload: object }>(sql`
    select payload from outbox where workspace_id = ${here.workspaceId} and type = 'workflow.ownership_changed' order by id`)
  expect(told.map(({ payload }) => payload)).toMatchObject([
    { workflowId, toOwner: 'legacy', epoch: 2 },
    { workflowId, toOwner: 'service', epoch: 3, legacyRef: 'zap-7' },
  ])
  const stale = await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, forced, { 'if-match': '"1.x"' })
  expect(stale.status).toBe(412)
})

test('whoever lowers the gate stands in the log, with what it was and is', async () => {
  const here = await harness()
  const { workflowId } = await moved(here)
  await owned(here, workflowId, { owner: 'shadow' })
  const before = await here.asKey.get(`/workflows/${workflowId}/migration`)
  const patch = (migration: object) => here.asKey.patch(`/workflows/${workflowId}`, { migration }, ANY)
  expect((await patch({ waits: 'keep', minComparisons: 20 })).status).toBe(200)
  expect((await migrationOf(here, workflowId)).changes).toHaveLength(1)
  await patch({ minComparisons: 1, minAgreement: 0.5, ignore: ['title'] })
  const after = await here.asKey.get(`/workflows/${workflowId}/migration`)
  expect(after.body.changes[0]).toMatchObject({
    epoch: 2,
    fromOwner: 'shadow',
    toOwner: 'shadow',
    reason: 'minComparisons: 20 → 1, minAgreement: 0.99 → 0.5, ignore: ["departmentId"] → ["title"]',
    createdBy: { kind: expect.any(String) },
  })
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
})

test('open runs of the side that loses the workflow finish, are suspended or are cancelled', async () => {
  const here = await harness()
  workflows(here)
  for (const [openRuns, status] of [
    ['finish', 'waiting'],
    ['suspend', 'suspended'],
    ['cancel', 'cancelled'],
  ] as const) {
    const workflowId = await publish(here, 'do: [ { pause: { wait: { days: 1 } } } ]')
    await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-8' }, ANY)
    const runId = await start(here, workflowId)
    await reached(here, runId, 'waiting')
    await owned(here, workflowId, { owner: 'legacy', openRuns })
    expect((await here.asKey.get(`/workflow-runs/${runId}`)).body.status, openRuns).toBe(status)
  }
})

test('a change that is planned happens at its moment, and until then another takes its place', async () => {
  const here = await harness()
  workflows(here)
  const { workflowId, type } = await moved(here)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await owned(here, workflowId, { owner: 'legacy', cutoverAt: at })).body).toMatchObject({
    owner: 'service',
    epoch: 1,
    cutover: { at, owner: 'legacy' },
  })
  expect((await owned(here, workflowId, { owner: 'service' })).body.cutover).toBeNull()
  await owned(here, workflowId, { owner: 'legacy', cutoverAt: new Date(Date.now() + 60_000).toISOString() })
  await run(
    here.runtime.database.pool,
    sql`
    update wf_definition set cutover_at = now() - interval '1 second'
    where workspace_id = ${here.workspaceId} and id = ${workflowId}`,
  )
  // Whoever comes first makes the change: the event, or the worker's clock.
  await happens(here, type, newId())
  expect(await migrationOf(here, workflowId)).toMatchObject({ owner: 'legacy', epoch: 2, cutover: null })
  expect(await runsOf(here, workflowId)).toEqual([])
})

test('in the shadow waits are left out, answers come from what the other engine reports, and reads are real', async () => {
  const here = await harness()
  workflows(here)
  const { id: propertyId } = await here.make.property({ name: 'Real villa' })
  const { id: departmentId } = await here.make.department()
  const { workflowId, type } = await moved(
    here,
    `
      - pause: { wait: { days: 3 } }
      - read: { call: 'property-get:1.0.0@default', with: { propertyId: ${propertyId} } }
      - make: { call: 'task-create:1.0.0@default', with: { title: '\${ .name }', departmentId: ${departmentId} } }
      - change: { call: 'task-update:1.0.0@default', with: { taskId: '\${ .id }', priority: HIGH } }`,
  )
  await owned(here, workflowId, { owner: 'shadow' })
  const [event, taskId] = [newId(), newId()]
  const effects = [
    { kind: 'task-update', target: taskId, fields: { priority: 'HIGH' } },
    { kind: 'task-create', fields: { title: 'Real villa' } },
  ]
  const answers = { '/do/2/make': { id: taskId } }
  await observe(here, workflowId, { correlationKey: event, effects, answers })
  await happens(here, type, event)
  await soon(async () => expect(await comparisonsOf(here, workflowId)).toMatchObject([{ verdict: 'match' }]))
  expect(await tasksOf(here)).toBe(0)
})

test('a run that another starts has an owner too: nothing is done for an engine that has it, and in the shadow only noted', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const name = `child-${newId()}`
  const make = `call: 'task-create:1.0.0@default', with: { title: Made, departmentId: ${departmentId} }`
  const childId = await publish(
    here,
    `document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }\ndo: [ { make: { ${make} } } ]`,
  )
  const calls = `do: [ { call: { run: { workflow: { namespace: test, name: ${name}, version: 1.0.0 } } } } ]`
  const parentId = await publish(here, calls)
  const run = async () => settled(here, await start(here, parentId))
  expect((await run()).status).toBe('completed')
  expect(await tasksOf(here)).toBe(1)
  await here.asKey.patch(`/workflows/${childId}`, { legacyRef: 'zap-7' }, ANY)
  expect((await owned(here, childId, { owner: 'legacy', reason: 'Moved' })).status).toBe(200)
  const error = { status: 409, title: 'workflow_owned_elsewhere', instance: '/do/0/call' }
  expect(await run()).toMatchObject({ status: 'faulted', error })
  expect((await owned(here, childId, { owner: 'shadow' })).status).toBe(200)
  expect((await run()).status).toBe('completed')
  expect(await runsOf(here, childId)).toMatchObject([{ mode: 'shadow' }, { mode: 'live' }])
  expect(await tasksOf(here)).toBe(1)
})

test.runIf(backend === 'postgres')('a change of the owner waits for a run that begins, and knows of it', async () => {
  const here = await harness()
  const { workflowId } = await moved(here, '[ { keep: { set: { done: true } } } ]')
  const { runtime, workspaceId } = here
  const id = newId()
  let isChanged = false
  const change = await runtime.database.pool.transaction(async (db) => {
    const createdBy = { kind: 'event', id }
    const run = {
      id,
      definitionId: workflowId,
      versionNumber: 1,
      triggerKind: 'event' as const,
      depth: 0,
      input: {},
      createdBy,
    }
    expect(await addRun({ ...systemContext(runtime), db, workspaceId }, run)).toBe(true)
    const changing = owned(here, workflowId, { owner: 'legacy', openRuns: 'cancel' }).finally(() => (isChanged = true))
    await soon(async () => expect(isChanged || (await lockWaits(db)).length > 0).toBe(true))
    return { changing }
  })
  expect((await change.changing).status).toBe(200)
  expect((await here.asKey.get(`/workflow-runs/${id}`)).body.status).toBe('cancelled')
})
