import { expect, test } from 'vitest'
import { sweepFiles } from '#core/file-drafts.ts'
import { bodyValidator } from '#core/validate.ts'
import { GatewayAnswer } from './gateway-answer.schema.ts'
import { gatewayClient } from '#test/gateway-client.ts'
import { gatewayPlace } from '#test/gateway-place.ts'
import { formWith, wav } from '#test/recordings.ts'

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

test('what was kept for everybody is kept under a key too, once it was given under that', async () => {
  const { gateway, upstream, app } = await gatewayPlace()
  const cache = { ttl_seconds: 60 }
  await gateway.post('completion', { prompt: 'hello', cache })
  const ask = (prompt: string, more: object) => gateway.post('completion', { prompt, idempotency_key: 'once', ...more })
  expect((await ask('hello', { cache })).body.cached).toBe(true)
  expect((await ask('hello', {})).body.cached).toBe(true)
  expect((await ask('bye', {})).body.error.code).toBe('idempotency_key_reused')
  expect(upstream.calls).toHaveLength(1)

  const wish = { prompt: 'A lighthouse', response_format: 'url', cache }
  await gateway.post('images', wish)
  const { body } = await gateway.post('images', { ...wish, idempotency_key: 'picture' })
  await sweepFiles.run({ ...gateway.ctx, now: new Date(Date.now() + 24 * 3_600_000) })
  expect((await app.inject({ url: new URL(body.data[0].url).pathname })).statusCode).toBe(200)
})

test('the same goes for vectors, whose texts are hidden too', async () => {
  const { gateway } = await gatewayPlace()
  const ask = (name: string, keeping: object) =>
    gateway.post('embeddings', { input: `Greet ${name}@example.com`, redact: { pii: true }, ...keeping })
  const once = { idempotency_key: 'greeting' }
  expect([(await ask('ann', once)).status, (await ask('bob', once)).body.error.code]).toEqual([
    200,
    'idempotency_key_reused',
  ])
  const kept = { cache: { ttl_seconds: 60 } }
  expect([(await ask('ann', kept)).body.cached, (await ask('bob', kept)).body.cached]).toEqual([false, true])
})

test('a recording is heard once under its key, from wherever it comes', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const sent = await gateway.send('transcriptions', ...(await formWith(wav(2), { idempotency_key: 'call-1' })))
  const hear = (seconds: number, keeping: object) =>
    gateway.post('transcriptions', { audio: { data_base64: wav(seconds).toString('base64') }, ...keeping })
  const again = await hear(2, { idempotency_key: 'call-1' })
  expect([sent.body.cached, again.body.cached, again.body.text]).toEqual([false, true, sent.body.text])
  expect((await hear(1, { idempotency_key: 'call-1' })).body.error.code).toBe('idempotency_key_reused')
  const kept = { cache: { ttl_seconds: 60 } }
  expect([(await hear(1, kept)).body.cached, (await hear(1, kept)).body.cached]).toEqual([false, true])
  expect(upstream.calls).toHaveLength(2)
})

test('pictures are made once under their key, and are there as long as it holds', async () => {
  const { gateway, upstream, app } = await gatewayPlace()
  const paint = async (more: object) => (await gateway.post('images', { prompt: 'A lighthouse', ...more })).body
  const day = { idempotency_key: 'lighthouse' }
  const [first, second] = [await paint(day), await paint(day)]
  expect([first.cached, second.cached]).toEqual([false, true])
  expect(second.data).toEqual(first.data)
  expect(Buffer.from(first.data[0].b64_json, 'base64')).toHaveLength(first.data[0].bytes)
  expect((await paint({ ...day, n: 2 })).error.code).toBe('idempotency_key_reused')

  const linked = { response_format: 'url', cache: { ttl_seconds: 7200 } }
  const [{ url }] = (await paint(linked)).data
  const statusAfter = async (hours: number) => {
    await sweepFiles.run({ ...gateway.ctx, now: new Date(Date.now() + hours * 3_600_000) })
    return (await app.inject({ url: new URL(url).pathname })).statusCode
  }
  expect((await paint(linked)).data).toMatchObject([{ url }])
  expect([await statusAfter(2.9), await statusAfter(3.1)]).toEqual([200, 404])
  expect((await paint(day)).data).toEqual(first.data)
  expect(upstream.calls).toHaveLength(2)
})

test('an answer that is too large to be kept says so', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: 'x'.repeat(1_000_001) }, { text: 'short' })
  const ask = async () => (await gateway.post('completion', { prompt: 'a book', idempotency_key: 'book' })).body
  expect(await ask()).toMatchObject({ cached: false, warnings: ['answer_not_kept'] })
  expect(await ask()).toMatchObject({ cached: false, text: 'short', warnings: [] })
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

test('a warning that is kept names what the other caller sent, and nobody else', async () => {
  const { gateway } = await gatewayPlace()
  const warningsFor = async (mail: string): Promise<string[]> => {
    const { body } = await gateway.post('completion/translation', {
      text: `Write to ${mail}`,
      target_language: 'de',
      glossary: [{ source: mail, target: 'die Adresse' }],
      redact: { pii: true },
      cache: { ttl_seconds: 60 },
    })
    return body.warnings
  }
  expect(await warningsFor('ann@example.com')).toContain('glossary_not_applied: ann@example.com')
  expect(await warningsFor('bob@example.com')).toEqual([
    'language_not_detected',
    'glossary_not_applied: bob@example.com',
  ])
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
