import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { workflowTools } from '#src/catalogue.ts'
import { workOnMany } from '#src/workflow-api.ts'
import { harness, type Harness } from '#test/harness.ts'
import { change, slowPeer } from '#test/workflow-hand.ts'
import { soon, working } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { workflowEvents } from './workflow-events.ts'

async function place(): Promise<Harness> {
  const here = await harness()
  workflows(here)
  await working(here, [workOnMany, workflowEvents(workflowTools)])
  return here
}

/** The next version of a workflow. */
async function publishNext(here: Harness, workflowId: string, tasks: string): Promise<void> {
  const document = (await here.asKey.get(`/workflows/${workflowId}/versions/1`)).body.document.document
  const head = `document: ${JSON.stringify({ ...document, version: '2.0.0' })}\n`
  const text = head + tasks.replace(/^\n/, '').replaceAll(/^ {4}/gm, '')
  const draft = await here.asKey.put(`/workflows/${workflowId}/draft`, { text, format: 'yaml' }, ANY)
  expect(draft.body.problems, text).toEqual([])
  expect((await here.asKey.post(`/workflows/${workflowId}/versions`, undefined, ANY)).status).toBe(201)
}

async function move(here: Harness, workflowId: string, body: object) {
  const answer = await here.asKey.post(`/workflows/${workflowId}/run-migrations`, {
    fromVersion: 1,
    toVersion: 2,
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return (await here.asKey.get(`/workflow-operations/${answer.body.id}?wait=30`)).body
}

const runOf = async (here: Harness, runId: string) => (await here.asKey.get(`/workflow-runs/${runId}`)).body

test('an open run goes on in the new version, where its task stands now, with its timer and its history', async () => {
  const here = await place()
  const workflowId = await publish(
    here,
    `
    do:
      - first: { set: { from: old } }
      - pause: { wait: { days: 1 } }
      - last: { set: { from: '\${ .from }', to: old } }`,
  )
  const runId = await start(here, workflowId)
  const { dueAt } = await reached(here, runId, 'waiting')
  await publishNext(
    here,
    workflowId,
    `
    do:
      - first: { set: { from: new } }
      - second: { set: { from: never } }
      - rest: { wait: { seconds: 1 } }
      - last: { set: { from: '\${ .from }', to: new } }`,
  )
  const blocked = await move(here, workflowId, { dryRun: false })
  expect(blocked).toMatchObject({
    done: 0,
    skipped: 1,
    items: [{ code: 'unmapped', details: { pointer: '/do/1/pause' } }],
  })
  const mapping = [{ from: '/do/1/pause', to: '/do/2/rest' }]
  const trial = await move(here, workflowId, { mapping })
  expect(trial).toMatchObject({
    isDryRun: true,
    done: 1,
    items: [{ details: { from: '/do/1/pause', to: '/do/2/rest' } }],
  })
  expect((await runOf(here, runId)).workflowVersion).toBe(1)

  expect(await move(here, workflowId, { mapping, dryRun: false })).toMatchObject({ done: 1 })
  const moved = await reached(here, runId, 'waiting')
  expect(moved).toMatchObject({ workflowVersion: 2, cursor: '/do/2/rest', dueAt })
  const steps = (await here.asKey.get(`/workflow-runs/${runId}/steps`)).body.items
  expect(steps.map(({ name, workflowVersion }: Record<string, unknown>) => [name, workflowVersion])).toEqual([
    ['first', 1],
    ['rest', 2],
  ])
  const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events`)).body
  expect(items.at(-1)).toMatchObject({ type: 'ops.run.migrated.v1', data: { from: 1, to: 2 } })
})

test('a run that listens goes on in the new version with what that one listens for', async () => {
  const here = await place()
  const [oldType, newType] = [`test.old-${newId()}`, `test.new-${newId()}`]
  const listening = (type: string) => `
    do:
      - hear: { listen: { to: { one: { with: { type: ${type} } } } } }
      - say: { set: { heard: '\${ .[0].number }' } }`
  const workflowId = await publish(here, listening(oldType))
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  await publishNext(here, workflowId, listening(newType))
  expect(await move(here, workflowId, { dryRun: false })).toMatchObject({ done: 1 })
  await reached(here, runId, 'waiting')
  const emitter = await publish(
    here,
    `do: [ { tell: { emit: { event: { with: { source: 'https://example.com', type: '\${ .type }', data: { number: 7 } } } } } } ]`,
  )
  await settled(here, await start(here, emitter, { type: oldType }))
  expect((await runOf(here, runId)).status).toBe('waiting')
  await settled(here, await start(here, emitter, { type: newType }))
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { heard: 7 }, workflowVersion: 2 })
})

test('inside of loops and branches a run moves when they are the same as a whole, and not otherwise', async () => {
  const here = await place()
  const forked = (extra: string, kind: string, race = false) => `
    do:
      - each:
          for: { in: '\${ [1, 2] }' }
          do:
            - both:
                fork:
                  compete: ${race}
                  branches:
                    - left: { do: [ { pause: { ${kind} } }, { keep: { set: { n: '\${ $item }' } } } ] }
                    - right: { set: { quick: true } }
${extra}`
  const cases = [
    { next: forked('', 'wait: { hours: 2 }'), code: null },
    { next: forked('', 'set: { n: 1 }'), code: 'kind_differs' },
    {
      next: forked('                    - middle: { set: { more: true } }\n', 'wait: { hours: 2 }'),
      code: 'scope_differs',
    },
  ]
  for (const { next, code } of cases) {
    const workflowId = await publish(here, forked('', 'wait: { hours: 1 }'))
    const runId = await start(here, workflowId)
    await reached(here, runId, 'waiting')
    await publishNext(here, workflowId, next)
    const { items } = await move(here, workflowId, { dryRun: false })
    expect(items).toMatchObject([{ status: code === null ? 'done' : 'skipped', code }])
    expect((await runOf(here, runId)).workflowVersion).toBe(code === null ? 2 : 1)
  }
  const racing = await publish(
    here,
    forked('', 'wait: { hours: 1 }', true).replace('{ set: { quick: true } }', '{ wait: { hours: 3 } }'),
  )
  await reached(here, await start(here, racing), 'waiting')
  await publishNext(here, racing, forked('', 'wait: { hours: 2 }', true))
  expect((await move(here, racing, { onUnmappable: 'fail' })).items).toMatchObject([
    { status: 'failed', code: 'race_in_flight' },
  ])
})

test('runs that have not begun, are suspended or have failed move too; those that are over do not', async () => {
  const here = await place()
  const workflowId = await publish(
    here,
    `do: [ { pause: { wait: { milliseconds: 20 } } }, { broken: { raise: { error: { type: 'https://example.com/x', status: 500, title: X } } } } ]`,
  )
  const failed = await start(here, workflowId)
  expect((await settled(here, failed)).status).toBe('faulted')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const pending = (await here.asKey.post(`/workflows/${workflowId}/runs`, { delayUntil: later })).body.id
  const suspended = (await here.asKey.post(`/workflows/${workflowId}/runs`, { delayUntil: later })).body.id
  await here.asKey.post(`/workflow-runs/${suspended}/suspend`)
  const cancelled = (await here.asKey.post(`/workflows/${workflowId}/runs`, { delayUntil: later })).body.id
  await here.asKey.post(`/workflow-runs/${cancelled}/cancel`)
  await publishNext(
    here,
    workflowId,
    `
    do: [ { pause: { wait: { milliseconds: 20 } } }, { broken: { raise: { error: { type: 'https://example.com/y', status: 500, title: Y } } } } ]`,
  )
  expect(await move(here, workflowId, { dryRun: false })).toMatchObject({ total: 3, done: 3 })
  for (const [runId, status] of [
    [failed, 'faulted'],
    [pending, 'pending'],
    [suspended, 'suspended'],
  ]) {
    expect(await runOf(here, runId)).toMatchObject({ status, workflowVersion: 2 })
  }
  expect((await runOf(here, cancelled)).workflowVersion).toBe(1)
  await here.asKey.post(`/workflow-runs/${suspended}/resume`)
  expect(await runOf(here, suspended)).toMatchObject({ status: 'pending', dueAt: later })
  await here.asKey.post(`/workflow-runs/${failed}/retry`)
  await soon(async () => expect((await runOf(here, failed)).error).toMatchObject({ type: 'https://example.com/y' }))
})

test('what people were asked stays the same question, wherever its task stands in the new version', async () => {
  const here = await place()
  const ask = (question: string) =>
    `{ call: 'approval:1.0.0@default', with: { question: '${question}', dueAfter: PT5H } }`
  const workflowId = await publish(here, `do: [ { first: { set: { n: 1 } } }, { ask: ${ask('Sure?')} } ]`)
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const before = (await here.asKey.get(`/workflow-approvals?workflowRunId=${runId}`)).body.items[0]
  // Another question stands where this one stood.
  await publishNext(here, workflowId, `do: [ { moved: ${ask('Sure?')} }, { ask: ${ask('Really?')} } ]`)
  const mapping = [{ from: '/do/1/ask', to: '/do/0/moved' }]
  expect(await move(here, workflowId, { mapping, dryRun: false })).toMatchObject({ done: 1 })
  const { body: kept, headers } = await here.asKey.get(`/workflow-approvals/${before.id}`)
  expect(kept).toMatchObject({ status: 'pending', dueAt: before.dueAt, pointer: '/do/0/moved' })
  const answer = { decision: 'approve' }
  const match = { 'if-match': headers.etag ?? '' }
  expect((await here.asKey.post(`/workflow-approvals/${before.id}/resolve`, answer, match)).status).toBe(200)
  const next = await soon(async () => {
    const { items } = (await here.asKey.get(`/workflow-approvals?workflowRunId=${runId}&status=pending`)).body
    expect(items).toMatchObject([{ question: 'Really?', pointer: '/do/1/ask' }])
    return items[0]
  })
  expect(next.id).not.toBe(before.id)
  await here.asKey.post(`/workflow-approvals/${next.id}/resolve`, { decision: 'reject' }, ANY)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { decision: 'rejected' } })
})

test('a run that asked people does not move to a task that asks somebody else', async () => {
  const here = await place()
  const ask = "{ call: 'approval:1.0.0@default', with: { question: 'Sure?' } }"
  const workflowId = await publish(here, `do: [ { ask: ${ask} } ]`)
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  await publishNext(here, workflowId, "do: [ { ask: { call: 'property-list:1.0.0@default', with: {} } } ]")
  expect(await move(here, workflowId, { dryRun: false })).toMatchObject({ items: [{ code: 'kind_differs' }] })
})

test('a mapping that names no task is refused, with its place', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { pause: { wait: { days: 1 } } } ]')
  const path = `/workflows/${workflowId}/run-migrations`
  const wrong = await here.asKey.post(path, {
    fromVersion: 1,
    toVersion: 1,
    mapping: [{ from: '/do/0/pause', to: '/do/9/x' }],
  })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/mapping/0/to' }] } })
  const unknown = await here.asKey.post(path, { fromVersion: 1, toVersion: 7 })
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/toVersion' }] } })
})

test('one that is suspended with a step under way moves without being taken up, and makes the step again when it goes on', async () => {
  const here = await place()
  const { asked, call } = await slowPeer()
  const workflowId = await publish(here, `do: [ { ask: { ${call} } } ]`)
  await publishNext(here, workflowId, `do: [ { ask: { ${call} } }, { keep: { set: { moved: true } } } ]`)
  const runId = await start(here, workflowId)
  await soon(() => expect(asked).toHaveLength(1))
  await change(here, runId, 'suspend')
  expect(await move(here, workflowId, { dryRun: false })).toMatchObject({ status: 'completed', done: 1 })
  expect(await runOf(here, runId)).toMatchObject({ status: 'suspended', workflowVersion: 2, dueAt: null })
  await soon(() => expect(asked[0]?.isGone).toBe(true))
  await change(here, runId, 'resume')
  await soon(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { moved: true } })
})
