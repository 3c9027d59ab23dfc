import { expect, test } from 'vitest'
import { workOnMany } from '#src/workflow-api.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { ANY, publish, workflows } from '#test/workflow-place.ts'

async function place(): Promise<Harness> {
  const here = await harness()
  workflows(here)
  await working(here, [workOnMany])
  return here
}

/** Saves tests, runs them, and gives what came of each, in their order. */
async function results(here: Harness, workflowId: string, tests: object[], body: object = {}) {
  for (const [at, each] of tests.entries()) {
    const saved = await here.asKey.post(`/workflows/${workflowId}/tests`, { name: `Test ${at}`, ...each })
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  }
  const asked = await here.asKey.post(`/workflows/${workflowId}/test-runs`, body)
  expect(asked.status, JSON.stringify(asked.body)).toBe(202)
  return soon(async () => {
    const { body } = await here.asKey.get(`/workflow-operations/${asked.body.id}`)
    expect(body.status).toBe('completed')
    return body.items as { status: string; details: { workflowRunId: string; differences: { what: string }[] } }[]
  })
}

const turnover = (departmentId: string): string => `
  do:
    - later: { wait: { days: 7 } }
    - ask: { call: 'approval:1.0.0@default', with: { question: 'Clean?' } }
    - choose:
        switch:
          - yes: { when: '.decision == "approved"', then: make }
          - no: { then: end }
    - make: { call: 'task-create:1.0.0@default', with: { title: Clean, departmentId: ${departmentId} } }
    - tell: { emit: { event: { with: { source: 'https://example.com', type: com.example.made, data: { title: '\${ .title }' } } } } }
    - last: { set: { at: '\${ $task.startedAt.iso8601 }' } }`

test('tests run the workflow in no time, on answers that were written down, and do nothing outside', async () => {
  const here = await place()
  const { id: departmentId } = await here.make.department()
  const workflowId = await publish(here, turnover(departmentId))
  const mocks = [{ path: '/do/1/ask', output: { decision: 'approved' } }]
  const clock = '2026-12-01T10:00:00.000Z'
  const expected = {
    output: { at: '2026-12-08T10:00:00.000Z' },
    path: ['/do/0/later', '/do/1/ask', '/do/2/choose', '/do/3/make', '/do/4/tell', '/do/5/last'],
    effects: [
      { kind: 'approval', fields: { question: 'Clean?' } },
      { kind: 'task-create', fields: { title: 'Clean' } },
      { kind: 'emit', target: 'com.example.made', fields: { title: 'Clean' } },
    ],
  }
  const items = await results(here, workflowId, [
    { mocks, clock, expected },
    { mocks: [{ path: '/do/1/ask', output: { decision: 'rejected' } }], expected: { path: expected.path } },
    { expected: { error: { status: 400 } } },
  ])
  expect(
    items.map(({ status }) => status),
    JSON.stringify(items),
  ).toEqual(['done', 'failed', 'done'])
  expect(items[1]?.details.differences).toMatchObject([{ what: 'path', actual: expected.path.slice(0, 3) }])
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  expect((await here.asKey.get('/workflow-approvals')).body.pagination.total).toBe(0)
  const runId = items[0]?.details.workflowRunId
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ mode: 'test', workflowVersion: 0 })
  const listed = (await here.asKey.get(`/workflows/${workflowId}/tests`)).body.items
  expect(listed.map(({ lastResult }: { lastResult: { passed: boolean } }) => lastResult.passed)).toEqual([
    true,
    false,
    true,
  ])
})

test('what would take a test past the year 9999 fails at once, at the task that says so', async () => {
  const here = await place()
  const raise = '{ b: { raise: { error: { type: https://example.com/late, status: 500, title: Late } } } }'
  const again = 'catch: { retry: { delay: { days: 100 }, backoff: { exponential: {} } } }'
  for (const [task, clock, instance, detail] of [
    ['{ wait: { days: 1 } }', '9999-12-31T12:00:00Z', '/do/0/a', expect.stringContaining('9999')],
    ['{ set: { b: 1 }, timeout: { after: P1D } }', '9999-12-31T12:00:00Z', '/do/0/a', expect.stringContaining('9999')],
    ['{ wait: { days: 3000 }, then: a }', '9900-01-01T00:00:00Z', '/do/0/a', expect.stringContaining('9999')],
    // The last attempt that there is time for.
    [`{ try: [ ${raise} ], ${again} }`, '9999-06-01T00:00:00Z', '/do/0/a/try/0/b', undefined],
  ] as const) {
    const workflowId = await publish(here, `do: [ { a: ${task} } ]`)
    const error = { status: detail ? 400 : 500 }
    const [item] = await results(here, workflowId, [{ clock, expected: { error } }])
    const { body } = await here.asKey.get(`/workflow-runs/${item?.details.workflowRunId}`)
    expect([item?.status, body.status, body.error.instance, body.error.detail]).toEqual([
      'done',
      'faulted',
      instance,
      detail,
    ])
  }
})

test('errors, retries and events come from the test; reads of the product are real', async () => {
  const here = await place()
  const { id: departmentId } = await here.make.department()
  const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Real', departmentId })).body
  const workflowId = await publish(
    here,
    `
    do:
      - fetch:
          try: [ { get: { call: http, with: { method: get, endpoint: 'https://example.com/' } } } ]
          catch: { retry: { delay: { hours: 1 }, limit: { attempt: { count: 3 } } } }
      - hear: { listen: { to: { one: { with: { type: com.example.paid } } } } }
      - read: { call: 'task-get:1.0.0@default', with: { taskId: ${taskId} } }
      - last: { set: { title: '\${ .title }' } }`,
  )
  const type = 'https://serverlessworkflow.io/spec/1.0.0/errors/communication'
  const get = '/do/0/fetch/try/0/get'
  const mocks = [
    { path: get, error: { type, status: 503 } },
    { path: get, error: { type, status: 503 } },
    { path: get, output: { ok: true } },
    { path: '/do/1/hear', events: [{ type: 'com.example.paid', data: { amount: 1 } }] },
  ]
  const items = await results(here, workflowId, [
    { mocks, expected: { output: { title: 'Real' }, effects: [] } },
    { mocks: mocks.slice(2, 3), expected: { status: 'faulted', error: { status: 400 } } },
    { expected: { output: { title: 'Real' } } },
  ])
  expect(
    items.map(({ status }) => status),
    JSON.stringify(items),
  ).toEqual(['done', 'done', 'failed'])
  expect(items[2]?.details.differences.map(({ what }) => what)).toContain('error')
})

test('a version is activated only when all tests have passed with it, where that is asked for', async () => {
  const here = await place()
  const workflowId = await publish(here, 'do: [ { greet: { set: { text: Hello } } } ]')
  await here.asKey.delete(`/workflows/${workflowId}/activation`, ANY)
  const activate = () =>
    here.asKey.put(
      `/workflows/${workflowId}/activation`,
      { routes: [{ version: 1, weight: 100 }], requireTestsPassed: true },
      ANY,
    )
  expect((await activate()).body.code).toBe('workflow_tests_not_passed')
  const failing = { expected: { output: { text: 'Bye' } } }
  const [item] = await results(here, workflowId, [failing], { version: 1 })
  expect(item?.status).toBe('failed')
  expect((await activate()).body).toMatchObject({ code: 'workflow_tests_not_passed', status: 409 })
  const [{ id }] = (await here.asKey.get(`/workflows/${workflowId}/tests`)).body.items
  const path = `/workflows/${workflowId}/tests/${id}`
  const passing = { name: 'Greets', expected: { output: { text: 'Hello' } } }
  expect((await here.asKey.put(path, passing)).status).toBe(428)
  expect((await here.asKey.put(path, passing, ANY)).body).toMatchObject({ name: 'Greets', lastResult: null })
  await results(here, workflowId, [], { testIds: [id] })
  expect((await activate()).status).toBe(200)
  expect((await here.asKey.delete(path, ANY)).status).toBe(204)
  expect((await here.asKey.get(path)).body.code).toBe('workflow_test_not_found')
  expect((await here.asKey.post(`/workflows/${workflowId}/test-runs`, {})).body.code).toBe('workflow_tests_missing')
})

test('a test is refused by the field that is wrong', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { greet: { set: { text: Hello } } } ]')
  const save = (body: object) => here.asKey.post(`/workflows/${workflowId}/tests`, body)
  const both = { name: 'Both', mocks: [{ path: '/do/0/greet', output: 1, events: [] }] }
  expect((await save(both)).body).toMatchObject({ code: 'workflow_mock_invalid', errors: [{ pointer: '/mocks/0' }] })
  const lost = await save({ name: 'Lost', mocks: [{ path: '/do/7/nowhere', output: 1 }] })
  expect(lost).toMatchObject({ status: 422, body: { code: 'workflow_mock_invalid' } })
  expect(lost.body.errors).toMatchObject([{ pointer: '/mocks/0/path', message: 'There is no task /do/7/nowhere.' }])
  expect((await save({ name: 'Found', mocks: [{ path: '/do/0/greet', output: 1 }] })).status).toBe(201)
  expect((await save({ name: 'x', expected: { result: 1 } })).body.errors[0].pointer).toBe('/expected/result')
  const draft =
    'document: { dsl: 1.0.3, namespace: test, name: wrong, version: 1.0.0 }\ndo: [ { a: { then: nowhere, set: {} } } ]'
  await here.asKey.put(`/workflows/${workflowId}/draft`, { text: draft }, ANY)
  expect((await here.asKey.post(`/workflows/${workflowId}/test-runs`, {})).body.code).toBe('workflow_invalid')
})

test('one task is tried by itself, with every expression and its value', async () => {
  const here = await harness()
  const workflowId = await publish(
    here,
    `
    do:
      - add: { set: { sum: '\${ .a + .b }', by: '\${ $context.who }' } }
      - each:
          for: { each: n, in: .list }
          do:
            - ask: { if: $n > 1, call: http, with: { method: post, endpoint: 'https://example.com/', body: { n: '\${ $n }' } }, then: done }
            - other: { set: { total: 0 } }
            - done: { set: { total: 1 } }
      - last: { raise: { error: { type: 'https://example.com/no', status: 409 } } }`,
  )
  const attempt = async (body: object) => {
    const answer = await here.asKey.post(`/workflows/${workflowId}/test-step`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const added = await attempt({ path: '/do/0/add', input: { a: 1, b: 2 }, context: { who: 'Ada' } })
  expect(added).toMatchObject({ status: 'completed', output: { sum: 3, by: 'Ada' }, next: '/do/1/each', error: null })
  expect(added.trace).toContainEqual({ expression: '.a + .b', value: 3 })
  const path = '/do/1/each/do/0/ask'
  const asked = await attempt({ path, variables: { n: 2 }, mocks: [{ path, output: { ok: true } }], version: 1 })
  expect(asked).toMatchObject({ status: 'completed', output: { ok: true }, next: '/do/1/each/do/2/done' })
  expect(asked.effects).toMatchObject([{ path, with: { body: { n: 2 } } }])
  expect(await attempt({ path, variables: { n: 1 } })).toMatchObject({ status: 'skipped', effects: [] })
  expect(await attempt({ path: '/do/2/last' })).toMatchObject({ status: 'faulted', error: { status: 409 }, next: null })
  const unknown = await here.asKey.post(`/workflows/${workflowId}/test-step`, { path: '/do/9/no' })
  expect(unknown.body).toMatchObject({ code: 'workflow_step_not_found', errors: [{ pointer: '/path' }] })
})

test('what a task that is tried tells is cut where it gets too long, and says so', async () => {
  const here = await harness()
  const workflowId = await publish(
    here,
    `
    do:
      - each:
          for: { each: n, in: '\${ [1,2,3,4,5] }' }
          do:
            - long: { set: { text: '\${ $workflow.input.text }' } }
            - ask: { call: http, with: { method: post, endpoint: 'https://example.com/', body: { text: '\${ .text }' } } }`,
  )
  const path = '/do/0/each'
  const mocks = [{ path: `${path}/do/1/ask`, output: { ok: true } }]
  const { body } = await here.asKey.post(`/workflows/${workflowId}/test-step`, {
    path,
    mocks,
    input: { text: 'x'.repeat(300_000) },
  })
  expect(body).toMatchObject({ status: 'completed', output: { ok: true } })
  for (const told of [body.trace, body.effects]) {
    expect(told.at(-1)).toEqual({ cut: 'What follows is left out: it is too long.' })
    expect(JSON.stringify(told).length).toBeLessThan(1_200_000)
  }
})

test('a version that is not there is refused by its field, whatever asks for it', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { last: { set: { done: true } } } ]')
  for (const [path, body] of [
    ['runs', {}],
    ['test-runs', {}],
    ['test-step', { path: '/do/0/last', input: {} }],
  ] as const) {
    const refused = await here.asKey.post(`/workflows/${workflowId}/${path}`, { ...body, version: 9 })
    const errors = [{ pointer: '/version', code: 'workflow_version_unknown' }]
    expect(refused, path).toMatchObject({ status: 422, body: { code: 'workflow_version_unknown', errors } })
  }
})
