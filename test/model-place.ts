import { expect, onTestFinished } from 'vitest'
import type { ModelSettings } from '#core/models.ts'
import { harness, startTestApp, type Harness } from './harness.ts'
import type { ModelUpstream } from './model-upstream.ts'

/** A server whose operator has set both kinds of providers, at the upstream. */
export async function operated(
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

/** A workspace with accounts of its own. `house` is at an address that it chose, the others where the operator says. */
export async function withAccounts(upstream: ModelUpstream, timeoutSeconds?: number): Promise<Harness> {
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
