import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'
import { clientAt, gatewayClient } from '#test/gateway-client.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { soon } from '#test/working.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const schema = {
  type: 'object',
  properties: { room: { type: 'string' }, guests: { type: 'integer' } },
  required: ['room', 'guests'],
  additionalProperties: false,
}
const request = { prompt: 'Two people in the blue room.', schema }
const RIGHT = '{"room":"blue","guests":2}'

function nested(levels: number): object {
  return levels === 1 ? { type: 'string' } : { type: 'object', properties: { inner: nested(levels - 1) } }
}

test('an answer that fits the schema is given as it is', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: RIGHT })
  const { status, body } = await gateway.post('structured', request)
  expect([status, body]).toMatchObject([
    200,
    { object: 'structured', output: { room: 'blue', guests: 2 }, repaired: 'none', validation_errors: [] },
  ])
  expect(body).not.toHaveProperty('raw_text')
  expect(upstream.calls[0]?.body['response_format']).toMatchObject({ type: 'json_schema' })
})

test.for([
  ['in a fence', '```json\n{"room":"blue","guests":2}\n```', 'none'],
  ['with a comma too many', '{"room":"blue","guests":2,}', 'syntactic'],
  ['without quotes, in a fence', "```\n{room: 'blue', guests: 2,}\n```", 'syntactic'],
  ['after a sentence', 'Here you are: {"room":"blue","guests":2}', 'syntactic'],
  ['before a sentence', '{"room":"blue","guests":2}\n\nLet me know!', 'syntactic'],
] as const)('%s it is mended without asking again', async ([, text, repaired]) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text })
  const { body } = await gateway.post('structured', { ...request, debug: true })
  expect(body).toMatchObject({ output: { room: 'blue', guests: 2 }, repaired, raw_text: text })
  expect(upstream.calls).toHaveLength(1)
})

test('what does not fit is shown to the model once, with what is wrong', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{"room":"blue","guests":"two"}' }, { text: RIGHT })
  const { body } = await gateway.post('structured', request)
  expect(body).toMatchObject({ output: { room: 'blue', guests: 2 }, repaired: 'model', usage: { total_tokens: 64 } })
  const [, second] = upstream.calls
  const said = JSON.stringify(second?.body['messages'])
  expect(said).toContain('/guests must be integer')
  expect(said).toContain('\\"two\\"')
})

test('after the last repair it is 502 with the reasons, and what was used is counted', async () => {
  const { gateway, upstream, asAdmin } = await gatewayPlace()
  await asAdmin.patch('/ai-budget', { dayTokensMax: 1_000_000 })
  upstream.replies.push({ text: 'no' }, { text: '{"room":1}' })
  const { status, body } = await gateway.post('structured', request)
  expect([status, body.error.code]).toEqual([502, 'invalid_model_output'])
  expect(body.error.details.validation_errors).toEqual([
    "The value must have required property 'guests'",
    '/room must be string',
  ])
  expect(upstream.calls).toHaveLength(2)
  await soon(async () => {
    const { body } = await asAdmin.get('/ai-budget')
    expect(body).toMatchObject({ dayTokens: 64, heldTokens: 0 })
  })
  upstream.replies.push({ text: 'no' })
  const none = await gateway.post('structured', { ...request, max_repairs: 0 })
  expect(codeOf(none)).toEqual([502, 'invalid_model_output'])
  expect(upstream.calls).toHaveLength(3)
})

test('nothing is coerced: a number as a text does not fit', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{"room":"blue","guests":"2"}' })
  expect(codeOf(await gateway.post('structured', { ...request, max_repairs: 0 }))).toEqual([
    502,
    'invalid_model_output',
  ])
})

test('the form of other gateways is understood too', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: RIGHT })
  const response_format = { type: 'json_schema', json_schema: { name: 'booking', schema, strict: true } }
  const { body } = await gateway.post('structured', { prompt: 'x', response_format })
  expect(body.output).toEqual({ room: 'blue', guests: 2 })
  expect(upstream.calls[0]?.body['response_format']).toMatchObject({ json_schema: { name: 'booking' } })
})

test.for([
  ['no schema', { prompt: 'x' }, '/schema'],
  ['two schemas', { ...request, response_format: { type: 'json_schema', json_schema: { schema } } }, '/schema'],
  ['eleven levels', { prompt: 'x', schema: nested(11) }, '/schema'],
  ['too many bytes', { prompt: 'x', schema: { type: 'string', description: 'x'.repeat(66_000) } }, '/schema'],
  ['no schema at all in it', { prompt: 'x', schema: { type: 'strung' } }, '/schema'],
  ['a reference to elsewhere', { prompt: 'x', schema: { $ref: 'https://example.com/schema.json' } }, '/schema'],
  ['a pattern that is none', { prompt: 'x', schema: { type: 'string', pattern: '(' } }, '/schema'],
  ['too many repairs', { ...request, max_repairs: 3 }, '/max_repairs'],
] as const)('%s is 422 before anything is spent', async ([, body, pointer]) => {
  const { gateway, upstream } = await gatewayPlace()
  const answer = await gateway.post('structured', body)
  expect(codeOf(answer)).toEqual([422, 'invalid_request'])
  expect(answer.body.error.details.errors[0].pointer).toBe(pointer)
  expect(upstream.calls).toEqual([])
})

test('ten levels are allowed', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{}' })
  expect((await gateway.post('structured', { prompt: 'x', schema: nested(10) })).status).toBe(200)
})

test('without a model a schema that rules cannot fill is 503 and says what is missing', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post('structured', request)
  expect([status, body.error]).toMatchObject([
    503,
    { code: 'capability_unavailable', retryable: false, details: { missing: 'AI_MODEL_DEFAULT' } },
  ])
})

test('what was redacted is back inside the output', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const mail = { type: 'string', description: 'Such as ann@example.com', examples: ['ann@example.com'] }
  const contact = { type: 'object', properties: { mail }, required: ['mail'] }
  upstream.replies.push({ text: '{"mail":"[[EMAIL_1]]"}' })
  const { body } = await gateway.post('structured', {
    prompt: 'I am ann@example.com',
    stop: ['ann@example.com'],
    schema: contact,
    redact: { pii: true },
  })
  expect(body.output).toEqual({ mail: 'ann@example.com' })
  expect(JSON.stringify(upstream.calls)).not.toContain('ann@example.com')
})

test('what has to fit the schema is the original, not what stands for it', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const asked = (mail: object, more: object = {}) => ({
    prompt: 'I am ann@example.com',
    schema: { type: 'object', properties: { mail: { type: 'string', ...mail } }, additionalProperties: false },
    redact: { pii: true },
    ...more,
  })
  for (const mail of [{ format: 'email' }, { pattern: '^[a-z@.]+$' }, { minLength: 15 }]) {
    for (const route of ['structured', 'structured/fast-analysis', 'structured/inbox-classification']) {
      upstream.replies.push({ text: '{"mail":"[[EMAIL_1]]"}' })
      const { status, body } = await gateway.post(route, asked(mail))
      expect([status, body.output]).toEqual([200, { mail: 'ann@example.com' }])
    }
  }
  const wrong = { text: '{"mail":"[[EMAIL_1]]","[[EMAIL_1]]":1}' }
  upstream.replies.push(wrong, wrong)
  expect(codeOf(await gateway.post('structured', asked({ maxLength: 12 })))).toEqual([502, 'invalid_model_output'])
  const said = JSON.stringify(upstream.calls)
  expect(said).toContain('/mail must NOT have more than 12 characters')
  expect(said).not.toContain('ann@example.com')
})

test('an answer that is cut does not pass for a whole one', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const half = { text: '{"room":"blue","guests":1', finish: 'length' } as const
  upstream.replies.push(half, { text: RIGHT })
  expect((await gateway.post('structured', request)).body).toMatchObject({ output: { guests: 2 }, repaired: 'model' })
  expect(JSON.stringify(upstream.calls[1]?.body['messages'])).toContain('The answer is cut')
  upstream.replies.push(half)
  const once = await gateway.post('structured', { ...request, max_repairs: 0 })
  expect([codeOf(once), once.body.error.message]).toEqual([
    [502, 'invalid_model_output'],
    expect.stringContaining('The answer is cut'),
  ])
  upstream.replies.push({ text: `${RIGHT} And so`, finish: 'length' })
  expect((await gateway.post('structured', request)).body).toMatchObject({
    output: { guests: 2 },
    repaired: 'syntactic',
  })
})

test('a pattern that would never come to an end is given up', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const schema = { type: 'object', properties: { code: { type: 'string', pattern: '^(a+)+$' } } }
  const endless = JSON.stringify({ code: `${'a'.repeat(60)}!` })
  upstream.replies.push({ text: endless }, { text: endless })
  const { status, body } = await gateway.post('structured', { prompt: 'hello', schema })
  expect([status, body.error?.code]).toEqual([502, 'invalid_model_output'])
  expect(body.error.details.validation_errors[0]).toContain('the schema takes too long')
  upstream.replies.push({ text: '{"code":"aaa"}' })
  expect((await gateway.post('structured', { prompt: 'hello', schema })).body).toMatchObject({
    output: { code: 'aaa' },
  })
})

test('fast analysis answers within its deadline', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: RIGHT })
  const { body } = await gateway.post('structured/fast-analysis', request)
  expect(body).toMatchObject({ object: 'fast_analysis', output: { guests: 2 }, source: 'model', deadline_ms: 2000 })
  const late = await gateway.post('structured/fast-analysis', { ...request, model: 'up:hang', deadline_ms: 150 })
  expect(codeOf(late)).toEqual([504, 'upstream_timeout'])
  await expect.poll(() => upstream.open()).toBe(0)
})

test('fast analysis asks a second model when the first is slow or fails, and drops the loser', async () => {
  const { gateway, upstream } = await gatewayPlace()
  for (const model of ['up:hang', 'up:fail-500']) {
    upstream.replies.push({ text: RIGHT })
    const both = { ...request, model, fallback_models: ['default'], deadline_ms: 3000 }
    const { status, body } = await gateway.post('structured/fast-analysis', both)
    expect([status, body.source, body.model]).toEqual([200, 'fallback', 'words'])
  }
  await expect.poll(() => upstream.open()).toBe(0)
})

test('a second model that is not known is told before the first is asked', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const both = { ...request, model: 'up:hang', fallback_models: ['other:x'] }
  expect(codeOf(await gateway.post('structured/fast-analysis', both))).toEqual([422, 'model_unknown'])
  expect(upstream.calls).toEqual([])
})

test('where the second model cannot be had, what counts is how the first one ends', async () => {
  const { gateway } = await gatewayPlace({ translate: 'embedded' })
  const both = { ...request, model: 'up:fail-500', fallback_models: ['translate'] }
  expect(codeOf(await gateway.post('structured/fast-analysis', both))).toEqual([502, 'upstream_error'])
})

test('the loser is dropped as soon as there is a winner', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const node = await secondNode()
  onTestFinished(() => node.close())
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  upstream.replies.push({ text: RIGHT })
  const both = { ...request, model: 'up:hang', fallback_models: ['default'], deadline_ms: 5000 }
  const socket = connect((node.app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(gateway.raw('structured/fast-analysis', JSON.stringify(both)))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('"source":"fallback"')
  await expect.poll(() => upstream.open()).toBe(0)
})

test('fast analysis neither tries again nor repairs', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: 'no JSON' })
  expect(codeOf(await gateway.post('structured/fast-analysis', request))).toEqual([502, 'invalid_model_output'])
  const failed = await gateway.post('structured/fast-analysis', { ...request, model: 'up:fail-500' })
  expect(codeOf(failed)).toEqual([502, 'upstream_error'])
  expect(upstream.calls).toHaveLength(2)
  expect(codeOf(await gateway.post('structured/fast-analysis', { ...request, deadline_ms: 5001 }))).toEqual([
    422,
    'invalid_request',
  ])
})

test('a schema that waits for its turn has no longer than the call, and nothing is spent', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const handing = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {})
  const node = await secondNode()
  // In this order: a thread that is never answered is not waited for.
  onTestFinished(() => node.close())
  onTestFinished(() => handing.mockRestore())
  const client = clientAt(gateway, node.app)
  const slow = { prompt: 'x', schema: { type: 'string', pattern: '^a+$' } }
  const fast = client.post('structured/fast-analysis', { ...slow, deadline_ms: 100 })
  const usual = client.post('structured', { ...slow, timeout_ms: 1000 })
  const sorted = client.post('structured/inbox-classification', { ...slow, timeout_ms: 1000 })
  for (const answer of await Promise.all([fast, usual, sorted])) {
    expect(codeOf(answer)).toEqual([504, 'upstream_timeout'])
  }
  expect(upstream.calls).toEqual([])
})

test('the thread for schemas ends with the server', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const node = await secondNode()
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => ending.mockRestore())
  upstream.replies.push({ text: '"aaa"' })
  const slow = { prompt: 'x', schema: { type: 'string', pattern: '^a+$' } }
  expect((await clientAt(gateway, node.app).post('structured', slow)).status).toBe(200)
  expect(ending).not.toHaveBeenCalled()
  await node.close()
  expect(ending).toHaveBeenCalledOnce()
})
