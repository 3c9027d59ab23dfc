import { expect, test } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'

const REFUSALS = [
  ['in words', { text: '', refusal: 'I cannot help with that.' }],
  ['in the middle of a text', { text: 'I ', finish: 'content_filter' }],
  ['without a word', { text: '', finish: 'content_filter' }],
] as const
const [[, refusal]] = REFUSALS
const schema = { type: 'object', properties: { nights: { type: 'integer' } }, required: ['nights'] }
const translation = ['completion/translation', { text: 'Hello', target_language: 'es' }] as const
const structured = ['structured', { prompt: 'How many nights?', schema }] as const
const fast = ['structured/fast-analysis', structured[1]] as const
const inbox = ['structured/inbox-classification', { prompt: 'Hello', policy: { on_error: 'fail' } }] as const
const ROUTES = [translation, structured, fast, inbox]

test.for(ROUTES.flatMap(([route, request]) => REFUSALS.map(([how, reply]) => ({ route, request, how, reply }))))(
  '$route: a model that refuses $how has not answered, and is not asked again',
  async ({ route, request, reply }) => {
    const { gateway, upstream } = await gatewayPlace()
    upstream.replies.push(reply)
    const { status, body } = await gateway.post(route, request)
    expect([status, body.error]).toMatchObject([
      502,
      {
        code: 'invalid_model_output',
        message: 'The model refused to answer.',
        retryable: false,
        details: { reason: 'content_filter', attempts: [{ status: 'failed', error_code: 'content_filter' }] },
      },
    ])
    expect(upstream.calls).toHaveLength(1)
  },
)

test.for([
  [...translation, 'Hola'],
  [...structured, '{"nights":3}'],
  [...fast, '{"nights":3}'],
] as const)('%s: the next model is asked where one refuses, and both are counted', async ([route, request, text]) => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(refusal, { text })
  const { status, body } = await gateway.post(route, { ...request, fallback_models: ['up:other'] })
  expect([status, body]).toMatchObject([200, { model: 'other', usage: { input_tokens: 40, output_tokens: 24 } }])
  expect(body.attempts.map((each: { error_code: string }) => each.error_code)).toEqual(['content_filter', null])
})

test('a message that a model refuses to sort is sorted by the policy', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(refusal)
  const { status, body } = await gateway.post(inbox[0], { prompt: 'The boiler is leaking!' })
  expect([status, body]).toMatchObject([200, { source: 'rules', warnings: ['model_failed: invalid_model_output'] }])
  expect(upstream.calls).toHaveLength(1)
})

test('a model that refuses to mend its answer is not asked once more', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{}' }, refusal)
  const { body } = await gateway.post('structured', { ...structured[1], max_repairs: 2 })
  expect([body.error.message, upstream.calls.length]).toEqual(['The model refused to answer.', 2])
})

test('a completion tells the words of a refusal, and that it is one', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push(refusal)
  const { body } = await gateway.post('completion', { prompt: 'Hello', fallback_models: ['up:other'] })
  expect(body).toMatchObject({ text: 'I cannot help with that.', finish_reason: 'content-filter', model: 'words' })
})
