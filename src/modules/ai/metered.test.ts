import { expect, test } from 'vitest'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { newId } from '#core/crypto.ts'
import { metered } from './metered.ts'
import { gatewayPlace, type GatewayPlace } from '#test/gateway-place.ts'
import { soon } from '#test/working.ts'

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
    { ...about, model: 'stream-cut', status: 'cut' },
    { ...about, status: 'abandoned' },
  ])
  await soon(async () => {
    const { body } = await place.asAdmin.get('/ai-budget')
    expect(body).toMatchObject({ dayTokens: 64, heldTokens: 0 })
  })
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
