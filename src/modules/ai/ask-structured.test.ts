import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { systemContext } from '#src/runtime.ts'
import { gatewayPlace } from '#test/gateway-place.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { openStructured } from './ask-structured.service.ts'

const SCHEMA =
  '{ type: object, properties: { room: { type: string }, guests: { type: integer } }, required: [room, guests] }'
const ask = (more = '', schema = SCHEMA) =>
  `{ call: 'ai-structured:1.0.0@default', with: { prompt: '\${ .text }', schema: ${schema}${more} } }`
const TEXT = 'Two people in the blue room.'
const RIGHT = '{"room":"blue","guests":2}'

async function outcome(here: Harness, tasks: string) {
  workflows(here)
  return settled(here, await start(here, await publish(here, tasks), { text: TEXT }))
}

test('a workflow asks a model for an answer of a given form, and it is on the record', async () => {
  const here = await gatewayPlace()
  here.upstream.replies.push({ text: '{"room":"blue"}' }, { text: RIGHT })
  const { status, output } = await outcome(here, `do: [ { ask: ${ask(', system: Be brief.')} } ]`)
  expect([status, output]).toEqual([
    'completed',
    { output: { room: 'blue', guests: 2 }, degraded: false, source: 'model', provider: 'up', model: 'words' },
  ])
  expect(here.upstream.calls[0]?.body['response_format']).toMatchObject({ type: 'json_schema' })
  expect(JSON.stringify(here.upstream.calls[0]?.body)).toContain('Be brief.')
  await soon(async () => {
    const { body } = await here.asAdmin.get('/ai-calls')
    expect(body.items).toMatchObject([
      { caller: 'workflows', actorKind: 'workflow', route: 'structured', status: 'ok' },
    ])
  })
})

test('the same question of the same step is paid once, as when a worker dies with the answer in its hands', async () => {
  const { upstream, runtime, workspaceId } = await gatewayPlace()
  upstream.replies.push({ text: RIGHT }, { text: '{"room":"red","guests":1}' })
  const answer = openStructured()
  const ctx = { ...systemContext(runtime), workspaceId, idempotencyKey: `${newId()}/do/0/ask/0` }
  const question = { prompt: TEXT, schema: { type: 'object', properties: { room: { type: 'string' } } } }
  const first = await answer(ctx, question)
  expect(first.output).toEqual({ room: 'blue', guests: 2 })
  expect(await answer(ctx, question)).toEqual(first)
  expect(upstream.calls).toHaveLength(1)
  expect((await answer(ctx, { ...question, prompt: 'And now?' })).output).toEqual({ room: 'red', guests: 1 })
})

test('without a model rules answer where they can, and say so; where they cannot it is an error that can be caught', async () => {
  const here = await harness()
  const ruled = '{ type: object, properties: { language: { type: string } }, required: [language] }'
  const byRules = await outcome(here, `do: [ { ask: ${ask('', ruled)} } ]`)
  expect(byRules).toMatchObject({
    status: 'completed',
    output: { degraded: true, source: 'rules', provider: 'embedded' },
  })
  const error = { status: 503, title: 'capability_unavailable', detail: expect.stringContaining('AI_MODEL_DEFAULT') }
  const refused = await settled(
    here,
    await start(here, await publish(here, `do: [ { ask: ${ask()} } ]`), { text: TEXT }),
  )
  expect(refused).toMatchObject({ status: 'faulted', error: { ...error, instance: '/do/0/ask' } })
  const caught =
    "catch: { errors: { with: { status: 503 } }, do: [ { person: { set: { why: '${ $error.title }' } } } ] }"
  const safe = `do: [ { safe: { try: [ { ask: ${ask()} } ], ${caught} } } ]`
  expect(await settled(here, await start(here, await publish(here, safe), { text: TEXT }))).toMatchObject({
    status: 'completed',
    output: { why: 'capability_unavailable' },
  })
})

test.for([
  ['a model that fails', ', model: up:fail-401', '', { status: 502, title: 'upstream_error' }, 'communication'],
  ['an answer of another form', '', 'no', { status: 502, title: 'invalid_model_output' }, 'communication'],
  ['a model that nobody has', ', model: nobody:words', '', { status: 422, title: 'model_unknown' }, 'validation'],
] as const)('%s is an error of the task', async ([, more, text, error, type]) => {
  const here = await gatewayPlace()
  here.upstream.replies.push({ text }, { text })
  const run = await outcome(here, `do: [ { ask: ${ask(more)} } ]`)
  expect(run).toMatchObject({ status: 'faulted', error: { ...error, instance: '/do/0/ask' } })
  expect(run.error.type).toMatch(new RegExp(`/errors/${type}$`))
})

test('arguments are checked before it runs as far as they are written out, and a schema that is none when it does', async () => {
  const here = await gatewayPlace()
  const head = 'document: { dsl: 1.0.3, namespace: test, name: bad-ask, version: 1.0.0 }\n'
  const text = `${head}do: [ { ask: { call: 'ai-structured:1.0.0@default', with: { prompt: hi, model: 7 } } } ]`
  const { body } = await here.asKey.post('/workflows', { name: 'Bad', text })
  const draft = await here.asKey.get(`/workflows/${body.id}/draft`)
  const problems = draft.body.problems.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
  expect(problems).toEqual(
    expect.arrayContaining([
      ['/do/0/ask/with/schema', 'function_arguments'],
      ['/do/0/ask/with/model', 'function_arguments'],
    ]),
  )
  expect((await here.asKey.post(`/workflows/${body.id}/versions`, undefined, ANY)).status).toBe(422)
  const run = await outcome(here, `do: [ { ask: ${ask('', '{ type: strung }')} } ]`)
  expect(run.error).toMatchObject({ instance: '/do/0/ask', detail: expect.stringContaining('/schema') })
  expect(run.error.type).toMatch(/validation$/)
  expect(here.upstream.calls).toEqual([])
})
