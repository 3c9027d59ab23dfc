import { inspect } from 'node:util'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, onTestFinished, test } from 'vitest'
import { ModelFailure } from '#core/model-failure.ts'
import type { ModelSettings } from '#core/models.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { startModelUpstream, type ModelUpstream } from '#test/model-upstream.ts'

const SECRET = 'secret prompt'
const prompt = (text = SECRET) => [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]

/** A server whose operator has set both kinds of providers, at the upstream. */
async function operated(
  upstream: ModelUpstream,
  models: ModelSettings['models'],
  timeoutSeconds = 20,
): Promise<Harness> {
  const at = { baseUrl: upstream.url, apiKey: 'sk-operator-0000-key' }
  const settings: ModelSettings = {
    providers: [
      { name: 'compatible', kind: 'openai-compatible', ...at },
      { name: 'openai', kind: 'openai', ...at },
      { name: 'anthropic', kind: 'anthropic', ...at },
    ],
    models,
    addresses: { openai: upstream.url, anthropic: upstream.url },
    timeoutSeconds,
  }
  const app = await startTestApp({ config: { models: settings } })
  onTestFinished(() => app.close())
  return harness(app)
}

async function textOf(model: LanguageModelV4): Promise<string> {
  const { content } = await model.doGenerate({ prompt: prompt('hello') })
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

async function partsOf(model: LanguageModelV4): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream({ prompt: prompt() })
  return Array.fromAsync(stream)
}

test('without settings the embedded rule model answers and says so', async () => {
  const { runtime, workspaceId } = await harness()
  const chosen = await runtime.services.models.language(workspaceId, 'default')
  expect(chosen).toMatchObject({ provider: 'embedded', modelId: 'rules-1', degraded: true })
  expect(await textOf(chosen.model)).toContain('No model is configured')
})

test.for(['compatible', 'openai', 'anthropic'])('a model of %s answers, streams and calls tools', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await operated(upstream, { default: `${provider}:some-model` })
  const { model, ...rest } = await runtime.services.models.language(workspaceId, 'fast')
  expect(rest).toEqual({ provider, modelId: 'some-model', degraded: false })
  expect(await textOf(model)).toBe('You said: hello')
  upstream.replies.push({ calls: [{ name: 'list_tasks', input: { priority: 'URGENT' } }] })
  const { content, finishReason } = await model.doGenerate({ prompt: prompt() })
  expect(content).toEqual([expect.objectContaining({ toolName: 'list_tasks', input: '{"priority":"URGENT"}' })])
  expect(finishReason.unified).toBe('tool-calls')
  const parts = await partsOf(model)
  const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
  expect(text).toBe(`You said: ${SECRET}`)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: { outputTokens: { total: 12 } } })
  expect(upstream.calls.every(({ body }) => body['model'] === 'some-model')).toBe(true)
})

const FAILING: Record<string, Partial<ModelFailure>> = {
  'fail-500': { reason: 'upstream_error', statusCode: 500, isRetryable: true },
  'fail-401': { reason: 'credential', statusCode: 401, isRetryable: false },
  'fail-400': { reason: 'refused', statusCode: 400, isRetryable: false, upstreamCode: 'context_length_exceeded' },
  'fail-429': { reason: 'rate_limited', statusCode: 429, isRetryable: true, retryAfterSeconds: 7 },
  'fail-html': { reason: 'upstream_error', statusCode: 502, isRetryable: true },
  hang: { reason: 'timeout', isRetryable: true },
  drip: { reason: 'timeout', isRetryable: true },
  'bad-json': { reason: 'bad_answer', isRetryable: false },
  'bad-shape': { reason: 'bad_answer', isRetryable: false },
  huge: { reason: 'too_large', isRetryable: false },
  'huge-declared': { reason: 'too_large', isRetryable: false },
  cut: { reason: 'unreachable', isRetryable: true },
  'stream-cut': { reason: 'cut', isRetryable: true },
  redirect: { reason: 'refused', statusCode: 307 },
}

/** A workspace with accounts of its own. `house` is at an address that it chose, the others where the operator says. */
async function withAccounts(upstream: ModelUpstream, timeoutSeconds?: number): Promise<Harness> {
  const place = await operated(upstream, {}, timeoutSeconds)
  const apiKey = 'sk-workspace-0000-key'
  const { status } = await place.asAdmin.patch('/ai-settings', {
    providers: [
      { name: 'house', kind: 'openai-compatible', baseUrl: upstream.url, apiKey },
      { name: 'openai', kind: 'openai', apiKey },
      { name: 'anthropic', kind: 'anthropic', apiKey },
    ],
  })
  expect(status).toBe(200)
  return place
}

const SECRETS = /secret prompt|sk-workspace|localhost|127\.0/

test.for(['house', 'openai', 'anthropic'])('%s: every fault is one clean failure, soon', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream, 0.5)
  for (const [fault, expected] of Object.entries(FAILING)) {
    const { model } = await runtime.services.models.language(workspaceId, `${provider}:${fault}`)
    const error = await failureOf(model.doGenerate({ prompt: prompt() }))
    expect(error, `${fault}: ${inspect(error)}`).toBeInstanceOf(ModelFailure)
    expect(error, fault).toMatchObject(expected)
    expect(inspect(error, { depth: 9, showHidden: true }), fault).not.toMatch(SECRETS)
  }
  await soon(() => expect(upstream.open()).toBe(0))
})

function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    (value) => value,
    (error: unknown) => error,
  )
}
