import { expect, test } from 'vitest'
import { gatewayPlace, type GatewayPlace } from '#test/gateway-place.ts'
import { serve } from '#test/peer.ts'
import { wav } from '#test/recordings.ts'
import { soon } from '#test/working.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

/** A workspace whose provider answers everything with this. */
async function placeOf(answer: object): Promise<GatewayPlace> {
  const place = await gatewayPlace()
  const peer = await serve((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const baseUrl = `http://${peer.host.replace('127.0.0.1', 'localhost')}/v1`
  const provider = { name: 'up', kind: 'openai-compatible', baseUrl, apiKey: null }
  expect((await place.asAdmin.patch('/ai-settings', { providers: [provider] })).status).toBe(200)
  await place.runtime.bus.settle()
  return place
}

const vectors = (data: object[], more: object = { usage: { prompt_tokens: 5, total_tokens: 5 } }): object => ({
  object: 'list',
  data,
  ...more,
})

test('vectors belong to their texts by the numbers they come with', async () => {
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ]
  const { gateway } = await placeOf(vectors(data))
  const { body } = await gateway.post('embeddings', { input: ['first', 'second'] })
  expect(body.data).toMatchObject([
    { index: 0, embedding: [1, 0] },
    { index: 1, embedding: [0, 1] },
  ])
})

test('vectors whose numbers tell nothing stay as they came', async () => {
  const data = [
    { index: 0, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ]
  const { gateway } = await placeOf(vectors(data))
  const { body } = await gateway.post('embeddings', { input: ['first', 'second'] })
  expect(body.data).toMatchObject([{ embedding: [0, 1] }, { embedding: [1, 0] }])
})

test.for([
  ['of different lengths', [[1, 0], [1]]],
  ['without a number', [[], []]],
] as const)('vectors %s are no answer', async ([, embeddings]) => {
  const { gateway } = await placeOf(vectors(embeddings.map((embedding, index) => ({ index, embedding }))))
  const answer = await gateway.post('embeddings', { input: ['first', 'second'] })
  expect(codeOf(answer)).toEqual([502, 'upstream_error'])
  expect(answer.body.error.details.reason).toBe('bad_answer')
})

test.for([
  ['not told', {}],
  ['less than nothing', { usage: { prompt_tokens: -5 } }],
] as const)('use of an embedding that is %s is counted by characters, and said to be', async ([, more]) => {
  const { gateway } = await placeOf(vectors([{ index: 0, embedding: [1, 0] }], more))
  const { body } = await gateway.post('embeddings', { input: 'twelve signs' })
  expect(body).toMatchObject({ usage: { input_tokens: 3 }, warnings: ['usage_estimated'] })
})

test.for([-5, 0, 1e300])('a recording that lasts %d seconds for the model is as long as it is', async (duration) => {
  const { gateway, asAdmin } = await placeOf({ text: 'The boiler leaks.', duration })
  const audio = { data_base64: wav(2).toString('base64') }
  const { body } = await gateway.post('transcriptions', { audio })
  expect(body).toMatchObject({ text: 'The boiler leaks.', duration_seconds: 2 })
  await soon(async () => expect((await asAdmin.get('/ai-calls')).body.items).toMatchObject([{ audioSeconds: 2 }]))
})

test('a recording with signs that cannot be kept is kept without them', async () => {
  const word = { word: 'boiler\0', start: 0, end: 1 }
  const { gateway } = await placeOf({ text: 'The boiler\0', duration: 2, words: [word] })
  const audio = { data_base64: wav(2).toString('base64') }
  const request = { audio, timestamps: 'word', idempotency_key: 'boiler' }
  for (const cached of [false, true]) {
    const { body } = await gateway.post('transcriptions', request)
    expect(body).toMatchObject({ text: 'The boiler\ufffd', words: [{ text: 'boiler\ufffd' }], cached })
  }
})

test('no picture is no answer', async () => {
  const { gateway } = await placeOf({ created: 1, data: [] })
  expect(codeOf(await gateway.post('images', { prompt: 'A villa' }))).toEqual([502, 'invalid_model_output'])
})
