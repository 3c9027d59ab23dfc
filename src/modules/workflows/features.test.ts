import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness } from '#test/harness.ts'
import { publish, reached, settled, start, workflows } from '#test/workflow-place.ts'

interface Scenario {
  /** Given a document, when it is run with the input, then the run has come to this. */
  given: string
  input?: unknown
  outcome: object
}

const done = (output: unknown): object => ({ status: 'completed', output, error: null })

const SCENARIOS: Record<string, Scenario> = {
  'do: tasks within a task run in order and give what the last gave': {
    given: "do: [ { outer: { do: [ { one: { set: { n: 1 } } }, { two: { set: { n: '${ .n + 1 }' } } } ] } } ]",
    outcome: done({ n: 2 }),
  },
  'then: a name, exit and end say where the flow goes': {
    given: `
      do:
        - first: { set: { n: 1 }, then: third }
        - second: { set: { n: 100 } }
        - third:
            do:
              - leave: { set: { n: '\${ .n + 1 }' }, then: exit }
              - never: { set: { n: 200 } }
        - fourth: { set: { n: '\${ .n + 1 }' }, then: end }
        - fifth: { set: { n: 300 } }`,
    outcome: done({ n: 3 }),
  },
  'if: a task that is left out leaves the data as they are': {
    given: 'do: [ { a: { if: .isOn, set: { n: 1 } } } ]',
    input: { isOn: false },
    outcome: done({ isOn: false }),
  },
  'switch: the first case that is true, else the one without a condition': {
    given: `
      do:
        - choose: { switch: [ { large: { when: .n > 10, then: big } }, { other: { then: small } } ] }
        - big: { set: { size: big }, then: end }
        - small: { set: { size: small } }`,
    input: { n: 3 },
    outcome: done({ size: 'small' }),
  },
  'for: stops when while is no longer true': {
    given: `
      do:
        - each:
            for: { each: n, in: .list, at: i }
            while: (.sum // 0) < 3
            do: [ { add: { set: { list: '\${ .list }', sum: '\${ (.sum // 0) + $n }', last: '\${ $i }' } } } ]`,
    input: { list: [1, 2, 3, 4] },
    outcome: done({ list: [1, 2, 3, 4], sum: 3, last: 1 }),
  },
  'raise: an error of the document by its name faults the run': {
    given: `
      use: { errors: { full: { type: 'https://example.com/full', status: 409, title: Full } } }
      do: [ { stop: { raise: { error: full } } } ]`,
    outcome: { status: 'faulted', error: { type: 'https://example.com/full', status: 409, instance: '/do/0/stop' } },
  },
  'try: an error is caught by its status, and its handler sees it': {
    given: `
      do:
        - careful:
            try: [ { stop: { raise: { error: { type: 'https://example.com/full', status: 409 } } } } ]
            catch:
              errors: { with: { status: 409 } }
              as: problem
              do: [ { note: { set: { status: '\${ $problem.status }', at: '\${ $problem.instance }' } } } ]`,
    outcome: done({ status: 409, at: '/do/0/careful/try/0/stop' }),
  },
  'try: another error goes on': {
    given: `
      do:
        - careful:
            try: [ { stop: { raise: { error: { type: 'https://example.com/full', status: 500 } } } } ]
            catch: { errors: { with: { status: 409 } } }`,
    outcome: { status: 'faulted', error: { status: 500 } },
  },
  'retry: a policy of the document with a growing delay, then the handler': {
    given: `
      use:
        retries:
          quick: { delay: { milliseconds: 2 }, backoff: { exponential: {} }, limit: { attempt: { count: 3 } } }
      do:
        - careful:
            try: [ { stop: { raise: { error: { type: 'https://example.com/busy', status: 503 } } } } ]
            catch: { retry: quick, do: [ { note: { set: { isOver: true } } } ] }`,
    outcome: done({ isOver: true }),
  },
  'timeout: a task that takes too long is an error that can be caught': {
    given: `
      do:
        - careful:
            try: [ { slow: { wait: { days: 1 }, timeout: { after: { milliseconds: 20 } } } } ]
            catch: { errors: { with: { status: 408 } }, do: [ { note: { set: { isLate: true } } } ] }`,
    outcome: done({ isLate: true }),
  },
  'timeout: of the workflow faults the run': {
    given: 'timeout: { after: { milliseconds: 30 } }\ndo: [ { slow: { wait: { days: 1 } } } ]',
    outcome: { status: 'faulted', error: { status: 408 } },
  },
  'input, output and export: transforms and schemas': {
    given: `
      input: { from: '\${ .order }', schema: { document: { type: object, required: [order] } } }
      output: { as: '\${ { result: . } }' }
      do:
        - add:
            input: { from: '\${ .lines }' }
            set: { total: '\${ [ $input[] | .price ] | add }' }
            export: { as: '\${ { total: .total } }' }
        - other: { set: { n: 1 } }
        - last: { set: { total: '\${ $context.total }' }, output: { as: .total, schema: { document: { type: number } } } }`,
    input: { order: { lines: [{ price: 2 }, { price: 3 }] } },
    outcome: done({ result: 5 }),
  },
  'output: one that does not fit its schema faults the run': {
    given: 'do: [ { a: { set: { n: 1 }, output: { schema: { document: { required: [m] } } } } } ]',
    outcome: { status: 'faulted', error: { status: 400, instance: '/do/0/a' } },
  },
  'call: a function of the document runs like a task within': {
    given: `
      use: { functions: { double: { set: { n: '\${ .n * 2 }' } } } }
      do: [ { twice: { call: double, with: { n: '\${ .n + 1 }' } } } ]`,
    input: { n: 4 },
    outcome: done({ n: 10 }),
  },
  'fork: a branch that fails fails the fork, and the error can be caught': {
    given: `
      do:
        - careful:
            try:
              - both:
                  fork:
                    branches:
                      - slow: { wait: { days: 1 } }
                      - broken: { raise: { error: { type: 'https://example.com/broken', status: 500 } } }
            catch: { do: [ { note: { set: { isCaught: true } } } ] }`,
    outcome: done({ isCaught: true }),
  },
  'emit: gives the event that was sent': {
    given: `
      do:
        - tell: { emit: { event: { with: { source: 'https://example.com', type: com.example.told, data: { n: 1 } } } } }
        - last: { set: { type: '\${ .type }', n: '\${ .data.n }' } }`,
    outcome: done({ type: 'com.example.told', n: 1 }),
  },
}

test.for(Object.entries(SCENARIOS))('Scenario: %s', async ([, { given, input, outcome }]) => {
  const here = await harness()
  workflows(here)
  const run = await settled(here, await start(here, await publish(here, given), input))
  expect(run, JSON.stringify(run.error)).toMatchObject(outcome)
})

test('Scenario: run: a workflow that is not waited for goes on by itself, and the task gives what it got', async () => {
  const here = await harness()
  workflows(here)
  const name = `child-${newId()}`
  await publish(
    here,
    `document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }\ndo: [ { a: { set: { n: 2 } } } ]`,
  )
  const parent = await publish(
    here,
    `do: [ { go: { run: { await: false, workflow: { namespace: test, name: ${name}, version: latest } } } } ]`,
  )
  expect(await settled(here, await start(here, parent, { n: 1 }))).toMatchObject(done({ n: 1 }))
  const { items } = (await here.asKey.get('/workflow-runs?triggerKind=workflow')).body
  expect(await settled(here, items[0].id)).toMatchObject(done({ n: 2 }))
})

test('Scenario: listen: events are taken one by one until one says that it is enough', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    `
    do:
      - hear:
          listen:
            to:
              any: [ { with: { type: com.example.paid }, correlate: { order: { from: .data.order, expect: '\${ .order }' } } } ]
              until: { one: { with: { type: com.example.closed } } }
          foreach: { item: payment, do: [ { take: { set: '\${ $payment.amount * 2 }' } } ] }`,
  )
  const runId = await start(here, workflowId, { order: 7 })
  await reached(here, runId, 'waiting')
  const send = async (type: string, data: object) =>
    expect((await here.asKey.post(`/workflow-runs/${runId}/events`, { type, data })).status).toBe(202)
  await send('com.example.paid', { order: 7, amount: 10 })
  await send('com.example.paid', { order: 8, amount: 1000 })
  await send('com.example.paid', { order: 7, amount: 20 })
  await send('com.example.closed', {})
  expect(await settled(here, runId)).toMatchObject(done([20, 40]))
})
