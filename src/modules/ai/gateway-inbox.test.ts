import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientAt, gatewayClient } from '#test/gateway-client.ts'
import { gatewayPlace } from '#test/gateway-place.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const ROUTE = 'structured/inbox-classification'
const labels = [{ id: 'repair', description: 'Something is broken.' }, { id: 'booking' }, { id: 'unsorted' }]
const message = { prompt: 'The boiler is leaking water in the kitchen, please come quickly!', labels }
const sorted = (changes: object = {}): string =>
  JSON.stringify({
    category: 'repair',
    urgency: 'urgent',
    sentiment: 'negative',
    language: 'en',
    needs_human: false,
    confidence: 0.9,
    task_suggestion: { title: 'Boiler leaks', priority: 'URGENT', department: 'maintenance' },
    ...changes,
  })

test('a message is sorted by the model', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: sorted() })
  const { status, body } = await gateway.post(ROUTE, message)
  expect([status, body]).toMatchObject([
    200,
    {
      object: 'inbox_classification',
      output: { category: 'repair' },
      source: 'model',
      confidence: 0.9,
      degraded: false,
    },
  ])
  expect(JSON.stringify(upstream.calls)).toContain('repair: Something is broken.')
})

test('what rules have said for a model that failed is not kept', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const { labels: _, ...unlabelled } = message
  const request = { ...unlabelled, cache: { ttl_seconds: 60 } }
  upstream.replies.push({ text: 'no JSON' }, { text: 'no JSON' }, { text: sorted({ category: 'maintenance' }) })
  expect((await gateway.post(ROUTE, request)).body).toMatchObject({ source: 'rules', degraded: true })
  expect((await gateway.post(ROUTE, request)).body).toMatchObject({ source: 'model', cached: false })
  expect((await gateway.post(ROUTE, request)).body).toMatchObject({ source: 'model', cached: true })
})

test('a label that is there twice is 422 before anybody is asked', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post(ROUTE, { prompt: 'x', labels: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] })
  expect([status, body.error.details.errors[0].pointer]).toEqual([422, '/labels/2/id'])
  expect(upstream.calls).toEqual([])
})

test('what tells who somebody is stays here in the descriptions of labels too', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: sorted() })
  const described = [{ id: 'repair', description: 'Mails of ann@example.com.' }]
  await gateway.post(ROUTE, { prompt: 'ann@example.com: it leaks', labels: described, redact: { pii: true } })
  const sent = JSON.stringify(upstream.calls.map((call) => call.body))
  expect(sent).toContain('repair: Mails of [[EMAIL_1]].')
  expect(sent).not.toContain('ann@example.com')
})

test('a label that nobody has is not taken', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: sorted({ category: 'weather' }) }, { text: sorted() })
  const { body } = await gateway.post(ROUTE, message)
  expect(body).toMatchObject({ output: { category: 'repair' }, repaired: 'model' })
})

test('a guess that is not sure enough goes to the default label and to a person', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const policy = { min_confidence: 0.7, default_label: 'unsorted' }
  upstream.replies.push({ text: sorted({ confidence: 0.69 }) }, { text: sorted({ confidence: 0.7 }) })
  const unsure = await gateway.post(ROUTE, { ...message, policy })
  expect(unsure.body).toMatchObject({
    output: { category: 'unsorted', needs_human: true, urgency: 'urgent' },
    source: 'policy_default',
    confidence: 0.69,
  })
  const sure = await gateway.post(ROUTE, { ...message, policy })
  expect(sure.body).toMatchObject({ output: { category: 'repair' }, source: 'model' })
})

test('when the model fails, the policy says what happens', async () => {
  const { gateway } = await gatewayPlace()
  const broken = { ...message, model: 'up:fail-400' }
  const byDefault = { default_label: 'unsorted', on_error: 'default' }
  const { status, body } = await gateway.post(ROUTE, { ...broken, policy: byDefault })
  expect([status, body]).toMatchObject([
    200,
    {
      output: { category: 'unsorted', needs_human: true, confidence: 0 },
      source: 'policy_default',
      provider: 'embedded',
      model: 'rules-1',
      degraded: true,
      warnings: ['model_failed: upstream_error'],
    },
  ])
  const fail = await gateway.post(ROUTE, { ...broken, policy: { on_error: 'fail' } })
  expect(codeOf(fail)).toEqual([502, 'upstream_error'])
})

test.for([
  ['a default that is no label', { default_label: 'other' }],
  ['no default to fall back on', { on_error: 'default' }],
] as const)('%s is 422', async ([, policy]) => {
  const { gateway } = await gatewayPlace()
  const answer = await gateway.post(ROUTE, { ...message, policy })
  expect(codeOf(answer)).toEqual([422, 'invalid_request'])
  expect(answer.body.error.details.errors[0].pointer).toBe('/policy/default_label')
})

const named = { type: 'object', properties: { category: { enum: ['a', 'b'] }, confidence: { type: 'number' } } }

test.for([
  ['the ready schema', {}],
  ['a schema of the caller', { schema: named }],
  ['a schema with one category', { schema: { type: 'object', properties: { category: { const: 'a' } } } }],
  ['both labels and a schema', { schema: named, labels: [{ id: 'zzz' }] }],
] as const)('a default that %s does not know is 422 before anybody is asked', async ([, more]) => {
  const { gateway, upstream } = await gatewayPlace()
  const answer = await gateway.post(ROUTE, { prompt: 'x', policy: { default_label: 'zzz' }, ...more })
  expect(codeOf(answer)).toEqual([422, 'invalid_request'])
  expect(answer.body.error.details.errors[0].pointer).toBe('/policy/default_label')
  expect(upstream.calls).toEqual([])
})

test('a default that the schema knows is taken', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{"category":"a","confidence":0.1}' })
  const { body } = await gateway.post(ROUTE, { prompt: 'x', schema: named, policy: { default_label: 'b' } })
  expect(body).toMatchObject({ output: { category: 'b' }, source: 'policy_default', warnings: [] })
})

test('where the default does not fit, what the model said stays', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const schema = { ...named, properties: { ...named.properties, category: { type: 'string', maxLength: 2 } } }
  const output = { category: 'a', confidence: 0.1 }
  upstream.replies.push({ text: JSON.stringify(output) })
  const { status, body } = await gateway.post(ROUTE, { prompt: 'x', schema, policy: { default_label: 'zzz' } })
  expect([status, body]).toMatchObject([
    200,
    { output, source: 'model', confidence: 0.1, warnings: ['default_label_not_applied'] },
  ])
})

test.for([
  ['null', null],
  ['["confidence"]', ['confidence']],
  ['"category"', 'category'],
  ['7', 7],
] as const)('%s has no confidence', async ([text, output]) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text })
  const { status, body } = await gateway.post(ROUTE, { prompt: 'x', schema: {}, policy: { default_label: 'other' } })
  expect([status, body.output, body.confidence, body.source]).toEqual([200, output, null, 'model'])
})

test('rules as one of the models to fall back on say that they are rules', async () => {
  const { gateway } = await gatewayPlace()
  const broken = { prompt: message.prompt, model: 'up:fail-400', fallback_models: ['embedded'] }
  const ruled = await gateway.post(ROUTE, { ...broken, policy: { on_error: 'fail' } })
  expect(ruled.body).toMatchObject({
    output: { category: 'maintenance' },
    source: 'rules',
    provider: 'embedded',
    degraded: true,
  })
  const defaulted = await gateway.post(ROUTE, { ...broken, labels, policy: { default_label: 'unsorted' } })
  expect(defaulted.body).toMatchObject({ source: 'policy_default', warnings: ['model_failed: upstream_error'] })
})

test('rules stand in for a model that fails, unless their words are not among the labels', async () => {
  const { gateway } = await gatewayPlace()
  const broken = { prompt: message.prompt, model: 'up:fail-400' }
  const { body } = await gateway.post(ROUTE, broken)
  expect(body).toMatchObject({
    provider: 'embedded',
    model: 'rules-1',
    degraded: true,
    source: 'rules',
    output: { category: 'maintenance', urgency: 'high', language: 'en' },
  })
  const other = await gateway.post(ROUTE, { ...broken, labels })
  expect(codeOf(other)).toEqual([502, 'upstream_error'])
  const policy = { default_label: 'unsorted' }
  const defaulted = await gateway.post(ROUTE, { ...broken, labels, policy })
  expect(defaulted.body).toMatchObject({
    source: 'policy_default',
    output: { category: 'unsorted', needs_human: true },
  })
  const kept = { ...broken, labels, policy: { ...policy, on_error: 'default' }, cache: { ttl_seconds: 60 } }
  for (const time of ['first', 'second']) {
    const { body } = await gateway.post(ROUTE, kept)
    expect([time, body.source, body.cached]).toEqual([time, 'policy_default', false])
  }
})

test('without a model the rules sort, and say so', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post(ROUTE, { prompt: 'Das WLAN funktioniert nicht. Wie ist das Passwort?' })
  expect([status, body]).toMatchObject([
    200,
    { provider: 'embedded', degraded: true, source: 'rules', output: { category: 'wifi', language: 'de' } },
  ])
  expect(body.confidence).toBe(body.output.confidence)
})

test('a schema of the caller is filled by rules when they can, and 503 when not', async () => {
  const client = await gatewayClient(await harness())
  const asked = { type: 'object', properties: { urgency: { type: 'string' } }, required: ['urgency'] }
  const { body } = await client.post(ROUTE, { prompt: message.prompt, schema: asked })
  expect(body.output).toEqual({ urgency: 'high' })
  const fast = await client.post('structured/fast-analysis', { prompt: message.prompt, schema: asked })
  expect(fast.body).toMatchObject({ output: { urgency: 'high' }, degraded: true, source: 'rules' })
  const unknown = { type: 'object', properties: { weather: { type: 'string' } }, required: ['weather'] }
  expect(codeOf(await client.post(ROUTE, { prompt: 'x', schema: unknown }))).toEqual([503, 'capability_unavailable'])
})

test('what stands in for a model that took all the time is checked, but not waited for', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const node = await secondNode()
  onTestFinished(() => node.close())
  const client = clientAt(gateway, node.app)
  const properties = { category: { type: 'string', pattern: '^[a-z]+$' } }
  const asked = { prompt: message.prompt, schema: { type: 'object', properties } }
  upstream.replies.push({ text: sorted() })
  // The thread is there from here on.
  expect((await client.post(ROUTE, asked)).body).toMatchObject({ source: 'model' })
  const late = { ...asked, model: 'up:hang', timeout_ms: 1000 }
  expect((await client.post(ROUTE, late)).body).toMatchObject({ source: 'rules', output: { category: 'maintenance' } })
  const byDefault = { ...late, policy: { default_label: 'unsorted', on_error: 'default' } }
  expect((await client.post(ROUTE, byDefault)).body).toMatchObject({ output: { category: 'unsorted' } })
  const { postMessage } = Worker.prototype
  const handing = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, request) {
    // The schema is read; a value is never answered.
    if (!('value' in request)) postMessage.call(this, request)
  })
  onTestFinished(() => handing.mockRestore())
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => ending.mockRestore())
  expect(codeOf(await client.post(ROUTE, late))).toEqual([504, 'upstream_timeout'])
  // As it is in the end, when it does not answer.
  expect(ending).not.toHaveBeenCalled()
})
