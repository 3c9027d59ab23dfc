import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '#test/event-source.ts'
import { gatewayPlace } from '#test/gateway-place.ts'
import { soon } from '#test/working.ts'
import { clientAt, gatewayClient } from '#test/gateway-client.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

test('a completion has the words of the model, what it took and how the way there went', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, headers, body } = await gateway.post('completion', {
    system: 'Be short.',
    messages: [
      { role: 'system', content: 'In English.' },
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    ],
    max_output_tokens: 50,
    temperature: 0,
    top_p: 0.5,
    stop: ['END'],
    seed: 7,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(String),
    object: 'completion',
    created: expect.any(Number),
    model: 'words',
    provider: 'up',
    text: 'You said: hello',
    finish_reason: 'stop',
    choices: [{ index: 0, message: { role: 'assistant', content: 'You said: hello' }, finish_reason: 'stop' }],
    usage: { input_tokens: 20, output_tokens: 12, total_tokens: 32, reasoning_tokens: 0, cached_input_tokens: 0 },
    cached: false,
    degraded: false,
    attempts: [{ provider: 'up', model: 'words', status: 'ok', error_code: null, latency_ms: expect.any(Number) }],
    latency_ms: expect.any(Number),
    warnings: [],
  })
  expect(Number(headers['x-ai-gateway-overhead-ms'])).toBeGreaterThanOrEqual(0)
  expect(upstream.calls).toMatchObject([
    {
      path: '/chat/completions',
      headers: { authorization: 'Bearer sk-of-the-workspace' },
      body: {
        model: 'words',
        messages: [
          { role: 'system', content: 'Be short.\n\nIn English.' },
          { role: 'user', content: 'hello' },
        ],
        max_tokens: 50,
        temperature: 0,
        top_p: 0.5,
        stop: ['END'],
        seed: 7,
      },
    },
  ])
})

test('without a configured model the embedded rules answer and say so', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post('completion', { prompt: 'What is the meaning of life?' })
  expect([status, body]).toMatchObject([200, { provider: 'embedded', model: 'rules-1', degraded: true }])
  expect(body.text).toContain('No model is configured')
})

test.for([
  ['no words', {}, '/messages'],
  ['both kinds of words', { prompt: 'a', messages: [{ role: 'user', content: 'b' }] }, '/prompt'],
  ['only instructions', { messages: [{ role: 'system', content: 'b' }] }, '/messages'],
  ['a stream', { prompt: 'a', stream: true }, '/stream'],
  ['an unknown field', { prompt: 'a', temprature: 1 }, '/temprature'],
  ['an unknown role', { messages: [{ role: 'tool', content: 'b' }] }, '/messages/0/role'],
  ['too many tokens', { prompt: 'a', max_output_tokens: 8193 }, '/max_output_tokens'],
  ['too many stops', { prompt: 'a', stop: ['1', '2', '3', '4', '5'] }, '/stop'],
  ['too many fallbacks', { prompt: 'a', fallback_models: ['a', 'b', 'c', 'd'] }, '/fallback_models'],
  ['too long a wait', { prompt: 'a', timeout_ms: 120_001 }, '/timeout_ms'],
  ['a number for a text', { prompt: 5 }, '/prompt'],
] as const)('%s is 422 and names the field', async ([, request, pointer]) => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post('completion', request)
  expect([status, body.error.code, body.error.retryable]).toEqual([422, 'invalid_request', false])
  expect(body.error.details.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer)
  expect(upstream.calls).toEqual([])
})

const part = (content: unknown) => ({ messages: [{ role: 'user', content }] })
test.for([
  [part(5), { '/messages/0/content': 'Must be string or array.' }],
  [part([{ type: 'sound' }]), { '/messages/0/content/0/type': 'Must be text or image.' }],
  [part(['a']), { '/messages/0/content/0': 'Must be object.' }],
  [
    part([
      { type: 'text', text: 4 },
      { type: 'image', media_type: 'image/png' },
    ]),
    { '/messages/0/content/0/text': 'Must be string.', '/messages/0/content/1/data_base64': 'This is required.' },
  ],
  [{ prompt: 'a', stream: true }, { '/stream': 'Must be false.' }],
] as const)('of a value that may have several forms it says what helps: %j', async ([request, expected]) => {
  const { gateway } = await gatewayPlace()
  const { errors } = (await gateway.post('completion', request)).body.error.details
  const told = errors.map(({ pointer, message }: { pointer: string; message: string }) => [pointer, message])
  expect(Object.fromEntries(told)).toEqual(expected)
})

test('an unknown address and an unknown method are told in the words of the gateway, with the way out', async () => {
  const { app, gateway } = await gatewayPlace()
  const unknown = await gateway.post('chat/completions', { prompt: 'a' })
  expect(codeOf(unknown)).toEqual([404, 'route_not_found'])
  expect(unknown.body.error.message).toContain('/v1/internal/ai-gateway/completion')
  const method = await gateway.get('completion')
  expect([...codeOf(method), method.headers['allow']]).toEqual([405, 'method_not_allowed', 'POST'])
  expect(method.body.error.message).toContain('POST')
  const stranger = await app.inject({ method: 'DELETE', url: '/v1/internal/ai-gateway/health?x=1' })
  expect([stranger.statusCode, stranger.headers['allow']]).toEqual([405, 'GET, HEAD'])
  expect(stranger.json()).toMatchObject({ error: { code: 'method_not_allowed' }, request_id: expect.any(String) })
})

test('what is no JSON is 422, another type 415', async () => {
  const { gateway } = await gatewayPlace()
  expect(codeOf(await gateway.send('completion', '{"prompt":', 'application/json'))).toEqual([422, 'invalid_json'])
  expect(codeOf(await gateway.send('completion', '', 'application/json'))).toEqual([422, 'invalid_json'])
  expect(codeOf(await gateway.send('completion', 'a=b', 'text/plain'))).toEqual([415, 'unsupported_media_type'])
  const encoding = { headers: { 'content-encoding': 'gzip' } }
  const zipped = await gateway.send('completion', '{}', 'application/json', encoding)
  expect(codeOf(zipped)).toEqual([415, 'unsupported_media_type'])
})

test('an over-long prompt is 413 before anything is spent', async () => {
  const { gateway, upstream, asAdmin } = await gatewayPlace()
  await asAdmin.patch('/ai-budget', { dayTokensMax: 1_000_000_000 })
  const long = await gateway.post('completion', { prompt: 'x'.repeat(400_001) })
  expect(codeOf(long)).toEqual([413, 'prompt_too_large'])
  const messages = Array.from({ length: 201 }, () => ({ role: 'user', content: 'x' }))
  expect(codeOf(await gateway.post('completion', { messages }))).toEqual([413, 'prompt_too_large'])
  const huge = await gateway.post('completion', { prompt: 'x'.repeat(2 * 1024 * 1024) })
  expect(codeOf(huge)).toEqual([413, 'prompt_too_large'])
  expect(upstream.calls).toEqual([])
  expect((await asAdmin.get('/ai-budget')).body).toMatchObject({ dayTokens: 0, heldTokens: 0 })
  expect((await gateway.post('completion', { prompt: 'x'.repeat(399_000) })).status).toBe(200)
})

test('a model that fails is tried again, then the next one is asked', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post('completion', {
    prompt: 'hello',
    model: 'up:fail-500',
    fallback_models: ['up:fail-401', 'default'],
  })
  expect([status, body.text, body.model]).toEqual([200, 'You said: hello', 'words'])
  expect(
    body.attempts.map((each: Record<string, unknown>) => [each['model'], each['status'], each['error_code']]),
  ).toEqual([
    ['fail-500', 'failed', 'upstream_error'],
    ['fail-500', 'failed', 'upstream_error'],
    ['fail-500', 'failed', 'upstream_error'],
    ['fail-401', 'failed', 'credential'],
    ['words', 'ok', null],
  ])
  expect(upstream.calls).toHaveLength(5)
})

test.for([
  ['fail-500', 502, 'upstream_error', true],
  ['fail-400', 502, 'upstream_error', false],
  ['fail-401', 502, 'upstream_error', false],
  ['fail-html', 502, 'upstream_error', true],
  ['bad-json', 502, 'upstream_error', false],
  ['bad-shape', 502, 'upstream_error', false],
  ['cut', 502, 'upstream_error', true],
  ['huge', 502, 'upstream_error', false],
  ['huge-declared', 502, 'upstream_error', false],
  ['hang', 504, 'upstream_timeout', true],
  ['drip', 504, 'upstream_timeout', true],
] as const)(
  'an upstream that does %s is %i %s, and nothing of it is left',
  async ([model, status, code, retryable]) => {
    const { gateway, upstream } = await gatewayPlace()
    const timeout_ms = status === 504 ? 1500 : 30_000
    const answer = await gateway.post('completion', { prompt: 'hello', model: `up:${model}`, timeout_ms })
    expect(answer.body.error).toMatchObject({ code, retryable })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toMatch(/sk-of-the-workspace|localhost|127\.0\.0\.1/)
    expect(answer.body.error.details.attempts.length).toBeGreaterThan(0)
    await expect.poll(() => upstream.open()).toBe(0)
  },
)

test('a provider that asks for patience beyond the deadline is not waited for', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { prompt: 'hello', model: 'up:fail-429', fallback_models: ['default'], timeout_ms: 3000 }
  const { status, body } = await gateway.post('completion', request)
  expect([status, body.attempts.length, upstream.calls.length]).toEqual([200, 2, 2])
  const alone = await gateway.post('completion', { prompt: 'hello', model: 'up:fail-429', timeout_ms: 3000 })
  expect(codeOf(alone)).toEqual([502, 'upstream_error'])
  expect(alone.headers['retry-after']).toBe('7')
})

test('a model that failed five times is left alone, and only that one', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const ask = () => gateway.post('completion', { prompt: 'hello', model: 'up:fail-500' })
  await ask()
  const second = await ask()
  expect(second.body.error.details.attempts.map((each: { status: string }) => each.status)).toEqual([
    'failed',
    'failed',
    'skipped',
  ])
  const third = await ask()
  expect(codeOf(third)).toEqual([502, 'upstream_error'])
  expect(third.body.error.details).toMatchObject({ reason: 'circuit_open' })
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  expect(upstream.calls).toHaveLength(5)
  expect((await gateway.post('completion', { prompt: 'hello' })).status).toBe(200)
})

test('use that cannot be is told and noted as an estimate', async () => {
  const { gateway, upstream, asAdmin } = await gatewayPlace()
  upstream.replies.push({ text: 'eight ch', usage: { prompt_tokens: -500, completion_tokens: 1e30 } })
  const { body } = await gateway.post('completion', { prompt: 'hello' })
  expect(body).toMatchObject({ usage: { input_tokens: 15, output_tokens: 2, total_tokens: 17 } })
  expect(body.warnings).toEqual(['usage_estimated'])
  await soon(async () =>
    expect((await asAdmin.get('/ai-calls')).body.items).toMatchObject([{ inputTokens: 15, outputTokens: 2 }]),
  )
})

test('a model that is not known is 422, also as a fallback', async () => {
  const { gateway, upstream } = await gatewayPlace()
  expect(codeOf(await gateway.post('completion', { prompt: 'a', model: 'other:x' }))).toEqual([422, 'model_unknown'])
  const fallback = { prompt: 'a', fallback_models: ['default', 'nonsense'] }
  expect(codeOf(await gateway.post('completion', fallback))).toEqual([422, 'model_unknown'])
  expect(upstream.calls).toEqual([])
})

test('what tells who somebody is stays here, and is back in the answer', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const prompt = 'Ann (ann@example.com, +351 912 345 678) has door code 4711. Write to ann@example.com.'
  const { body } = await gateway.post('completion', { prompt, redact: { pii: true } })
  expect(body.text).toBe(`You said: ${prompt}`)
  // Not the headers: a port may be 44711.
  const sent = JSON.stringify(upstream.calls.map((call) => call.body))
  expect(sent).not.toMatch(/ann@example\.com|912 345|4711/)
  expect(sent).toContain('Write to [[EMAIL_1]].')
})

test('a request sent again with its idempotency_key is answered the same and asked once', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { prompt: 'hello', idempotency_key: 'k-1' }
  const first = await gateway.post('completion', request)
  const second = await gateway.post('completion', request)
  expect([second.body.text, second.body.cached]).toEqual([first.body.text, true])
  expect(upstream.calls).toHaveLength(1)
  const other = await gateway.post('completion', { ...request, prompt: 'other' })
  expect(codeOf(other)).toEqual([422, 'idempotency_key_reused'])
})

test('the same request several times at once asks the model once, and an odd character in its answer is kept', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: 'a\0b \ud800' })
  const request = { prompt: 'hello', idempotency_key: 'k-2' }
  const answers = await Promise.all([1, 2, 3].map(() => gateway.post('completion', request)))
  expect(answers.map(({ body }) => body.text)).toEqual(Array(3).fill('a\ufffdb \ufffd'))
  expect(upstream.calls).toHaveLength(1)
})

test('the same idempotency_key at two nodes at once asks the model once', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const node = await secondNode()
  onTestFinished(() => node.close())
  const there = clientAt(gateway, node.app)
  const request = { prompt: 'hello', idempotency_key: 'k-two-nodes' }
  const clients = [gateway, there, gateway, there]
  const answers = await Promise.all(clients.map((client) => client.post('completion', request)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.filter(({ body }) => body.cached)).toHaveLength(3)
  expect(upstream.calls).toHaveLength(1)
  const other = await Promise.all(
    [gateway, there].map((client) => client.post('completion', { ...request, prompt: 'b' })),
  )
  expect(other.map(({ body }) => body.error.code)).toEqual(Array(2).fill('idempotency_key_reused'))
})

test('when the caller hangs up, the model is not waited for, and the call is noted', async () => {
  const { gateway, upstream, asAdmin } = await gatewayPlace()
  const node = await secondNode()
  onTestFinished(() => node.close())
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = node.app.server.address() as AddressInfo
  const body = JSON.stringify({ prompt: 'hello', model: 'up:hang' })
  const socket = connect(port, '127.0.0.1')
  socket.write(gateway.raw('completion', body))
  await expect.poll(() => upstream.calls.length).toBe(1)
  socket.destroy()
  await expect.poll(() => upstream.open()).toBe(0)
  await expect.poll(async () => (await asAdmin.get('/ai-calls')).body.items[0]?.status).toBe('upstream_error')
  const { items } = (await asAdmin.get('/ai-calls')).body
  expect(items).toMatchObject([{ model: 'hang', inputTokens: 2, outputTokens: 1024 }])
})

test('a server that goes down answers what it has begun, as it came out, and takes nothing new', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const node = await secondNode()
  onTestFinished(() => node.close())
  const there = clientAt(gateway, node.app)
  const line = connect(Number(new URL(await addressOf(node.app)).port), '127.0.0.1')
  onTestFinished(() => void line.destroy())
  const begun = there.post('completion', { prompt: 'hello', model: 'up:hang', timeout_ms: 2000 })
  const answers: string[] = []
  line.on('data', (part) => answers.push(String(part)))
  line.write(there.raw('completion', JSON.stringify({ prompt: 'hello', model: 'up:hang', timeout_ms: 2500 })))
  await expect.poll(() => upstream.calls.length).toBe(2)
  const closed = node.app.close()
  await expect.poll(() => node.app.server.listening).toBe(false)
  // On a connection that stays open while the server goes down, behind what is under way there.
  line.write(there.raw('completion', JSON.stringify({ prompt: 'hello' })))
  const refused = await begun
  expect(codeOf(refused)).toEqual([504, 'upstream_timeout'])
  expect(refused.body.request_id).toBe(refused.headers['x-request-id'])
  await expect.poll(() => answers.join('')).toContain('upstream_timeout')
  await closed
  expect(upstream.calls).toHaveLength(2)
})

test('a body that says nothing of its length is read up to the limit', async () => {
  const { app, gateway } = await gatewayPlace()
  const line = connect(Number(new URL(await addressOf(app)).port), '127.0.0.1')
  onTestFinished(() => void line.destroy())
  const head = gateway.raw('completion', '').replace('content-length: 0', 'transfer-encoding: chunked')
  let answer = ''
  line.on('data', (part) => (answer += String(part)))
  line.write(head)
  const piece = 'x'.repeat(65_536)
  for (let sent = 0; sent < 40; sent++) line.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
  line.write('0\r\n\r\n')
  await expect.poll(() => answer).toContain('prompt_too_large')
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
})

test('an answer that nobody waited for is charged, one that the provider refused is not', async () => {
  const { app, gateway, asAdmin } = await gatewayPlace()
  const asked = { prompt: 'hello', max_output_tokens: 50 }
  expect((await gateway.post('completion', { ...asked, model: 'up:hang', timeout_ms: 300 })).status).toBe(504)
  const { body: metrics } = await app.inject('/metrics')
  expect(Number(/_seconds_sum{[^}]*gateway\/completion",status="504"} ([\d.]+)/.exec(metrics)?.[1])).toBeGreaterThan(
    0.29,
  )
  expect((await gateway.post('completion', { ...asked, model: 'up:fail-400' })).status).toBe(502)
  const items = await soon(async () => {
    const { body } = await asAdmin.get('/ai-calls')
    expect(body.items).toHaveLength(2)
    return body.items
  })
  expect(items).toMatchObject([
    { model: 'fail-400', inputTokens: 0, outputTokens: 0 },
    { model: 'hang', status: 'upstream_timeout', inputTokens: 2, outputTokens: 50 },
  ])
})

test('a model that says nothing is told of', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '' })
  expect((await gateway.post('completion', { prompt: 'hello' })).body).toMatchObject({
    text: '',
    warnings: ['empty_answer'],
  })
})
