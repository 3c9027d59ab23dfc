import { expect, test } from 'vitest'
import { bodyValidator } from '#core/validate.ts'
import { GatewayAnswer } from './gateway-answer.schema.ts'
import { gatewayClient } from '#test/gateway-client.ts'
import { gatewayPlace } from '#test/gateway-place.ts'
import { wav } from '#test/recordings.ts'

test('an answer is kept for the same request of the same workspace, when asked for', async () => {
  const { gateway, upstream, ...place } = await gatewayPlace()
  const request = { prompt: 'hello', temperature: 0, cache: { ttl_seconds: 60 } }
  const first = await gateway.post('completion', request)
  const second = await gateway.post('completion', { temperature: 0, cache: { ttl_seconds: 60 }, prompt: 'hello' })
  expect([first.body.cached, second.body.cached]).toEqual([false, true])
  expect(second.body).toMatchObject({
    text: first.body.text,
    model: 'words',
    provider: 'up',
    usage: { total_tokens: 0 },
  })
  expect(second.body.choices).toEqual(first.body.choices)
  expect(upstream.calls).toHaveLength(1)
  await gateway.post('completion', { ...request, prompt: 'hello!' })
  await gateway.post('completion', { prompt: 'hello', temperature: 0 })
  expect(upstream.calls).toHaveLength(3)
  const other = await gatewayPlace()
  const everywhere = await gatewayClient(place, { workspaces: ['*'] })
  const there = await everywhere.post('completion', request, { workspaceId: other.workspaceId })
  expect(there.body.cached).toBe(false)
  expect(other.upstream.calls).toHaveLength(1)
})

test('what one model has said is not given for the answer of another', async () => {
  const { gateway, upstream, asAdmin, runtime } = await gatewayPlace()
  const request = { prompt: 'hello', cache: { ttl_seconds: 60 } }
  await gateway.post('completion', request)
  await asAdmin.patch('/ai-settings', { models: { default: 'up:better' } })
  await runtime.bus.settle()
  expect((await gateway.post('completion', request)).body).toMatchObject({ cached: false, model: 'better' })
  expect(upstream.calls).toHaveLength(2)
})

test('a schema with a list is another one than with an object of the same', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const ask = (schema: object) => gateway.post('structured', { prompt: 'a', schema, cache: { ttl_seconds: 60 } })
  upstream.replies.push({ text: '{"a":1}' }, { text: '[["a",1]]' }, { text: '{}' }, { text: '[]' })
  const answers = []
  for (const schema of [{ enum: [{ a: 1 }] }, { enum: [[['a', 1]]] }, { enum: [{}] }, { enum: [[]] }]) {
    answers.push((await ask(schema)).body)
  }
  expect(answers.map(({ output, cached }) => [output, cached])).toEqual([
    [{ a: 1 }, false],
    [[['a', 1]], false],
    [{}, false],
    [[], false],
  ])
})

test('what is to be known of an answer is told with it each time', async () => {
  const { gateway } = await gatewayPlace()
  const request = { text: 'The lockbox', target_language: 'de', glossary: [{ source: 'lockbox', target: 'Tresor' }] }
  const ask = async (keeping: object) => (await gateway.post('completion/translation', { ...request, ...keeping })).body
  for (const keeping of [{ cache: { ttl_seconds: 60 } }, { idempotency_key: 'once' }]) {
    const [first, second] = [await ask(keeping), await ask(keeping)]
    expect([first.cached, second.cached]).toEqual([false, true])
    expect(first.warnings).toContain('glossary_not_applied: lockbox')
    expect(second.warnings).toEqual(first.warnings)
  }
})

test('under one key another request is another one, although what differs is hidden from the model', async () => {
  const { gateway } = await gatewayPlace()
  const request = { redact: { pii: true }, idempotency_key: 'greeting' }
  const ask = (name: string) => gateway.post('completion', { ...request, prompt: `Greet ${name}@example.com` })
  expect((await ask('ann')).status).toBe(200)
  expect((await ask('ann')).body).toMatchObject({ cached: true, text: 'You said: Greet ann@example.com' })
  expect((await ask('bob')).body.error.code).toBe('idempotency_key_reused')
})

test('what another model said for one that failed is not kept', async () => {
  const { gateway } = await gatewayPlace()
  const request = { prompt: 'hello', model: 'up:fail-401', fallback_models: ['default'], cache: { ttl_seconds: 60 } }
  const answers = [await gateway.post('completion', request), await gateway.post('completion', request)]
  expect(answers.map(({ body }) => [body.model, body.cached])).toEqual([
    ['words', false],
    ['words', false],
  ])
})

test('what is kept holds nothing that was redacted, and each caller gets their own back', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { redact: { pii: true }, cache: { ttl_seconds: 60 } }
  const ann = await gateway.post('completion', { ...request, prompt: 'Greet ann@example.com' })
  const bob = await gateway.post('completion', { ...request, prompt: 'Greet bob@example.com' })
  expect([ann.body.text, bob.body.text]).toEqual(['You said: Greet ann@example.com', 'You said: Greet bob@example.com'])
  expect(bob.body.cached).toBe(true)
  expect(upstream.calls).toHaveLength(1)
})

test('answers are as the document of the host says', async () => {
  const { gateway, app } = await gatewayPlace()
  const requests: [string, object][] = [
    ['completion', { prompt: 'hello', model: 'up:fail-401', fallback_models: ['default'] }],
    ['completion', { prompt: 'hello', model: 'embedded' }],
    ['completion/translation', { text: 'hello', target_language: 'de' }],
    ['structured/inbox-classification', { prompt: 'hello', model: 'embedded' }],
    ['embeddings', { input: 'hello' }],
    ['transcriptions', { audio: { data_base64: wav(1).toString('base64') } }],
    ['images', { prompt: 'a villa' }],
  ]
  const { paths } = (await app.inject('/openapi.json')).json()
  for (const [route, request] of requests) {
    const { status, body, headers } = await gateway.post(route, request)
    expect([route, status, bodyValidator(GatewayAnswer)(body)]).toEqual([route, 200, []])
    const told = paths[`/v1/internal/ai-gateway/${route}`].post.responses['200']
    expect(told.content['application/json'].schema.$ref).toMatch(/GatewayAnswer$/)
    expect(Object.keys(told.headers)).toContain('x-ai-gateway-overhead-ms')
    expect(Number(headers['x-ai-gateway-overhead-ms'])).toBeGreaterThan(0)
  }
})
