import { expect, onTestFinished, test } from 'vitest'
import { ModelFailure } from '#core/model-failure.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { withAccounts } from '#test/model-place.ts'
import { startModelUpstream } from '#test/model-upstream.ts'

const FAULTS = ['fail-500', 'fail-429', 'bad-json', 'bad-shape', 'cut', 'stream-cut']

const failed = (work: PromiseLike<unknown>) => Promise.resolve(work).catch((error: unknown) => error)

test.for(['house', 'openai'])('%s embeds, hears and paints, and fails cleanly', async (provider) => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  const { embedding, transcription, image } = runtime.services.models
  const named = async (name: string) => ({
    embedder: (await embedding(workspaceId, `${provider}:${name}`)).model,
    listener: (await transcription(workspaceId, `${provider}:${name}`)).model,
    painter: (await image(workspaceId, `${provider}:${name}`)).model,
  })
  const sound = { audio: new Uint8Array(1000), mediaType: 'audio/wav' }
  const picture = {
    prompt: 'a house',
    n: 1,
    size: undefined,
    aspectRatio: undefined,
    seed: undefined,
    files: undefined,
    mask: undefined,
    providerOptions: {},
  }
  const { embedder, listener, painter } = await named('good')
  const { embeddings } = await embedder.doEmbed({ values: ['one', 'three'] })
  expect(embeddings.map(([first]) => first)).toEqual([3, 5])
  expect((await listener.doGenerate(sound)).text).toBe('The boiler leaks.')
  expect(upstream.calls.at(-1)).toMatchObject({ path: '/audio/transcriptions', body: { model: 'good', file: 1000 } })
  expect((await painter.doGenerate(picture)).images).toHaveLength(1)
  for (const fault of FAULTS) {
    const bad = await named(fault)
    for (const error of [
      await failed(bad.embedder.doEmbed({ values: ['secret prompt'] })),
      await failed(bad.listener.doGenerate(sound)),
      await failed(bad.painter.doGenerate(picture)),
    ])
      expect(error, fault).toBeInstanceOf(ModelFailure)
  }
  const huge = await named('huge')
  expect(await failed(huge.embedder.doEmbed({ values: ['x'] }))).toMatchObject({ reason: 'too_large' })
  expect(await failed(huge.listener.doGenerate(sound))).toMatchObject({ reason: 'too_large' })
})

test('Anthropic has language models only', async () => {
  const upstream = await startModelUpstream()
  const { runtime, workspaceId } = await withAccounts(upstream)
  expect(await failed(runtime.services.models.embedding(workspaceId, 'anthropic:x'))).toMatchObject({
    failure: { code: 'model_unknown' },
  })
})

test('the embedder of the installation stands in for a provider', async () => {
  const app = await startTestApp({ config: { embeddings: true } })
  onTestFinished(() => app.close())
  const { runtime, workspaceId } = await harness(app)
  const { model, ...rest } = await runtime.services.models.embedding(workspaceId, 'embed')
  expect(rest).toMatchObject({ provider: 'embedded', degraded: true })
  const { embeddings } = await model.doEmbed({ values: ['The boiler leaks', 'Water drips from the heater', 'Invoice'] })
  const dot = (left: number, right: number) =>
    (embeddings[left] ?? []).reduce((sum, value, index) => sum + value * (embeddings[right]?.[index] ?? 0), 0)
  expect(dot(0, 0)).toBeCloseTo(1)
  expect(dot(0, 1)).toBeGreaterThan(dot(0, 2))
})
