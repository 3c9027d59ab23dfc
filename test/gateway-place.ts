import type { GatewayCallerCreate } from '#modules/ai/gateway-caller.schema.ts'
import { gatewayClient, type GatewayClient } from './gateway-client.ts'
import { harness, type Harness } from './harness.ts'
import { startModelUpstream, type ModelUpstream } from './model-upstream.ts'

export interface GatewayPlace extends Harness {
  upstream: ModelUpstream
  gateway: GatewayClient
}

/** A workspace whose models are at a local server, under the name `up`, and a program that may use them. */
export async function gatewayPlace(
  models: Record<string, string> = {},
  caller: Partial<GatewayCallerCreate> = {},
): Promise<GatewayPlace> {
  const place = await harness()
  const upstream = await startModelUpstream()
  const providers = [{ name: 'up', kind: 'openai-compatible', baseUrl: upstream.url, apiKey: 'sk-of-the-workspace' }]
  const purposes = { default: 'up:words', embed: 'up:vectors', transcribe: 'up:ears', image: 'up:brush', ...models }
  const { status, body } = await place.asAdmin.patch('/ai-settings', { providers, models: purposes })
  if (status !== 200) throw new Error(`the models could not be set: ${JSON.stringify(body)}`)
  await place.runtime.bus.settle()
  return { ...place, upstream, gateway: await gatewayClient(place, caller) }
}
