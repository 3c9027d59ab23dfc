import { expect, test } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'
import { gatewayClient } from '#test/gateway-client.ts'
import { harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { flac, formWith, mp3, recordedWebm, wav } from '#test/recordings.ts'
import { soon } from '#test/working.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const MEGABYTE = 1024 * 1024

test('texts become vectors, one for each', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post('embeddings', { input: ['one', 'three'], dimensions: 8 })
  expect([status, body]).toMatchObject([
    200,
    { object: 'list', model: 'vectors', dimensions: 8, usage: { input_tokens: 5, output_tokens: 0 }, warnings: [] },
  ])
  expect(
    body.data.map(({ index, embedding }: { index: number; embedding: number[] }) => [index, embedding[0]]),
  ).toEqual([
    [0, 3],
    [1, 5],
  ])
  const { body: packed } = await gateway.post('embeddings', { input: 'one', encoding_format: 'base64' })
  const bytes = Buffer.from(packed.data[0].embedding, 'base64')
  expect([...new Float32Array(bytes.buffer, bytes.byteOffset, 8)]).toEqual([3, 0, 0, 0, 0, 0, 0, 0])
  expect(upstream.calls[0]?.body).toMatchObject({ input: ['one', 'three'], dimensions: 8 })
})

test.for([
  ['257 texts', Array.from({ length: 257 }, () => 'x'), 422, 'invalid_request'],
  ['no text', [], 422, 'invalid_request'],
  ['an empty text', [''], 422, 'invalid_request'],
  ['a text of 8,193 tokens', 'x'.repeat(4 * 8192 + 1), 413, 'prompt_too_large'],
  ['more than a megabyte', Array.from({ length: 40 }, () => 'x'.repeat(30_000)), 413, 'prompt_too_large'],
  ['more than a megabyte in bytes', Array.from({ length: 40 }, () => 'é'.repeat(15_000)), 413, 'prompt_too_large'],
] as const)('%s cannot be embedded', async ([, input, status, code]) => {
  const { gateway, upstream } = await gatewayPlace()
  expect(codeOf(await gateway.post('embeddings', { input }))).toEqual([status, code])
  expect(upstream.calls).toEqual([])
})

test('without an embedder it is 503 and says what is missing', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post('embeddings', { input: 'x' })
  expect([status, body.error]).toMatchObject([
    503,
    { code: 'capability_unavailable', details: { missing: 'AI_MODEL_EMBED' } },
  ])
})

test('a recording is transcribed, from a form, from JSON and from an address', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const [body, type] = await formWith(wav(2), {
    language: 'en-GB',
    prompt: 'A boiler.',
    response_format: 'verbose_json',
  })
  const sent = await gateway.send('transcriptions', body, type)
  expect([sent.status, sent.body]).toMatchObject([
    200,
    { object: 'transcription', text: 'The boiler leaks.', duration_seconds: 2.5, segments: [] },
  ])
  expect(upstream.calls[0]?.body).toMatchObject({ model: 'ears', language: 'en', prompt: 'A boiler.', file: 16_044 })

  const audio = { data_base64: wav(2).toString('base64'), media_type: 'audio/wav' }
  expect((await gateway.post('transcriptions', { audio })).body.text).toBe('The boiler leaks.')

  const host = await serve((_, response) => response.end(wav(1)))
  const url = `http://${host.host.replace('127.0.0.1', 'localhost')}/recording`
  const fetched = await gateway.post('transcriptions', { audio: { url }, response_format: 'text' })
  expect([fetched.status, fetched.body.text]).toEqual([200, 'The boiler leaks.'])
  expect(upstream.calls).toHaveLength(3)
})

test('audio over its bounds is refused before anything is spent', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const [large, largeType] = await formWith(Buffer.concat([wav(1), Buffer.alloc(26 * MEGABYTE)]))
  expect(codeOf(await gateway.send('transcriptions', large, largeType))).toEqual([413, 'audio_too_large'])
  const base64 = Buffer.concat([wav(1), Buffer.alloc(26 * MEGABYTE)]).toString('base64')
  const json = await gateway.post('transcriptions', { audio: { data_base64: base64 } })
  expect(codeOf(json)).toEqual([413, 'audio_too_large'])
  const [endless] = [Buffer.alloc(40 * MEGABYTE)]
  expect(codeOf(await gateway.send('transcriptions', endless, 'audio/wav'))).toEqual([413, 'audio_too_large'])
  for (const long of [wav(7201, 8), flac(7300), recordedWebm(7300), mp3(500, { frames: 276_000 })]) {
    const [body, type] = await formWith(long)
    expect(codeOf(await gateway.send('transcriptions', body, type))).toEqual([413, 'audio_too_large'])
  }
  expect(upstream.calls).toEqual([])
})

test('a recording that does not tell its length is taken for as long as it may be', async () => {
  const { gateway, asAdmin } = await gatewayPlace({ transcribe: 'up:ears-silent' })
  const [body, type] = await formWith(recordedWebm(20))
  const answer = await gateway.send('transcriptions', body, type)
  expect(answer.body).toMatchObject({
    text: 'The boiler leaks.',
    duration_seconds: null,
    warnings: ['usage_estimated'],
  })
  await soon(async () => {
    const [call] = (await asAdmin.get('/ai-calls')).body.items
    expect(call?.audioSeconds).toBeCloseTo(recordedWebm(20).length / 2000)
  })
})

test('a text that is called .wav is 415', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const text = Buffer.from('Dear Sir or Madam, this is a letter and no recording.')
  const [body, type] = await formWith(text)
  expect(codeOf(await gateway.send('transcriptions', body, type))).toEqual([415, 'unsupported_audio'])
  const audio = { data_base64: text.toString('base64'), media_type: 'audio/wav' }
  expect(codeOf(await gateway.post('transcriptions', { audio }))).toEqual([415, 'unsupported_audio'])
  expect(upstream.calls).toEqual([])
})

test.for([
  ['a private address', 'https://10.0.0.5/a.wav', 'not_allowed'],
  ['this machine', 'https://127.0.0.1/a.wav', 'not_allowed'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest', 'not_allowed'],
  ['no https', 'http://example.com/a.wav', 'not_allowed'],
  ['a port that nobody listens on', 'http://localhost:1/a.wav', 'unreachable'],
] as const)('audio from %s is refused', async ([, url, code]) => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post('transcriptions', { audio: { url } })
  expect([status, body.error.code]).toEqual([422, 'invalid_request'])
  expect(body.error.details.errors).toMatchObject([{ pointer: '/audio/url', code }])
  expect(upstream.calls).toEqual([])
})

test('an address that sends too much, or nothing good, is refused', async () => {
  const { gateway } = await gatewayPlace()
  const host = await serve((request, response) => {
    if (request.url === '/missing') return void response.writeHead(404).end()
    response.on('error', () => {})
    response.end(Buffer.alloc(26 * MEGABYTE))
  })
  const at = `http://${host.host.replace('127.0.0.1', 'localhost')}`
  expect(codeOf(await gateway.post('transcriptions', { audio: { url: `${at}/large` } }))).toEqual([
    413,
    'audio_too_large',
  ])
  expect(codeOf(await gateway.post('transcriptions', { audio: { url: `${at}/missing` } }))).toEqual([
    422,
    'invalid_request',
  ])
})

test('an address that does not answer is left when the time of the call is over', { timeout: 20_000 }, async () => {
  const { gateway } = await gatewayPlace()
  const host = await serve(() => {})
  const url = `http://${host.host.replace('127.0.0.1', 'localhost')}/recording`
  const { body } = await gateway.post('transcriptions', { audio: { url }, timeout_ms: 200 })
  expect(body.error.details.errors).toMatchObject([{ pointer: '/audio/url', code: 'timeout' }])
})

test('a form without a file, with two, or with strange fields is 422', async () => {
  const { gateway } = await gatewayPlace()
  const faults = async ([body, type]: [Buffer, string]) => {
    const answer = await gateway.send('transcriptions', body, type)
    return [answer.status, answer.body.error.details.errors[0].pointer]
  }
  expect(await faults(await formWith(wav(1), {}, 'sound'))).toEqual([422, '/sound'])
  expect(await faults(await formWith(wav(1), { speed: '2' }))).toEqual([422, '/speed'])
  expect(await faults(await formWith(wav(1), { timeout_ms: 'soon' }))).toEqual([422, '/timeout_ms'])
  expect(await faults([Buffer.from('--x\r\n'), 'multipart/form-data; boundary=x'])).toEqual([422, ''])
  const both = { audio: { url: 'https://a.example/x', data_base64: 'AAAA' } }
  expect(codeOf(await gateway.post('transcriptions', both))).toEqual([422, 'invalid_request'])
})

const megabytes = (text: string): string => text.repeat(Math.ceil((30 * MEGABYTE) / text.length))
const part = (name: string, more = ''): string => `--bound\r\ncontent-disposition: form-data; name="${name}"\r\n${more}`

test.for([
  ['of millions of lists', '['.repeat(30 * MEGABYTE), 'application/json'],
  ['of millions of fields', `{${megabytes('"a":1,')}"a":1}`, 'application/json'],
  ['of a text that reads like fields', `{"language":"${megabytes('\\":')}"}`, 'application/json'],
  ['of millions of parts', `${megabytes(`${part('a')}\r\n\r\n`)}--bound--\r\n`, 'multipart/form-data; boundary=bound'],
  ['of millions of lines', `${part('a', megabytes('a: b\r\n'))}\r\n`, 'multipart/form-data; boundary="bound"'],
] as const)('a request %s is refused before it is read', async ([, body, type]) => {
  const { gateway } = await gatewayPlace()
  const { status, body: answer } = await gateway.send('transcriptions', body, type)
  expect([status, answer.error.details.errors[0].code]).toEqual([422, 'too_many'])
})

test('a form has one boundary', async () => {
  const { gateway } = await gatewayPlace()
  const [body, type] = await formWith(wav(1))
  for (const contentType of [`${type}; boundary=x`, 'multipart/form-data']) {
    expect(codeOf(await gateway.send('transcriptions', body, contentType))).toEqual([422, 'invalid_request'])
  }
})

test('without a model bounds still hold, and a good recording is 503', async () => {
  const client = await gatewayClient(await harness())
  const text = { audio: { data_base64: Buffer.from('no recording at all').toString('base64') } }
  expect(codeOf(await client.post('transcriptions', text))).toEqual([415, 'unsupported_audio'])
  const { status, body } = await client.post('transcriptions', { audio: { data_base64: wav(1).toString('base64') } })
  expect([status, body.error]).toMatchObject([
    503,
    { code: 'capability_unavailable', details: { missing: 'AI_MODEL_TRANSCRIBE' } },
  ])
})

test('pictures are made, checked and given as data or as an address', async () => {
  const { gateway, upstream, app } = await gatewayPlace()
  const { status, body } = await gateway.post('images', { prompt: 'A lighthouse', n: 1, size: '512x512' })
  expect([status, body]).toMatchObject([
    200,
    { object: 'list', data: [{ media_type: 'image/png', width: 1, height: 1 }] },
  ])
  const [{ b64_json, bytes }] = body.data
  expect(Buffer.from(b64_json, 'base64')).toHaveLength(bytes)
  expect(upstream.calls[0]?.body).toMatchObject({ model: 'brush', prompt: 'A lighthouse', n: 1, size: '512x512' })
  const { body: linked } = await gateway.post('images', { prompt: 'A lighthouse', response_format: 'url' })
  const file = await app.inject({ url: new URL(linked.data[0].url).pathname })
  expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([200, 'image/png', bytes])
})

test.for([
  ['five pictures', { prompt: 'x', n: 5 }, '/n'],
  ['a size that is not on the list', { prompt: 'x', size: '2048x2048' }, '/size'],
  ['a prompt of 4,001 characters', { prompt: 'x'.repeat(4001) }, '/prompt'],
  ['no prompt', { n: 1 }, '/prompt'],
  ['another format', { prompt: 'x', format: 'gif' }, '/format'],
] as const)('%s is 422 before anything is spent', async ([, request, pointer]) => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post('images', request)
  expect([status, body.error.details.errors[0].pointer]).toEqual([422, pointer])
  expect(upstream.calls).toEqual([])
})

test('without a model for pictures it is 503 and says what is missing', async () => {
  const client = await gatewayClient(await harness())
  const { status, body } = await client.post('images', { prompt: 'x' })
  expect([status, body.error.details.missing]).toEqual([503, 'AI_MODEL_IMAGE'])
})
