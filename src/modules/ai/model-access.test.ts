import { inspect } from 'node:util'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { FAILING } from '#test/model-failing.ts'
import { operated, withAccounts } from '#test/model-place.ts'
import { soon } from '#test/working.ts'
import { startModelUpstream } from '#test/model-upstream.ts'

const SECRET = 'secret prompt'
const prompt = (text = SECRET) => [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]

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

const SECRETS = /secret prompt|sk-workspace|localhost|127\.0/

test.for(['house', 'openai', 'anthropic'])('%s: every fault is one clean failure', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  for (const [fault, expected] of Object.entries(FAILING)) {
    const { model } = await runtime.services.models.language(workspaceId, `${provider}:${fault}`)
    const error = await failureOf(model.doGenerate({ prompt: prompt() }))
    expect(error, `${fault}: ${inspect(error)}`).toBeInstanceOf(ModelFailure)
    expect(error, fault).toMatchObject(expected)
    expect(inspect(error, { depth: 9, showHidden: true }), fault).not.toMatch(SECRETS)
  }
  await soon(() => expect(upstream.open()).toBe(0))
})

test('who says nothing, or a letter at a time, is not waited for', async () => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream, 0.5)
  for (const name of ['house', 'openai', 'anthropic'].flatMap((each) => [`${each}:hang`, `${each}:drip`])) {
    const { model } = await runtime.services.models.language(workspaceId, name)
    const error = await failureOf(model.doGenerate({ prompt: prompt() }))
    expect(error, name).toMatchObject({ reason: 'timeout', isRetryable: true })
    expect(inspect(error, { depth: 9, showHidden: true }), name).not.toMatch(SECRETS)
    const streamed = await failureOf(partsOf(model))
    const fault = Array.isArray(streamed)
      ? streamed.find((part: LanguageModelV4StreamPart) => part.type === 'error')?.error
      : streamed
    expect(fault, `${name} streamed`).toMatchObject({ reason: 'timeout' })
  }
  await soon(() => expect(upstream.open()).toBe(0))
})

function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    (value) => value,
    (error: unknown) => error,
  )
}

test('a caller who gives up is let go at once, with their own reason', async () => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  const reason = new Error('enough')
  for (const provider of ['house', 'openai', 'anthropic']) {
    const { model } = await runtime.services.models.language(workspaceId, `${provider}:hang`)
    const controller = new AbortController()
    const answer = failureOf(model.doGenerate({ prompt: prompt(), abortSignal: controller.signal }))
    await soon(() => expect(upstream.open()).toBe(1))
    controller.abort(reason)
    expect(await answer).toBe(reason)
    await soon(() => expect(upstream.open()).toBe(0))
  }
})

test('the operator offers only the models that the settings name', async () => {
  const upstream = await startModelUpstream()
  const models = { default: 'compatible:good', embed: 'openai:vectors' } as const
  const { runtime, workspaceId } = await operated(upstream, models)
  const { language, embedding, transcription, image } = runtime.services.models
  expect(await language(workspaceId, 'compatible:good')).toMatchObject({ modelId: 'good' })
  for (const name of ['compatible:other', 'openai:vectors:2', 'nobody:x', 'embed', 'nonsense', '', 'anthropic:']) {
    expect(await failureOf(language(workspaceId, name)), name).toMatchObject({ failure: { code: 'model_unknown' } })
  }
  expect(await failureOf(embedding(workspaceId, 'default'))).toMatchObject({ failure: { code: 'model_unknown' } })
  const missing = {
    failure: { code: 'capability_unavailable', status: 503 },
    options: { extra: { missing: 'AI_MODEL_TRANSCRIBE' } },
  }
  expect(await failureOf(transcription(workspaceId, 'transcribe'))).toMatchObject(missing)
  expect(await failureOf(image(workspaceId, 'image'))).toMatchObject({
    options: { extra: { missing: 'AI_MODEL_IMAGE' } },
  })
})

test('without a provider translation is not pretended', async () => {
  const { runtime, workspaceId } = await harness()
  const { models } = runtime.services
  expect(await failureOf(models.language(workspaceId, 'translate'))).toMatchObject({
    failure: { code: 'capability_unavailable' },
    options: { extra: { missing: 'AI_MODEL_TRANSLATE' } },
  })
  expect(await failureOf(models.embedding(workspaceId, 'embed'))).toMatchObject({
    options: { extra: { missing: 'AI_MODEL_EMBED' } },
  })
})

test('what a workspace has chosen comes before what the operator has', async () => {
  const upstream = await startModelUpstream()
  const place = await operated(upstream, { default: 'compatible:operators', fast: 'compatible:quick' })
  const provider = { name: 'house', kind: 'openai-compatible', baseUrl: upstream.url }
  await place.asAdmin.patch('/ai-settings', { providers: [provider], models: { default: 'house:own' } })
  const { models } = place.runtime.services
  expect(await models.language(place.workspaceId, 'fast')).toMatchObject({ provider: 'house', modelId: 'own' })
  const other = await harness(place)
  expect(await models.language(other.workspaceId, 'fast')).toMatchObject({ provider: 'compatible', modelId: 'quick' })
  expect(await failureOf(models.language(other.workspaceId, 'house:own'))).toMatchObject({
    failure: { code: 'model_unknown' },
  })
})

test('an address that turned private since it was saved is not called', async () => {
  const upstream = await startModelUpstream()
  const place = await withAccounts(upstream)
  const inside = upstream.url.replace('localhost', '127.0.0.1')
  const { pool } = place.runtime.database
  await run(
    pool,
    sql`update ai_settings set providers = jsonb_set(providers, '{0,baseUrl}', to_jsonb(${inside}::text))
      where workspace_id = ${place.workspaceId}`,
  )
  await place.runtime.bus.settle()
  const { model } = await place.runtime.services.models.language(place.workspaceId, 'house:good')
  expect(await failureOf(model.doGenerate({ prompt: prompt() }))).toMatchObject({ reason: 'not_allowed' })
  expect(upstream.calls).toEqual([])
})

test('a key that was kept under another secret is missed, not sent', async () => {
  const upstream = await startModelUpstream()
  const place = await withAccounts(upstream)
  await run(
    place.runtime.database.pool,
    sql`update ai_settings set providers = jsonb_set(providers, '{1,apiKeySealed}', '"AAAA"') where workspace_id = ${place.workspaceId}`,
  )
  await place.runtime.bus.settle()
  expect(await failureOf(place.runtime.services.models.language(place.workspaceId, 'openai:good'))).toMatchObject({
    failure: { code: 'capability_unavailable' },
    options: { extra: { missing: 'the key of openai' } },
  })
})
