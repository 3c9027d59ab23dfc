import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'

/** A server that fails until it is mended. */
async function fragile() {
  let isMended = false
  let asked = 0
  const { host } = await serve((_request, response) => {
    asked += 1
    response.writeHead(isMended ? 200 : 500, { 'content-type': 'application/json' })
    response.end('{"answer": 42}')
  })
  const call = `{ call: http, with: { method: post, endpoint: 'http://${host.replace('127.0.0.1', 'localhost')}/' } }`
  return { call, mend: () => void (isMended = true), asked: () => asked }
}

async function faulted(here: Harness, tasks: string, input?: unknown): Promise<string> {
  const run = await settled(here, await start(here, await publish(here, tasks), input))
  expect(run.status, JSON.stringify(run)).toBe('faulted')
  return run.id
}

const retry = ({ asKey }: Harness, runId: string, body?: object) => asKey.post(`/workflow-runs/${runId}/retry`, body)

async function taskTitles({ asKey }: Harness): Promise<string[]> {
  return (await asKey.get('/tasks')).body.items.map(({ title }: { title: string }) => title).toSorted()
}

test('a failed run goes on from the step that failed, and what is finished is not done again', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { call, mend } = await fragile()
  const runId = await faulted(
    here,
    `
    do:
      - make: { call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} } }
      - ask: ${call}
      - last: { set: { answer: '\${ .answer }' } }`,
  )
  expect((await retry(here, runId)).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted', error: { instance: '/do/1/ask' } })
  mend()
  const again = await retry(here, runId, { from: 'failed' })
  expect(again).toMatchObject({ status: 202, body: { id: runId, status: 'running' } })
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { answer: 42 }, error: null })
  expect(await taskTitles(here)).toEqual(['Once'])
  expect((await retry(here, runId)).body.code).toBe('workflow_run_not_faulted')
  const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
  expect(items.filter(({ type }: { type: string }) => type === 'ops.run.retried.v1')).toHaveLength(2)
  expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(items.map((_: unknown, at: number) => at + 1))
})

test('of a fork only the branch that failed is taken again; approvals and events of the others are waited for again', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { call, mend } = await fragile()
  const runId = await faulted(
    here,
    `
    do:
      - all:
          fork:
            branches:
              - make: { call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} } }
              - ask: { call: 'approval:1.0.0@default', with: { question: 'Sure?' } }
              - hear: { listen: { to: { one: { with: { type: com.example.paid } } } } }
              - broken: { do: [ { pause: { wait: { milliseconds: 100 } } }, { get: ${call} } ] }`,
  )
  const { items } = (await here.asKey.get(`/workflow-approvals?workflowRunId=${runId}`)).body
  expect(items).toMatchObject([{ status: 'withdrawn' }])
  const steps = async (): Promise<Record<string, string>> => {
    const { items } = (await here.asKey.get(`/workflow-runs/${runId}/steps?limit=100`)).body
    return Object.fromEntries(items.map(({ name, status }: Record<string, string>) => [name, status]))
  }
  // Nobody waits for the others any more.
  expect(await steps()).toMatchObject({ make: 'completed', ask: 'cancelled', hear: 'cancelled', get: 'faulted' })
  expect((await here.asKey.post(`/workflow-runs/${runId}/events`, { type: 'com.example.paid' })).body.code).toBe(
    'workflow_run_over',
  )
  mend()
  expect((await retry(here, runId)).status).toBe(202)
  await soon(async () => {
    const { status } = (await here.asKey.get(`/workflow-approvals/${items[0].id}`)).body
    expect(status).toBe('pending')
  })
  await reached(here, runId, 'waiting')
  expect(await steps()).toMatchObject({ ask: 'started', hear: 'started', get: 'completed' })
  const event = { type: 'com.example.paid', id: 'paid-1', data: { amount: 480 } }
  expect((await here.asKey.post(`/workflow-runs/${runId}/events`, event)).status).toBe(202)
  await here.asKey.post(`/workflow-approvals/${items[0].id}/resolve`, { decision: 'approve' }, ANY)
  const { status, output } = await settled(here, runId)
  expect(status).toBe('completed')
  expect(output).toMatchObject([{ title: 'Once' }, { decision: 'approved' }, [{ amount: 480 }], { answer: 42 }])
  expect(await taskTitles(here)).toEqual(['Once'])
})

test('the step that failed gets another input, or is left out', async () => {
  const here = await harness()
  workflows(here)
  const tasks = `
    do:
      - first: { set: { amount: 900 } }
      - check:
          do:
            - limit: { if: .amount > 500, raise: { error: { type: 'https://example.com/limit', status: 409 } } }
            - mark: { set: { amount: '\${ .amount }', isChecked: true } }
      - last: { set: { paid: '\${ .amount }', isChecked: '\${ .isChecked }' } }`
  const patched = await faulted(here, tasks)
  await retry(here, patched, { input: { amount: 100 } })
  expect(await settled(here, patched)).toMatchObject({ status: 'completed', output: { paid: 100, isChecked: true } })
  const skipped = await faulted(here, tasks)
  await retry(here, skipped, { skip: true })
  expect(await settled(here, skipped)).toMatchObject({ status: 'completed', output: { paid: 900, isChecked: true } })
})

test('a run is taken again from an earlier step, with what that had got or with something else', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { call, mend } = await fragile()
  const tasks = `
    do:
      - outer:
          do:
            - name: { set: { title: '\${ .title }', departmentId: ${departmentId} } }
            - make: { call: 'task-create:1.0.0@default', with: { title: '\${ .title }', departmentId: '\${ .departmentId }' } }
      - ask: ${call}
      - each: { for: { in: '[1]' }, do: [ { inside: { set: { n: 1 } } } ] }`
  const runId = await faulted(here, tasks, { title: 'First' })
  mend()
  expect((await retry(here, runId, { from: '/do/2/each/do/0/inside' })).body).toMatchObject({
    status: 422,
    code: 'workflow_retry_invalid',
    errors: [{ pointer: '/from' }],
  })
  const input = { title: 'Second', departmentId }
  expect((await retry(here, runId, { from: '/do/0/outer/do/1/make', input })).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { n: 1 } })
  expect(await taskTitles(here)).toEqual(['First', 'Second'])
})

test('`start` is a new run of the same version with the same input', async () => {
  const here = await harness()
  workflows(here)
  const runId = await faulted(
    here,
    "do: [ { broken: { if: .isBad, raise: { error: { type: 'https://example.com/bad', status: 400 } } } } ]",
    {
      isBad: true,
    },
  )
  const again = (await retry(here, runId, { from: 'start' })).body
  expect(again.id).not.toBe(runId)
  expect(await settled(here, again.id)).toMatchObject({ status: 'faulted', input: { isBad: true } })
  const better = (await retry(here, runId, { from: 'start', input: { isBad: false } })).body
  expect(await settled(here, better.id)).toMatchObject({ status: 'completed' })
})

test('a run that waited for another that failed is tried again with it, also when that is turned off since', async () => {
  const here = await harness()
  workflows(here)
  const { call, mend } = await fragile()
  const name = `child-${newId()}`
  const childId = await publish(
    here,
    `document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }\ndo: [ { ask: ${call} } ]`,
  )
  const parentId = await faulted(
    here,
    `do: [ { child: { run: { workflow: { namespace: test, name: ${name}, version: '1.0.0' } } } } ]`,
  )
  mend()
  expect((await here.asKey.delete(`/workflows/${childId}/activation`, ANY)).status).toBe(204)
  expect((await retry(here, parentId)).status).toBe(202)
  expect(await settled(here, parentId)).toMatchObject({ status: 'completed', output: { answer: 42 } })
})

test('an input that did not fit can be mended', async () => {
  const here = await harness()
  workflows(here)
  const runId = await faulted(here, "input: { from: '${ .items | map(.n) }' }\ndo: [ { sum: { set: '${ add }' } } ]", {
    items: 3,
  })
  await retry(here, runId, { input: { items: [{ n: 1 }, { n: 2 }] } })
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: 3 })
})

test('an event goes to the run that listens for it, once, and to no other', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - hear:
          listen: { to: { all: [ { with: { type: com.example.one } }, { with: { type: com.example.two, subject: right } } ] } }`,
  )
  const [runId, otherId] = [await start(here, workflowId), await start(here, workflowId)]
  await reached(here, runId, 'waiting')
  await reached(here, otherId, 'waiting')
  const send = (body: object) => here.asKey.post(`/workflow-runs/${runId}/events`, body)
  expect((await send({ type: 'com.example.three' })).body).toMatchObject({
    code: 'workflow_run_not_listening',
    errors: [{ pointer: '/type' }],
  })
  expect((await send({ type: 'com.example.two', subject: 'wrong', data: 0 })).status).toBe(202)
  const two = { type: 'com.example.two', id: 'two', subject: 'right', data: 2 }
  expect((await send(two)).status).toBe(202)
  expect((await send(two)).status).toBe(202)
  expect((await send({ type: 'com.example.one', data: 1 })).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: [2, 1] })
  expect((await here.asKey.get(`/workflow-runs/${otherId}`)).body.status).toBe('waiting')
})

test('a CloudEvent is taken as its standard has it, with its own attributes and media type', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - one: { listen: { to: { one: { with: { type: com.example.paid, myext: '1' } } }, read: envelope } }
      - two: { listen: { to: { one: { with: { type: com.example.scanned } } } } }
      - keep: { set: { scan: '\${ .[0] }' } }`,
  )
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const path = `/workflow-runs/${runId}/events`
  const event = {
    specversion: '1.0',
    id: 'p-1',
    source: '/till',
    type: 'com.example.paid',
    time: '2026-11-15T09:30:00Z',
    datacontenttype: 'application/json',
    dataschema: 'https://example.com/paid.json',
    partitionkey: 'a',
    sequence: 7,
    sampled: true,
    data: { amount: 480 },
  }
  for (const [wrong, pointer] of [
    [{ MyExt: 'a' }, '/MyExt'],
    [{ toString: 'a' }, '/toString'],
    [{ [`x${'y'.repeat(20)}`]: 'a' }, `/x${'y'.repeat(20)}`],
    [{ myext: { deep: 1 } }, '/myext'],
    [{ data_base64: 'aGVsbG8=' }, '/data_base64'],
  ] as const) {
    const refused = await here.asKey.post(path, { ...event, ...wrong })
    expect(refused, pointer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
  }
  // Without the attribute it is not the one that the run listens for.
  expect((await here.asKey.post(path, event)).status).toBe(202)
  const asEvent = { 'content-type': 'application/cloudevents+json; charset=utf-8' }
  // The address says which run it is for, whatever the event says.
  const elsewhere = { ...event, id: 'p-3', workflowRunId: newId() }
  expect((await here.asKey.post(path, elsewhere)).status).toBe(202)
  expect((await here.asKey.post(path, { ...event, id: 'p-2', myext: '1' }, asEvent)).status).toBe(202)
  await soon(async () =>
    expect((await here.asKey.post(path, { type: 'com.example.scanned', data_base64: 'aGVsbG8=' })).status).toBe(202),
  )
  expect((await settled(here, runId)).output).toEqual({ scan: 'aGVsbG8=' })
  const steps = (await here.asKey.get(`/workflow-runs/${runId}/steps`)).body.items
  expect(steps[0].output).toEqual([{ ...event, id: 'p-2', myext: '1' }])
  expect((await here.asKey.post(`/workflows/${workflowId}/runs`, {}, asEvent)).status).toBe(415)
})
