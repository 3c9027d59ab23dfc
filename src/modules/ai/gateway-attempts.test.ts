import { expect, test } from 'vitest'
import { gatewayPlace } from '#test/gateway-place.ts'

const told = (attempts: { model: string; status: string; error_code: string | null }[]) =>
  attempts.map(({ model, status, error_code }) => [model, status, error_code])

test('a model that hangs leaves time for those to fall back on, and is not asked twice', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { prompt: 'hello', model: 'up:hang', timeout_ms: 12_000, max_output_tokens: 50 }
  const { status, body } = await gateway.post('completion', { ...request, fallback_models: ['up:drip', 'default'] })
  expect([status, body.text]).toEqual([200, 'You said: hello'])
  expect(told(body.attempts)).toEqual([
    ['hang', 'failed', 'timeout'],
    ['drip', 'failed', 'timeout'],
    ['words', 'ok', null],
  ])
  // Those that were left work on, and are counted for what was set aside.
  expect(body).toMatchObject({
    usage: { output_tokens: 12 + 50 + 50 },
    warnings: ['usage_estimated', 'usage_estimated'],
  })
  await expect.poll(() => upstream.open()).toBe(0)
})

test('who waits for less than five seconds does not keep a model from the others', async () => {
  const { gateway } = await gatewayPlace()
  const hasty = { prompt: 'hello', model: 'up:hang', timeout_ms: 150 }
  await Promise.all(Array.from({ length: 5 }, () => gateway.post('completion', hasty)))
  const { body } = await gateway.post('completion', hasty)
  expect(told(body.error.details.attempts)).toEqual([['hang', 'failed', 'timeout']])
  await Promise.all(Array.from({ length: 5 }, () => gateway.post('completion', { ...hasty, timeout_ms: 5000 })))
  const left = await gateway.post('completion', hasty)
  expect(told(left.body.error.details.attempts)).toEqual([['hang', 'skipped', 'circuit_open']])
})

test('where all of them hang, all were asked', async () => {
  const { gateway, upstream } = await gatewayPlace()
  const request = { prompt: 'hello', model: 'up:hang', fallback_models: ['up:drip'], timeout_ms: 4000 }
  const { status, body } = await gateway.post('completion', request)
  expect([status, body.error.code]).toEqual([504, 'upstream_timeout'])
  expect(told(body.error.details.attempts)).toEqual([
    ['hang', 'failed', 'timeout'],
    ['drip', 'failed', 'timeout'],
  ])
  await expect.poll(() => upstream.open()).toBe(0)
})
