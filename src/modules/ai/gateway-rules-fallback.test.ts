import { expect, test } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const properties = { urgency: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] } }
const urgency = { type: 'object', properties, required: ['urgency'] }
const unknown = { type: 'object', properties: { weather: { type: 'string' } }, required: ['weather'] }
const prompt = 'The boiler is leaking water in the kitchen, please come quickly!'
const broken = { prompt, model: 'up:fail-400', fallback_models: ['embedded'] }

test.for(['structured', 'structured/fast-analysis'])('%s falls back on rules where they can answer', async (route) => {
  const { gateway, upstream } = await gatewayPlace()
  const { status, body } = await gateway.post(route, { ...broken, schema: urgency, debug: true })
  expect([status, body]).toMatchObject([
    200,
    {
      output: { urgency: 'high' },
      repaired: 'none',
      validation_errors: [],
      source: 'rules',
      provider: 'embedded',
      model: 'rules-1',
      degraded: true,
    },
  ])
  expect(body).not.toHaveProperty('raw_text')
  expect(upstream.calls).toHaveLength(1)
})

test.for(['structured', 'structured/fast-analysis'])('%s fails as the model did where rules cannot', async (route) => {
  const { gateway, upstream } = await gatewayPlace()
  const answer = await gateway.post(route, { ...broken, schema: unknown })
  expect(codeOf(answer)).toEqual([502, 'upstream_error'])
  expect(answer.body.error.details.attempts).toMatchObject([{ provider: 'up', status: 'failed' }])
  expect(upstream.calls).toHaveLength(1)
})

test('rules that cannot answer leave it to the next model', async () => {
  const { gateway, upstream } = await gatewayPlace()
  upstream.replies.push({ text: '{"weather":"sunny"}' })
  const request = { ...broken, schema: unknown, fallback_models: ['embedded', 'default'] }
  const { body } = await gateway.post('structured', request)
  expect(body).toMatchObject({ output: { weather: 'sunny' }, model: 'words', degraded: false })
})

test('fast analysis falls back on rules when the first model is slow, and drops it', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const slow = { ...broken, model: 'up:hang', schema: urgency, deadline_ms: 1500 }
  const { status, body } = await gateway.post('structured/fast-analysis', slow)
  expect([status, body.source, body.output]).toEqual([200, 'rules', { urgency: 'high' }])
  await expect.poll(() => upstream.open()).toBe(0)
  const hopeless = await gateway.post('structured/fast-analysis', { ...slow, schema: unknown, deadline_ms: 300 })
  expect(codeOf(hopeless)).toEqual([504, 'upstream_timeout'])
})

test('fast analysis falls back on rules when the first model answers something else', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { prompt, fallback_models: ['embedded'] }
  upstream.replies.push({ text: 'no JSON' }, { text: 'no JSON' })
  const ruled = await gateway.post('structured/fast-analysis', { ...request, schema: urgency })
  expect(ruled.body).toMatchObject({ source: 'rules', output: { urgency: 'high' } })
  const neither = await gateway.post('structured/fast-analysis', { ...request, schema: unknown })
  expect(codeOf(neither)).toEqual([502, 'invalid_model_output'])
  expect(upstream.calls).toHaveLength(2)
})

const completion = ['completion', { prompt: 'What is the weather like?' }] as const
const task = ['completion', { prompt: 'Create a task to fix the boiler at Casa Azul' }] as const
const translation = ['completion/translation', { text: 'Hello', target_language: 'es' }] as const

test.for([completion, task, translation])('%s fails as the model did: rules have no words for it', async (request) => {
  const { gateway, upstream } = await gatewayPlace()
  const ask = (more: object) => gateway.post(request[0], { ...request[1], fallback_models: ['embedded'], ...more })
  const failed = await ask({ model: 'up:fail-400' })
  expect(codeOf(failed)).toEqual([502, 'upstream_error'])
  expect(failed.body.error.details.attempts).toMatchObject([{ provider: 'up', status: 'failed' }])
  expect(codeOf(await ask({ model: 'up:hang', timeout_ms: 300 }))).toEqual([504, 'upstream_timeout'])
  upstream.replies.push({ text: 'Hola' })
  const next = await ask({ model: 'up:fail-400', fallback_models: ['embedded', 'up:other'] })
  expect(next.body).toMatchObject({ text: 'Hola', model: 'other', degraded: false })
})

test('rules translate nothing, also where they are asked for by their name', async () => {
  const { gateway } = await gatewayPlace()
  const { status, body } = await gateway.post(translation[0], { ...translation[1], model: 'embedded' })
  expect([status, body.error]).toMatchObject([
    503,
    { code: 'capability_unavailable', details: { missing: 'AI_MODEL_TRANSLATE' } },
  ])
})
