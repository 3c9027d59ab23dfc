import { afterAll, describe, expect, test } from 'vitest'
import { expressions, runWorkflow, workflowOf } from '#test/workflow.ts'
import type { RunFacts, StepTools } from './flow-state.rules.ts'
import { advance, begin, renewed } from './flow.rules.ts'

afterAll(() => expressions.close())

const COMMUNICATION = 'https://serverlessworkflow.io/spec/1.0.0/errors/communication'
const failing = (status: number) => () => ({ error: { type: COMMUNICATION, status, title: 'Not Found' } })

describe('raise', () => {
  test('faults the run with the error, whose instance is the task', async () => {
    const { error } = await runWorkflow(`
do:
  - raiseError:
      raise: { error: { status: 400, type: 'https://serverlessworkflow.io/errors/types/compliance', title: Compliance Error } }`)
    expect(error).toEqual({
      status: 400,
      type: 'https://serverlessworkflow.io/errors/types/compliance',
      title: 'Compliance Error',
      instance: '/do/0/raiseError',
    })
  })

  test('takes an error of the document by its name, with expressions in it', async () => {
    const { error } = await runWorkflow(
      `
use: { errors: { late: { status: 409, type: 'https://example.com/late', detail: '\${ "Room \\(.room)" }' } } }
do: [{ stop: { raise: { error: late } } }]`,
      { input: { room: 12 } },
    )
    expect(error).toMatchObject({ status: 409, detail: 'Room 12' })
  })
})

describe('try', () => {
  const tasks = (filter: string, more = 'do: [{ handle: { set: { error: "${ $err }" } } }]') => `
do:
  - tryGetPet:
      try:
        - getPet: { call: http, with: { method: get, endpoint: { uri: 'https://petstore.example/pet/{petName}' } } }
      catch:
        errors: { with: ${filter} }
        as: err
        ${more}`
  const input = { petName: 'Milou' }

  test.each([
    `{ type: '${COMMUNICATION}', status: 404 }`,
    "{ type: 'https://serverlessworkflow.io/dsl/errors/types/communication' }",
    '{ status: 404 }',
    '{ instance: /do/0/tryGetPet/try/0/getPet }',
    '{ title: Not Found }',
  ])('catches the error that %s describes', async (filter) => {
    const { output, effects } = await runWorkflow(tasks(filter), { input, answer: failing(404) })
    expect(output).toEqual({
      error: { type: COMMUNICATION, status: 404, title: 'Not Found', instance: '/do/0/tryGetPet/try/0/getPet' },
    })
    expect(effects[0]).toMatchObject({ with: { endpoint: { uri: 'https://petstore.example/pet/Milou' } } })
  })

  test.each(['{ status: 503 }', '{ title: Other }', '{ details: x }', "{ type: 'https://example.com/x' }"])(
    'lets go on what %s does not describe',
    async (filter) => {
      const { error } = await runWorkflow(tasks(filter), { input, answer: failing(404) })
      expect(error).toMatchObject({ status: 404 })
    },
  )

  test('when and exceptWhen decide by the error', async () => {
    const by = (condition: string) =>
      tasks('{ status: 404 }', `${condition}\n        do: [{ ok: { set: { ok: true } } }]`)
    const world = { input, answer: failing(404) }
    expect((await runWorkflow(by('when: $err.status == 404 and .petName == "Milou"'), world)).output).toEqual({
      ok: true,
    })
    expect((await runWorkflow(by('when: $err.status == 500'), world)).error).toBeDefined()
    expect((await runWorkflow(by('exceptWhen: $err.status == 404'), world)).error).toBeDefined()
  })

  test('a catch without do lets the flow go on with the input of the try', async () => {
    const { output } = await runWorkflow(`${tasks('{ status: 404 }', '')}\n  - after: { set: { was: "\${ . }" } }`, {
      input,
      answer: failing(404),
    })
    expect(output).toEqual({ was: { petName: 'Milou' } })
  })

  test('an error in its own catch, or of itself, goes to the try around', async () => {
    const { output } = await runWorkflow(`
do:
  - outer:
      try:
        - inner:
            try: [{ fail: { raise: { error: { status: 500, type: 'https://x.example/a' } } } }]
            catch:
              do: [{ worse: { raise: { error: { status: 501, type: 'https://x.example/b' } } } }]
      catch: { do: [{ seen: { set: { status: "\${ $error.status }", at: "\${ $error.instance }" } } }] }`)
    expect(output).toEqual({ status: 501, at: '/do/0/outer/try/0/inner/catch/do/0/worse' })
  })

  test.each([
    ['its output', "output: { as: '.a.b' }", '{ set: { a: 1 } }'],
    ['its time', 'timeout: { after: PT1S }', '{ wait: PT5S }'],
  ])('an error of the try itself, in %s, is not for its own catch', async (_, field, task) => {
    const { output } = await runWorkflow(`
do:
  - outer:
      try:
        - inner: { try: [{ a: ${task} }], ${field}, catch: { do: [{ wrong: { set: { by: inner } } }] } }
      catch: { do: [{ seen: { set: { by: outer, at: "\${ $error.instance }" } } }] }`)
    expect(output).toEqual({ by: 'outer', at: '/do/0/outer/try/0/inner' })
  })

  test('a faulty expression is an error that can be caught', async () => {
    const { output } = await runWorkflow(
      `
do:
  - safe:
      try: [{ bad: { set: { a: "\${ .n.x }" } } }]
      catch: { do: [{ seen: { set: { type: "\${ $error.type }", detail: "\${ $error.detail }" } } }] }`,
      { input: { n: 1 } },
    )
    expect(output).toMatchObject({
      type: 'https://serverlessworkflow.io/spec/1.0.0/errors/expression',
      detail: expect.stringContaining('Cannot index number'),
    })
  })
})

describe('retry', () => {
  const tasks = (retry: string, more = '') => `
use: { retries: { twice: { delay: PT1S, limit: { attempt: { count: 2 } } } } }
do:
  - guarded:
      try: [{ get: { call: http, with: { method: get, endpoint: 'https://example.com' } } }]
      catch: { errors: { with: { status: 503 } }, retry: ${retry}, ${more} }`
  const failTimes = (times: number) => {
    let left = times
    return () => (left-- > 0 ? failing(503)() : { output: 'ok' })
  }

  test('tries again as often as the policy says, and every attempt has the same key', async () => {
    const { output, effects, journal } = await runWorkflow(tasks('twice'), { answer: failTimes(2) })
    expect(output).toBe('ok')
    expect(new Set(effects.map(({ key }) => key))).toEqual(new Set(['/do/0/guarded/try/0/get/0.0']))
    expect(effects).toHaveLength(3)
    const tries = journal.filter(({ name, kind }) => name === 'get' && kind !== 'started')
    expect(tries.map(({ kind, attempt }) => `${kind} ${attempt}`)).toEqual(['faulted 1', 'faulted 2', 'completed 3'])
  })

  test('when the attempts are used up the error goes on, or the do of the catch runs', async () => {
    expect((await runWorkflow(tasks('twice'), { answer: failTimes(3) })).error).toMatchObject({ status: 503 })
    const handled = tasks('twice', 'do: [{ sorry: { set: { sorry: true } } }]')
    expect((await runWorkflow(handled, { answer: failTimes(3) })).output).toEqual({ sorry: true })
  })

  test.each([
    ['{ delay: PT2S, limit: { attempt: { count: 4 } } }', 8],
    ['{ delay: PT2S, backoff: { constant: {} }, limit: { attempt: { count: 4 } } }', 8],
    ['{ delay: { seconds: 2 }, backoff: { linear: {} }, limit: { attempt: { count: 4 } } }', 2 + 4 + 6 + 8],
    ['{ delay: PT2S, backoff: { exponential: {} }, limit: { attempt: { count: 4 } } }', 2 + 4 + 8 + 16],
    ['{ delay: PT2S, jitter: { from: PT1S, to: PT3S }, limit: { attempt: { count: 4 } } }', 4 * (2 + 2)],
    ['{ delay: PT2S, limit: { duration: PT7S } }', 6],
    ['{ delay: PT2S, limit: { duration: PT7S }, when: $error.status == 500 }', 0],
    ['{ delay: PT2S, limit: { duration: PT7S }, exceptWhen: $error.status == 503 }', 0],
  ])('%s waits %i seconds in all', async (policy, seconds) => {
    const { error, tookMillis } = await runWorkflow(tasks(policy), { answer: failing(503), random: 0.5 })
    expect(error).toBeDefined()
    expect(tookMillis).toBe(seconds * 1000)
  })

  test('a limit on the time of an attempt makes it fail, and be tried again', async () => {
    const { error, tookMillis, journal } = await runWorkflow(`
do:
  - guarded:
      try: [{ slow: { wait: PT1M } }]
      catch: { retry: { limit: { attempt: { count: 2, duration: PT10S } } } }`)
    expect(error).toMatchObject({ status: 408 })
    expect(tookMillis).toBe(30_000)
    expect(journal.filter(({ kind }) => kind === 'retried')).toHaveLength(2)
  })
})

describe('timeouts', () => {
  test('of a task raise the standard error, which can be caught', async () => {
    const { output, tookMillis } = await runWorkflow(`
do:
  - guarded:
      try: [{ slow: { wait: PT1H, timeout: { after: PT5S } } }]
      catch:
        errors: { with: { type: 'https://serverlessworkflow.io/spec/1.0.0/errors/timeout', status: 408 } }
        do: [{ seen: { set: { at: "\${ $error.instance }" } } }]`)
    expect(output).toEqual({ at: '/do/0/guarded/try/0/slow' })
    expect(tookMillis).toBe(5000)
  })

  test('of a task with tasks in it end what is within; a name stands for one of the document', async () => {
    const { error, tookMillis } = await runWorkflow(`
use: { timeouts: { short: { after: { seconds: 3 } } } }
do:
  - group:
      timeout: short
      do: [{ one: { wait: PT2S } }, { two: { wait: PT2S } }, { three: { set: { a: 1 } } }]`)
    expect(error).toMatchObject({ status: 408, instance: '/do/0/group' })
    expect(tookMillis).toBe(3000)
  })

  test('of the workflow fault the run', async () => {
    const { error } = await runWorkflow('timeout: { after: PT1S }\ndo: [{ one: { wait: PT2S } }]')
    expect(error).toMatchObject({ status: 408, instance: '/' })
  })
})

describe('a run that failed', () => {
  test('stays where it failed, and goes on from there when it is tried again, its limits anew', async () => {
    const document = workflowOf(`
do:
  - first: { set: { n: 1 } }
  - group: { timeout: { after: PT10S }, do: [{ get: { call: 'f:1.0.0@default', with: { n: '\${ .n }' } } }] }
  - last: { set: { got: '\${ . }' } }`)
    const facts: RunFacts = { id: 'r', input: {}, startedAt: 0, document, runtime: { name: 'x', version: '1' } }
    const tools = (now: number): StepTools => ({ now, random: () => 0, ...expressions })
    let step = await begin(facts, tools(0))
    while (step.next.kind === 'go') step = await advance(facts, step.state, { kind: 'go' }, tools(0))
    expect(step).toMatchObject({ next: { kind: 'call', key: '/do/1/group/do/0/get/0.0' }, due: 10_000 })

    const error = { type: 'https://x.example/down', status: 503 }
    const failed = await advance(facts, step.state, { kind: 'error', error }, tools(1000))
    expect(failed).toMatchObject({ next: { kind: 'fault', error: { ...error, instance: '/do/1/group/do/0/get' } } })
    expect(failed.state).toEqual(step.state)

    const late = await advance(facts, failed.state, { kind: 'go' }, tools(60_000))
    expect(late).toMatchObject({ next: { kind: 'fault', error: { status: 408 } }, abandons: 'call' })
    const again = await advance(facts, renewed(failed.state, 60_000), { kind: 'go' }, tools(60_000))
    expect(again).toMatchObject({
      next: { kind: 'call', key: '/do/1/group/do/0/get/0.0', with: { n: 1 } },
      due: 70_000,
    })
    let after = await advance(facts, again.state, { kind: 'result', output: 'ok' }, tools(61_000))
    while (after.next.kind === 'go') after = await advance(facts, after.state, { kind: 'go' }, tools(61_000))
    expect(after.next).toMatchObject({ kind: 'done', output: { got: 'ok' } })
  })
})
