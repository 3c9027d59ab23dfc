import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { soon } from '#test/working.ts'
import { historyOf } from '#test/workflow-hand.ts'
import { ANY, publish, ran, reached, settled, start, workflows } from '#test/workflow-place.ts'

test('a run goes from task to task and gives its output; each step and the history are kept', async () => {
  const here = await harness()
  workflows(here)
  const { id, ...result } = await ran(
    here,
    `
    do:
      - add: { set: { sum: '\${ .a + .b }' } }
      - choose:
          switch:
            - large: { when: .sum > 10, then: big }
            - small: { then: end }
      - big: { set: { sum: '\${ .sum }', isBig: true } }`,
    { a: 5, b: 7 },
  )
  expect(result).toMatchObject({ status: 'completed', steps: 3, output: { sum: 12, isBig: true }, error: null })
  const steps = (await here.asKey.get(`/workflow-runs/${id}/steps`)).body.items
  expect(steps.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['add', 'completed'],
    ['choose', 'completed'],
    ['big', 'completed'],
  ])
  expect(steps[0]).toMatchObject({ input: { a: 5, b: 7 }, output: { sum: 12 } })
  const events = (await here.asKey.get(`/workflow-runs/${id}/events`)).body.items
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(events.map((_: unknown, at: number) => at + 1))
  expect(events[0].type).toBe('io.serverlessworkflow.workflow.started.v1')
  expect(events.at(-1).type).toBe('io.serverlessworkflow.workflow.completed.v1')
  const after = (await here.asKey.get(`/workflow-runs/${id}/events?afterSeq=2`)).body.items
  expect(after[0].seq).toBe(3)
})

test('a function of the product takes effect once, and its refusal can be caught', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const result = await ran(
    here,
    `
    do:
      - make:
          call: task-create:1.0.0@default
          with: { title: 'Made by a workflow', departmentId: '\${ .departmentId }' }
      - fail:
          try:
            - wrong: { call: 'task-create:1.0.0@default', with: { title: 'Lost', departmentId: '${newId()}' } }
          catch:
            as: problem
            do:
              - keep: { set: { status: '\${ $problem.status }', title: '\${ $problem.title }' } }`,
    { departmentId },
  )
  expect(result).toMatchObject({ status: 'completed', output: { status: 422 } })
  const tasks = (await here.asKey.get('/tasks')).body.items
  expect(tasks).toHaveLength(1)
  expect(tasks[0]).toMatchObject({ title: 'Made by a workflow', source: 'AUTOMATION' })
})

test('branches run side by side and come together; in a race the first wins and the others end', async () => {
  const here = await harness()
  workflows(here)
  const fork = await ran(
    here,
    `
    do:
      - both:
          fork:
            branches:
              - left: { set: { side: left } }
              - right: { do: [ { pause: { wait: { milliseconds: 20 } } }, { say: { set: { side: right } } } ] }`,
  )
  expect(fork).toMatchObject({ status: 'completed', output: [{ side: 'left' }, { side: 'right' }] })
  const race = await ran(
    here,
    `
    do:
      - race:
          fork:
            compete: true
            branches:
              - slow: { wait: { days: 1 } }
              - quick: { set: { winner: quick } }`,
  )
  expect(race).toMatchObject({ status: 'completed', output: { winner: 'quick' } })
})

test('a loop, a wait and a retry with attempts', async () => {
  const here = await harness()
  workflows(here)
  const loop = await ran(
    here,
    `
    do:
      - each:
          for: { each: n, in: '.numbers' }
          do:
            - add: { set: { numbers: '\${ .numbers }', sum: '\${ (.sum // 0) + $n }' } }
            - pause: { wait: { milliseconds: 5 } }`,
    { numbers: [1, 2, 3, 4] },
  )
  expect(loop).toMatchObject({ status: 'completed', output: { sum: 10 } })
  const failed = await ran(
    here,
    `
    do:
      - stubborn:
          try:
            - broken: { raise: { error: { type: 'https://example.com/broken', status: 500, title: Broken } } }
          catch: { retry: { delay: { milliseconds: 5 }, limit: { attempt: { count: 2 } } } }`,
  )
  expect(failed).toMatchObject({ status: 'faulted', error: { type: 'https://example.com/broken', status: 500 } })
  const steps = (await here.asKey.get(`/workflow-runs/${failed.id}/steps`)).body.items
  expect(steps.filter(({ name }: { name: string }) => name === 'broken')).toHaveLength(3)
})

test('a call over HTTP carries a key that stays, tells errors by their status, and refuses private addresses', async () => {
  const here = await harness()
  workflows(here)
  const keys: (string | undefined)[] = []
  const { host } = await serve((request, response) => {
    keys.push(request.headers['idempotency-key'] as string)
    response.writeHead(keys.length < 3 ? 503 : 200, { 'content-type': 'application/json' })
    response.end('{"answer": 42}')
  })
  const tasks = `
    do:
      - ask:
          try:
            - get: { call: http, with: { method: post, endpoint: 'http://${host.replace('127.0.0.1', 'localhost')}/', body: { a: 1 } } }
          catch: { errors: { with: { status: 503 } }, retry: { delay: { milliseconds: 5 }, limit: { attempt: { count: 5 } } } }`
  const result = await ran(here, tasks)
  expect(result).toMatchObject({ status: 'completed', output: { answer: 42 }, error: null })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toContain(result.id)

  const refused = await ran(
    here,
    "do: [ { get: { call: http, with: { method: get, endpoint: 'https://127.0.0.1/' } } } ]",
  )
  expect(refused).toMatchObject({ status: 'faulted', error: { status: 502, instance: '/do/0/get' } })
})

test('functions answer what the catalog says of them, and nothing else', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { id: propertyId } = await here.make.property()
  const { functions } = (await here.asKey.get('/workflow-catalog')).body
  const fieldsOf = (name: string) => {
    const { output } = functions.find((each: { call: string }) => each.call === `${name}:1.0.0@default`)
    const fields = output.properties.items?.items.properties ?? output.properties
    return { isList: Boolean(output.properties.items), fields: Object.keys(fields) }
  }
  const made = await ran(
    here,
    `
    do:
      - create: { call: 'task-create:1.0.0@default', with: { title: Boiler, departmentId: ${departmentId}, propertyId: ${propertyId} }, output: { as: '\${ { "task-create": . } }' }, export: { as: '\${ $context + . }' } }
      - tasks: { call: 'task-list:1.0.0@default', with: { limit: 1 }, output: { as: '\${ { "task-list": . } }' }, export: { as: '\${ $context + . }' } }
      - home: { call: 'property-get:1.0.0@default', with: { propertyId: ${propertyId} }, output: { as: '\${ { "property-get": . } }' }, export: { as: '\${ $context + . }' } }
      - homes: { call: 'property-list:1.0.0@default', output: { as: '\${ { "property-list": . } }' }, export: { as: '\${ $context + . }' } }
      - people: { call: 'person-list:1.0.0@default', output: { as: '\${ { "person-list": . } }' }, export: { as: '\${ $context + . }' } }
      - all: { set: '\${ $context }' }`,
  )
  expect(made.status, JSON.stringify(made.error)).toBe('completed')
  expect(Object.keys(made.output)).toHaveLength(5)
  for (const [name, answer] of Object.entries<{ items?: object[] }>(made.output)) {
    const { isList, fields } = fieldsOf(name)
    const [first] = isList ? (answer.items ?? []) : [answer]
    expect(fields, name).toEqual(expect.arrayContaining(Object.keys(first ?? { nothing: true })))
  }
})

/** A pause that is over when the test says so: a busy machine can miss one of seconds. */
const LISTEN = 'listen: { to: { one: { with: { type: test.rang } } } }'

async function ring({ asKey }: Harness, runId: string): Promise<void> {
  expect((await asKey.post(`/workflow-runs/${runId}/events`, { type: 'test.rang' })).status).toBe(202)
}

test('a run is suspended and goes on, is cancelled with all that it waits for, and then stays as it is', async () => {
  const here = await harness()
  workflows(here)
  const name = `slow-${newId()}`
  const slow = `
    document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }
    do: [ { pause: { ${LISTEN} } }, { last: { set: { done: true } } } ]`
  const workflowId = await publish(here, slow)
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const suspended = await here.asKey.post(`/workflow-runs/${runId}/suspend`, { reason: 'Lunch' })
  expect(suspended).toMatchObject({ status: 202, body: { id: runId, status: 'suspended' } })
  expect(suspended.headers.location).toBe(suspended.body.statusUrl)
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ status: 'suspended', reason: 'Lunch' })
  expect((await here.asKey.post(`/workflow-runs/${runId}/resume`)).status).toBe(202)
  await ring(here, runId)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { done: true } })
  expect((await here.asKey.post(`/workflow-runs/${runId}/cancel`)).status).toBe(409)

  await publish(here, slow.replace(name, `${name}-long`))
  const parent = `do: [ { call: { run: { workflow: { namespace: test, name: ${name}-long, version: '1.0.0' } } } } ]`
  const parentId = await start(here, await publish(here, parent))
  await reached(here, parentId, 'waiting')
  const child = await soon(async () => {
    const { items } = (await here.asKey.get('/workflow-runs?triggerKind=workflow')).body
    expect(items[0]).toMatchObject({ status: 'waiting', parentRunId: parentId })
    return items[0].id
  })
  expect((await here.asKey.post(`/workflow-runs/${parentId}/cancel`, { reason: 'No' })).status).toBe(202)
  expect(await settled(here, parentId)).toMatchObject({ status: 'cancelled', reason: 'No' })
  expect(await settled(here, child)).toMatchObject({ status: 'cancelled' })
  for (const [id, name] of [
    [parentId, 'call'],
    [child, 'pause'],
  ]) {
    const steps = (await here.asKey.get(`/workflow-runs/${id}/steps?status=cancelled`)).body.items
    expect(steps).toMatchObject([{ name, endedAt: expect.any(String) }])
    expect((await historyOf(here, id)).slice(-2)).toEqual([`task.cancelled ${name}`, 'workflow.cancelled'])
  }
})

test('what is cut off is over: each task that a run stands in when it is cancelled, and those of a branch that has lost', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - race:
          fork:
            compete: true
            branches:
              - slow: { do: [ { within: { wait: PT1H } } ] }
              - quick: { set: { won: true } }
      - each:
          for: { each: item, in: '[1]' }
          do: [ { rest: { wait: PT1H } } ]`,
  )
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const statusOf = async () =>
    Object.fromEntries(
      (await here.asKey.get(`/workflow-runs/${runId}/steps`)).body.items.map(
        (step: { name: string; status: string; endedAt: string | null }) => [
          step.name,
          `${step.status}${step.endedAt === null ? '' : ' over'}`,
        ],
      ),
    )
  const lost = { slow: 'cancelled over', within: 'cancelled over' }
  const raced = { race: 'completed over', quick: 'completed over', ...lost }
  expect(await statusOf()).toEqual({ ...raced, each: 'started', rest: 'started' })
  await here.asKey.post(`/workflow-runs/${runId}/cancel`)
  expect(await statusOf()).toEqual({ ...raced, each: 'cancelled over', rest: 'cancelled over' })
  expect((await historyOf(here, runId)).slice(-3)).toEqual([
    'task.cancelled rest',
    'task.cancelled each',
    'workflow.cancelled',
  ])
})

test('a worker that was only asleep writes nothing once another has the run', async () => {
  const here = await harness()
  const { pool } = here.runtime.database
  const { id: departmentId } = await here.make.department()
  const worker = workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - make: { call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} } }
      - pause: { ${LISTEN} }`,
  )
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  // As if another worker had taken it and died.
  await run(
    pool,
    sql`
    update wf_run set fence = fence + 1, lease_until = clock_timestamp() - interval '1 second', due_at = clock_timestamp()
    where workspace_id = ${here.workspaceId} and id = ${runId}`,
  )
  await ring(here, runId)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  await worker.stop()
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(1)
  const left = await one(
    pool,
    sql`select 1 from wf_frame where workspace_id = ${here.workspaceId} and run_id = ${runId}`,
  )
  expect(left).toBeUndefined()
})

test('limits: too many steps, too large a value, too deep', async () => {
  const here = await harness()
  workflows(here)
  const again = '{ loop: { do: [ { again: { set: { a: 1 }, then: again } } ] } }'
  const caught = 'catch: { do: [ { never: { set: { b: 1 } } } ] }'
  const endless = await ran(
    here,
    `do: [ { safe: { try: [ { one: { fork: { branches: [ ${again} ] } } } ], ${caught} } } ]`,
  )
  const instance = '/do/0/safe/try/0/one/fork/branches/0/loop/do/0/again'
  expect(endless).toMatchObject({
    status: 'faulted',
    steps: 10_000,
    error: { instance, detail: 'A run takes at most 10000 steps.' },
  })
  expect((await here.asKey.get(`/workflow-runs/${endless.id}/steps`)).body.pagination.total).toBe(10_000)
  const large = await ran(
    here,
    'do: [ { grow: { set: { text: \'${ [range(0; 200000)] | map("xxxxxxxx") | join("") }\' } } } ]',
  )
  expect(large).toMatchObject({ status: 'faulted' })
  const name = `deep-${newId()}`
  const deep = `
    document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }
    do: [ { again: { run: { workflow: { namespace: test, name: ${name}, version: '1.0.0' } } } } ]`
  const { error } = await ran(here, deep)
  expect(error.detail).toContain('8 levels deep')
})

test('an input that the schema refuses starts nothing, and names what is wrong', async () => {
  const here = await harness()
  const workflowId = await publish(
    here,
    `
    input: { schema: { document: { type: object, required: [name], properties: { name: { type: string } } } } }
    do: [ { greet: { set: '\${ { text: ("Hello " + .name) } }' } } ]`,
  )
  const refused = await here.asKey.post(`/workflows/${workflowId}/runs`, { input: { name: 1 } })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/input/name' }] } })
  expect((await here.asKey.get('/workflow-runs')).body.pagination.total).toBe(0)
})

test('changes need the ETag they are based on; a wrong draft is kept with its problems and not published', async () => {
  const here = await harness()
  const { asKey } = here
  const text =
    'document: { dsl: 1.0.3, namespace: test, name: wrong, version: 1.0.0 }\ndo: [ { a: { call: no-such:1.0.0@default } } ]'
  const { id } = (await asKey.post('/workflows', { name: 'Wrong', text })).body
  const draft = await asKey.get(`/workflows/${id}/draft`)
  expect(draft.body).toMatchObject({
    isValid: false,
    problems: [{ pointer: '/do/0/a/call', code: 'function_unknown' }],
  })
  const refused = await asKey.post(`/workflows/${id}/versions`, undefined, { 'if-match': draft.headers.etag ?? '' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
  expect((await asKey.put(`/workflows/${id}/draft`, { text })).status).toBe(428)
  const good = text.replace('call: no-such:1.0.0@default', 'set: { a: 1 }')
  const saved = await asKey.put(`/workflows/${id}/draft`, { text: good }, { 'if-match': draft.headers.etag ?? '' })
  expect(saved).toMatchObject({ status: 200, body: { isValid: true } })
  expect((await asKey.put(`/workflows/${id}/draft`, { text }, { 'if-match': draft.headers.etag ?? '' })).status).toBe(
    412,
  )
  expect((await asKey.post(`/workflows/${id}/versions`, undefined, ANY)).status).toBe(201)
  expect((await asKey.post(`/workflows/${id}/versions`, undefined, ANY)).status).toBe(200)
  expect((await asKey.post(`/workflows/${id}/runs`, {})).body.code).toBe('workflow_not_active')
})
