import { expect, test } from 'vitest'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { newId } from '#core/crypto.ts'
import { metered } from './metered.ts'
import { gatewayPlace, type GatewayPlace } from '#test/gateway-place.ts'
import { soon } from '#test/working.ts'
import { wholeDay } from '#test/days.ts'

/** The prompt as it is sent, a token for four characters. */
const PROMPT_TOKENS = 15
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }]

async function modelOf({ runtime, workspaceId }: GatewayPlace, name: string): Promise<LanguageModelV4> {
  const { models, modelUse } = runtime.services
  const actor = { kind: 'agent', id: 'ops-assistant' }
  const user = { workspaceId, caller: 'agents', actor, route: 'agent', requestId: newId() }
  return metered(modelUse, await models.language(workspaceId, name), user)
}

async function callsOf({ asAdmin }: GatewayPlace, count: number): Promise<object[]> {
  return soon(async () => {
    const { body } = await asAdmin.get('/ai-calls')
    expect(body.items).toHaveLength(count)
    return body.items.toReversed()
  })
}

test('calls of an agent are metered, whole and streamed, good and bad', async () => {
  await wholeDay('UTC')
  const place = await gatewayPlace()
  await place.asAdmin.patch('/ai-budget', { dayTokensMax: 1_000_000 })
  await place.runtime.bus.settle()
  const model = await modelOf(place, 'default')
  const { content } = await model.doGenerate({ prompt })
  expect(content).toMatchObject([{ type: 'text', text: 'You said: hello' }])
  const { stream } = await model.doStream({ prompt })
  const parts = await Array.fromAsync(stream)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: { inputTokens: { total: 20 } } })
  await expect((await modelOf(place, 'up:fail-500')).doGenerate({ prompt })).rejects.toMatchObject({ statusCode: 500 })
  const cut = await (await modelOf(place, 'up:stream-cut')).doStream({ prompt })
  await Array.fromAsync(cut.stream)
  const left = await model.doStream({ prompt })
  await left.stream.cancel()
  const calls = await callsOf(place, 5)
  const about = { caller: 'agents', actorKind: 'agent', actorId: 'ops-assistant', route: 'agent', provider: 'up' }
  expect(calls).toMatchObject([
    { ...about, model: 'words', status: 'ok', inputTokens: 20, outputTokens: 12 },
    { ...about, model: 'words', status: 'ok', inputTokens: 20, outputTokens: 12 },
    { ...about, model: 'fail-500', status: 'upstream_error', inputTokens: 0 },
    { ...about, model: 'stream-cut', status: 'cut', outputTokens: 2 },
    { ...about, status: 'abandoned', outputTokens: 0 },
  ])
  await soon(async () => {
    const { body } = await place.asAdmin.get('/ai-budget')
    // Two that were told, and two prompts with the two tokens that came of one.
    expect(body).toMatchObject({ dayTokens: 64 + 2 * PROMPT_TOKENS + 2, heldTokens: 0 })
  })
})

test('an answer that is not waited for is charged as if it had come', async () => {
  const place = await gatewayPlace()
  const model = await modelOf(place, 'up:hang')
  const controller = new AbortController()
  const asked = { prompt, maxOutputTokens: 30, abortSignal: controller.signal }
  const answers = Promise.allSettled([model.doGenerate(asked), model.doStream(asked)])
  await soon(() => expect(place.upstream.open()).toBe(2))
  controller.abort(new Error('enough'))
  await answers
  const estimate = { inputTokens: PROMPT_TOKENS, outputTokens: 30 }
  expect(await callsOf(place, 2)).toMatchObject([estimate, estimate])
})

test('use that cannot be is estimated, the rest is believed, and whoever asked is told the same', async () => {
  const place = await gatewayPlace()
  const model = await modelOf(place, 'default')
  const claims = [
    { prompt_tokens: -500, completion_tokens: 1e30 },
    { prompt_tokens: -500, completion_tokens: 7 },
    { prompt_tokens: 21, completion_tokens: 1e30 },
  ]
  const told: unknown[] = []
  for (const usage of claims) {
    place.upstream.replies.push({ text: 'eight ch', usage }, { text: 'eight ch', usage })
    const { usage: whole } = await model.doGenerate({ prompt })
    const parts = await Array.fromAsync((await model.doStream({ prompt })).stream)
    const finish = parts.find((part) => part.type === 'finish')
    for (const each of [whole, finish?.usage])
      told.push({ inputTokens: each?.inputTokens.total, outputTokens: each?.outputTokens.total })
  }
  const expected = [
    { inputTokens: PROMPT_TOKENS, outputTokens: 2 },
    { inputTokens: PROMPT_TOKENS, outputTokens: 7 },
    { inputTokens: 21, outputTokens: 2 },
  ].flatMap((each) => [each, each])
  expect(told).toEqual(expected)
  expect(await callsOf(place, 6)).toMatchObject(expected)
})

test('a call that the budget does not allow is not made', async () => {
  const place = await gatewayPlace()
  await place.asAdmin.patch('/ai-budget', { dayTokensMax: 10 })
  await place.runtime.bus.settle()
  const model = await modelOf(place, 'default')
  await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ failure: { code: 'budget_exceeded' } })
  expect(place.upstream.calls).toEqual([])
})

test('the rules, which spend nothing, answer although the budget is used up', async () => {
  const place = await gatewayPlace()
  await place.asAdmin.patch('/ai-budget', { dayTokensMax: 10 })
  await place.runtime.bus.settle()
  const { content } = await (await modelOf(place, 'embedded')).doGenerate({ prompt })
  expect(content).toMatchObject([{ type: 'text' }])
})
