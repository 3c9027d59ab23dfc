import { afterAll, describe, expect, test } from 'vitest'
import { expressions, runWorkflow, workflowOf } from '#test/workflow.ts'
import type { JsonObject } from './document.schema.ts'
import { startedBy } from './flow-listen.rules.ts'
import type { RunFacts, Signal, Step, StepTools } from './flow-state.rules.ts'
import { advance, begin } from './flow.rules.ts'

afterAll(() => expressions.close())

describe('call', () => {
  test('a function of the catalog gets its arguments worked out', async () => {
    const { effects, output } = await runWorkflow(
      `do: [{ make: { call: 'task-create:1.0.0@default', with: { title: '\${ "Clean \\(.name)" }', tags: [a] } } }]`,
      { input: { name: 'Casa' }, answer: () => ({ output: { id: 'T' } }) },
    )
    expect(effects).toEqual([
      {
        kind: 'call',
        key: '/do/0/make/0',
        call: 'function',
        function: { name: 'task-create', version: '1.0.0' },
        with: { title: 'Clean Casa', tags: ['a'] },
      },
    ])
    expect(output).toEqual({ id: 'T' })
  })

  test('http: the address takes fields of the input, encoded, and a missing one is an error', async () => {
    const tasks = `
do:
  - find:
      call: http
      with: { method: get, endpoint: 'https://example.com/{status}?q={q}', headers: { a: '\${ .q }' }, output: response }`
    const { effects } = await runWorkflow(tasks, { input: { status: 'a/b', q: 1 } })
    expect(effects[0]).toMatchObject({
      call: 'http',
      with: { endpoint: 'https://example.com/a%2Fb?q=1', headers: { a: 1 } },
    })
    expect((await runWorkflow(tasks, { input: { q: 1 } })).error).toMatchObject({
      detail: expect.stringContaining('status'),
    })
  })

  test('authentication comes from the document and its secrets, and from no other', async () => {
    const tasks = (secret: string) => `
use:
  secrets: [api]
  authentications:
    named: { bearer: { token: '\${ $secrets.api.token }' } }
    whole: { basic: { use: ${secret} } }
do:
  - one: { call: http, with: { method: get, endpoint: { uri: 'https://example.com', authentication: { use: named } } } }
  - two: { call: http, with: { method: get, endpoint: { uri: 'https://example.com', authentication: { use: whole } } } }`
    const secrets = { api: { token: 'T', username: 'u', password: 'p' }, other: { username: 'x', password: 'y' } }
    const { effects } = await runWorkflow(tasks('api'), { secrets })
    expect(effects).toMatchObject([
      { with: { endpoint: { authentication: { bearer: { token: 'T' } } } } },
      { with: { endpoint: { authentication: { basic: { username: 'u', password: 'p' } } } } },
    ])
    expect((await runWorkflow(tasks('other'), { secrets })).error).toMatchObject({ status: 403, instance: '/do/1/two' })
  })

  test('a function of the document runs like a task within, with its arguments as input', async () => {
    const { output, journal } = await runWorkflow(
      `
use: { functions: { greet: { set: { text: '\${ "Hello \\(.who)" }' }, output: { as: .text } } } }
do: [{ say: { call: greet, with: { who: '\${ .name }' }, output: { as: '{ said: . }' } } }]`,
      { input: { name: 'Ana' } },
    )
    expect(output).toEqual({ said: 'Hello Ana' })
    expect(journal.map(({ pointer }) => pointer)).toContain('/use/functions/greet')
  })

  test('openapi and mcp are called with what they are given', async () => {
    const { effects } = await runWorkflow(
      `
do:
  - api: { call: openapi, with: { document: { endpoint: 'https://example.com/x.json' }, operationId: find, parameters: { s: '\${ .s }' } }, output: { as: $input } }
  - tool: { call: mcp, with: { method: tools/call, transport: { http: { endpoint: 'https://mcp.example' } }, parameters: { name: x, arguments: { s: '\${ .s }' } } } }`,
      { input: { s: 'a' } },
    )
    expect(effects).toMatchObject([
      { call: 'openapi', with: { parameters: { s: 'a' } } },
      { call: 'mcp', with: { parameters: { arguments: { s: 'a' } } } },
    ])
  })
})

test('emit gives the event that was sent', async () => {
  const { output, effects } = await runWorkflow(
    `
do:
  - emitEvent:
      emit:
        event:
          with:
            source: https://fake-source.com
            type: com.fake-source.user.greeted.v1
            data: { greetings: '\${ "Hello \\(.user.firstName) \\(.user.lastName)!" }' }`,
    { input: { user: { firstName: 'John', lastName: 'Doe' } } },
  )
  expect(effects).toHaveLength(1)
  expect(output).toEqual({
    id: '/do/0/emitEvent/0',
    specversion: '1.0',
    source: 'https://fake-source.com',
    type: 'com.fake-source.user.greeted.v1',
    data: { greetings: 'Hello John Doe!' },
  })
})

test('run.workflow gives what the other gave, or its own input when it does not wait', async () => {
  const tasks = (wait: boolean) => `
do:
  - child: { run: { workflow: { namespace: a, name: b, version: 1.0.0, input: { n: '\${ .n }' } }, await: ${wait} } }`
  const world = { input: { n: 2 }, answer: () => ({ output: 'theirs' }) }
  const { output, effects } = await runWorkflow(tasks(true), world)
  expect(output).toBe('theirs')
  expect(effects[0]).toMatchObject({ workflow: { namespace: 'a', name: 'b', version: '1.0.0' }, input: { n: 2 } })
  expect((await runWorkflow(tasks(false), world)).output).toEqual({ n: 2 })
})

describe('wait', () => {
  test.each([
    ['PT10S', 10],
    ['{ minutes: 1, seconds: 5 }', 65],
    ['P1DT1H', 90_000],
    ['P1M', 30 * 86_400],
    ['"${ .delay }"', 7],
  ])('%s is %i seconds, and gives what it got', async (duration, seconds) => {
    const input = { delay: 'PT7S' }
    const { output, tookMillis } = await runWorkflow(`do: [{ pause: { wait: ${duration} } }]`, { input })
    expect(output).toEqual(input)
    expect(tookMillis).toBe(seconds * 1000)
  })

  test('what is no duration is an error', async () => {
    const { error } = await runWorkflow('do: [{ pause: { wait: "${ .delay }" } }]', { input: { delay: 'soon' } })
    expect(error).toMatchObject({ status: 400, instance: '/do/0/pause' })
  })
})

describe('fork', () => {
  const tasks = (more: string) => `
do:
  - branch:
      fork:
        ${more}
        branches:
          - slow: { do: [{ pause: { wait: PT2S } }, { a: { set: { who: slow } } }] }
          - quick: { do: [{ pause: { wait: PT1S } }, { b: { set: { who: quick } } }] }`

  test('gives what all branches gave, in the order in which they stand', async () => {
    const { output, tookMillis } = await runWorkflow(tasks(''))
    expect(output).toEqual([{ who: 'slow' }, { who: 'quick' }])
    expect(tookMillis).toBe(2000)
  })

  test('in a race gives what the first gave', async () => {
    const { output, tookMillis } = await runWorkflow(tasks('compete: true'))
    expect(output).toEqual({ who: 'quick' })
    expect(tookMillis).toBe(1000)
  })

  test('a branch that fails fails the fork, in a race only when all fail', async () => {
    const failing = (compete: boolean, other: string) => `
do:
  - safe:
      try:
        - branch:
            fork:
              compete: ${compete}
              branches:
                - bad: { raise: { error: { status: 500, type: 'https://x.example/bad' } } }
                - other: ${other}
      catch: { do: [{ seen: { set: { at: '\${ $error.instance }' } } }] }`
    const at = '/do/0/safe/try/0/branch/fork/branches/0/bad'
    expect((await runWorkflow(failing(false, '{ set: { ok: true } }'))).output).toEqual({ at })
    expect((await runWorkflow(failing(true, '{ set: { ok: true } }'))).output).toEqual({ ok: true })
    expect(
      (await runWorkflow(failing(true, "{ raise: { error: { status: 501, type: 'https://x.example/b' } } }"))).output,
    ).toEqual({ at })
  })

  test('branches see the variables around, keep their contexts apart, and what they exported comes together', async () => {
    const { output, effects } = await runWorkflow(
      `
output: { as: '{ context: $context, last: . }' }
do:
  - loop:
      for: { each: n, in: .ns }
      do:
        - both:
            fork:
              branches:
                - a: { call: 'f:1.0.0@default', with: { n: '\${ $n }' }, export: { as: '$context + { a: $n }' } }
                - b: { set: { seen: '\${ $context.a }' }, export: { as: '$context + { b: $n, ns: null }' } }
            output: { as: '{ ns: [], got: . }' }`,
      { input: { ns: [1, 2] }, answer: (effect) => ({ output: effect.kind === 'call' ? effect.with : null }) },
    )
    expect(output).toEqual({ context: { a: 2, b: 2, ns: null }, last: { ns: [], got: [{ n: 2 }, { seen: 1 }] } })
    expect(effects.map(({ key }) => key)).toEqual([
      '/do/0/loop/do/0/both/fork/branches/0/a/0.0.0.0',
      '/do/0/loop/do/0/both/fork/branches/0/a/0.1.0.0',
    ])
  })

  test('end in a branch ends the workflow', async () => {
    const { output, ran } = await runWorkflow(`
do:
  - branch: { fork: { branches: [{ stop: { set: { stopped: true }, then: end } }, { other: { wait: PT1H } }] } }
  - never: { set: { never: true } }`)
    expect(output).toEqual({ stopped: true })
    expect(ran).not.toContain('never')
  })
})

describe('listen', () => {
  const event = (type: string, data: Record<string, string | number>, more = {}) => ({
    id: 'e',
    type,
    source: 's',
    data,
    ...more,
  })

  test('one takes the first event that fits and lets the others pass', async () => {
    const { output, ran } = await runWorkflow(
      `
do:
  - call: { listen: { to: { one: { with: { type: temperature, data: '\${ .value > 38 }' } } } } }
  - after: { set: { got: '\${ . }' } }`,
      {
        events: [event('bpm', { value: 40 }), event('temperature', { value: 37 }), event('temperature', { value: 39 })],
      },
    )
    expect(output).toEqual({ got: [{ value: 39 }] })
    expect(ran).toEqual(['call', 'after'])
  })

  test('waits on when nothing fits', async () => {
    const tasks = 'do: [{ call: { listen: { to: { one: { with: { type: a } } } } } }]'
    expect(await runWorkflow(tasks, { events: [event('b', {})] })).toMatchObject({ isWaiting: true })
  })

  test('any is done with the first of several, all with one of each, and read says how events are read', async () => {
    const tasks = (strategy: string) => `
do: [{ hear: { listen: { to: { ${strategy}: [{ with: { type: a } }, { with: { type: b, source: s } }] }, read: envelope } } }]`
    const events = [event('a', { n: 1 }), event('a', { n: 2 }), event('b', { n: 3 })]
    expect((await runWorkflow(tasks('any'), { events })).output).toEqual([events[0]])
    expect((await runWorkflow(tasks('all'), { events })).output).toEqual([events[0], events[2]])
  })

  test('until ends it: by a condition on what came, or by another event that is not in the output', async () => {
    const tasks = (until: string) =>
      `do: [{ hear: { listen: { to: { any: [{ with: { type: a } }], until: ${until} } } } }]`
    const events = [event('a', { n: 1 }), event('a', { n: 2 }), event('stop', {}), event('a', { n: 3 })]
    expect((await runWorkflow(tasks('"( . | length ) == 2"'), { events })).output).toEqual([{ n: 1 }, { n: 2 }])
    expect((await runWorkflow(tasks('{ one: { with: { type: stop } } }'), { events })).output).toEqual([
      { n: 1 },
      { n: 2 },
    ])
  })

  test('foreach goes through the events one by one, while more of them come', async () => {
    const { output } = await runWorkflow(
      `
output: { as: '{ all: ., context: $context }' }
do:
  - hear:
      listen: { to: { any: [{ with: { type: a } }], until: '( . | length ) == 3' } }
      foreach:
        item: e
        at: i
        do: [{ slow: { wait: PT1S } }, { made: { set: { text: '\${ "\\($i):\\($e.n)" } ' } } }]
        output: { as: .text }
        export: { as: '$context + { last: $output }' }`,
      { events: [1, 2, 3].map((n) => event('a', { n })) },
    )
    expect(output).toEqual({ all: ['0:1', '1:2', '2:3'], context: { last: '2:3' } })
  })

  test('an event that comes while foreach is at work waits its turn; what is waited for stays', async () => {
    const document = workflowOf(`
do:
  - hear:
      listen: { to: { any: [{ with: { type: a } }], until: '( . | length ) == 2' } }
      foreach: { do: [{ slow: { wait: PT1S } }] }`)
    const facts: RunFacts = { id: 'r', input: {}, startedAt: 0, document, runtime: { name: 'x', version: '1' } }
    const tools = (now: number): StepTools => ({ now, random: () => 0, ...expressions })
    const go = async (from: Step, signal: Signal, now: number): Promise<Step> => {
      const step = await advance(facts, from.state, signal, tools(now))
      return step.next.kind === 'go' ? go(step, { kind: 'go' }, now) : step
    }
    const listening = await go(await begin(facts, tools(0)), { kind: 'go' }, 0)
    expect(listening.next).toEqual({ kind: 'listen', types: ['a'] })
    const other = await go(listening, { kind: 'event', event: event('b', {}) }, 0)
    expect(other).toMatchObject({ isTaken: false, next: { kind: 'stay' }, state: listening.state })
    const first = await advance(facts, listening.state, { kind: 'event', event: event('a', { n: 1 }) }, tools(0))
    expect(first.isTaken).toBe(true)
    const working = await go(first, { kind: 'go' }, 0)
    expect(working.next).toEqual({ kind: 'wait', until: 1000, reason: 'wait' })
    const queued = await go(working, { kind: 'event', event: event('a', { n: 2 }) }, 500)
    expect(queued).toMatchObject({ isTaken: true, next: { kind: 'stay' } })
    const third = await go(queued, { kind: 'event', event: event('a', { n: 3 }) }, 600)
    expect(third).toMatchObject({ isTaken: false, next: { kind: 'stay' } })
    const second = await go(queued, { kind: 'go' }, 1000)
    expect(second.next).toEqual({ kind: 'wait', until: 2000, reason: 'wait' })
    const done = await go(second, { kind: 'go' }, 2000)
    expect(done.next).toMatchObject({ kind: 'done', output: [{ n: 1 }, { n: 2 }] })
  })

  test('correlation: by what is expected, or by the first event', async () => {
    const tasks = (expectation: string) => `
do:
  - hear:
      listen:
        to:
          all:
            - { with: { type: order }, correlate: { key: { from: .data.order ${expectation} } } }
            - { with: { type: paid }, correlate: { key: { from: .data.order ${expectation} } } }`
    const events = [
      event('order', { order: 1 }),
      event('order', { order: 2 }),
      event('paid', { order: 2 }),
      event('paid', { order: 1 }),
    ]
    const input = { mine: 2 }
    expect((await runWorkflow(tasks(", expect: '${ .mine }'"), { events, input })).output).toEqual([
      { order: 2 },
      { order: 2 },
    ])
    expect((await runWorkflow(tasks(''), { events, input })).output).toEqual([{ order: 1 }, { order: 1 }])
  })

  test('an event of another shape passes; fields of the data can be asked for one by one', async () => {
    const tasks = `
do:
  - hear:
      listen:
        to:
          one:
            with: { type: a, data: { n: '\${ $input.wanted }', deep: { ok: '\${ length > 1 }' } } }
            correlate: { k: { from: .data.deep.ok | ascii_downcase } }`
    const events: JsonObject[] = [
      { type: 'a', data: 'a text' },
      { type: 'a', data: { n: 2, deep: 5 } },
      { type: 'a', data: { n: 2, deep: { ok: true } } },
      { type: 'a', data: { n: 1, deep: { ok: 'yes' } } },
      { type: 'a', data: { n: 2, deep: { ok: ['no', 'text'] } } },
      { type: 'a', data: { n: 2, deep: { ok: 'yes' }, more: 1 } },
    ]
    const { output, error } = await runWorkflow(tasks, { input: { wanted: 2 }, events })
    expect(error).toBeUndefined()
    expect(output).toEqual([{ n: 2, deep: { ok: 'yes' }, more: 1 }])
  })

  test('the same filters say which events start a workflow', async () => {
    const document = workflowOf(`
schedule: { on: { any: [{ with: { type: a } }, { with: { type: a, data: '\${ .n > 1 }' } }, { with: { type: b } }] } }
do: [{ x: { wait: PT1S } }]`)
    const facts: RunFacts = { id: '', input: null, startedAt: 0, document, runtime: { name: 'x', version: '1' } }
    const by = async (data: JsonObject) =>
      (await startedBy(facts, data, { now: 0, random: () => 0, ...expressions })).map(({ at }) => at)
    expect(await by({ type: 'a', data: { n: 2 } })).toEqual([0, 1])
    expect(await by({ type: 'a', data: 'odd' })).toEqual([0])
    expect(await by({ type: 'c' })).toEqual([])
  })

  test('a timeout ends the waiting', async () => {
    const { error, tookMillis } = await runWorkflow(
      'do: [{ hear: { listen: { to: { one: { with: { type: a } } } }, timeout: { after: PT1H } } }]',
    )
    expect(error).toMatchObject({ status: 408, instance: '/do/0/hear' })
    expect(tookMillis).toBe(3_600_000)
  })
})
