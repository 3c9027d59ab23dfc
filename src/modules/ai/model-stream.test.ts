import { inspect } from 'node:util'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { ModelFailure } from '#core/model-failure.ts'
import { withAccounts } from '#test/model-place.ts'
import { startModelUpstream } from '#test/model-upstream.ts'
import { soon } from '#test/working.ts'

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'secret prompt' }] }]

/** What each fault becomes in a stream that had begun; before its first part it fails like any call. */
const FAULTS: Record<string, ModelFailure['reason']> = {
  'fail-500': 'upstream_error',
  'fail-429': 'rate_limited',
  'bad-json': 'bad_answer',
  huge: 'too_large',
  cut: 'unreachable',
  'stream-cut': 'cut',
  'stream-end': 'cut',
  'stream-error': 'upstream_error',
}

test.for(['house', 'openai', 'anthropic'])('%s: a stream that fails says so and ends', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  for (const [fault, reason] of Object.entries(FAULTS)) {
    const { model } = await runtime.services.models.language(workspaceId, `${provider}:${fault}`)
    const parts = await Promise.resolve(model.doStream({ prompt })).then(
      ({ stream }) => Array.fromAsync(stream),
      (error: unknown): LanguageModelV4StreamPart[] => [{ type: 'error', error }],
    )
    const error = parts.find((part) => part.type === 'error')?.error
    expect(error, `${fault}: ${inspect(error)}`).toBeInstanceOf(ModelFailure)
    expect(error, fault).toMatchObject({ reason })
    expect(inspect(parts, { depth: 9, showHidden: true }), fault).not.toMatch(/secret prompt|sk-workspace|localhost/)
    const ends = parts.flatMap((part) => (part.type === 'finish' ? [part.finishReason.unified] : []))
    expect(
      ends.filter((end) => end !== 'error'),
      fault,
    ).toEqual([])
  }
  await soon(() => expect(upstream.open()).toBe(0))
})

test.for(['house', 'openai', 'anthropic'])('%s: who stops reading lets the connection go', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  const { model } = await runtime.services.models.language(workspaceId, `${provider}:endless`)
  const { stream } = await model.doStream({ prompt })
  expect(upstream.open()).toBe(1)
  await stream.cancel()
  await soon(() => expect(upstream.open()).toBe(0))
})

test('a stream that is given up ends with the reason of the one who gave up', async () => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  const { model } = await runtime.services.models.language(workspaceId, 'anthropic:endless')
  const controller = new AbortController()
  const { stream } = await model.doStream({ prompt, abortSignal: controller.signal })
  const reading = Array.fromAsync(stream).catch((error: unknown) => error)
  controller.abort(new Error('enough'))
  expect(await reading).toMatchObject({ message: 'enough' })
  await soon(() => expect(upstream.open()).toBe(0))
})

// The next call may come before the last connection is free again, so two are in use for ten calls.
test('connections are used again', async () => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  for (const provider of ['house', 'openai']) {
    const { model } = await runtime.services.models.language(workspaceId, `${provider}:good`)
    const before = upstream.connections()
    for (let turn = 0; turn < 5; turn += 1) {
      await model.doGenerate({ prompt })
      await Array.fromAsync((await model.doStream({ prompt })).stream)
    }
    expect(upstream.connections() - before, provider).toBeLessThanOrEqual(2)
  }
})
