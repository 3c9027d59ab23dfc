import type { VendorUrls } from '#core/services.ts'
import { inboundWork } from '#modules/inbound/inbound.ts'
import { senders } from '#src/catalogue.ts'
import type { Answer } from './client.ts'
import { deliver } from './deliver.ts'
import { harness, type Harness } from './harness.ts'

/** A workspace that outside systems call. */
export interface Called extends Harness {
  /** Posts bytes as they are. */
  call(path: string, body: string | Buffer, headers?: Record<string, string>): Promise<Answer>
  connect(integration: Record<string, unknown>): Promise<{ id: string }>
  /** Lets the worker see to everything that was received; other systems are asked at these addresses. */
  seen(vendorUrls?: Partial<VendorUrls>): Promise<void>
  /** What was kept, newest first. */
  kept(query?: string): Promise<Record<string, unknown>[]>
}

export async function called(on?: Harness): Promise<Called> {
  const place = on ?? (await harness())
  const { asNobody, asAdmin } = place
  return {
    ...place,
    call: (path, body, headers = {}) =>
      asNobody.send('POST', path, body, { 'content-type': 'application/json', ...headers }),
    async connect(integration) {
      const answer = await asAdmin.post('/integrations', { name: 'Test', ...integration })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    seen(vendorUrls = {}) {
      const { settings } = place.runtime.services
      const urls = { ...settings.vendorUrls, ...vendorUrls }
      return deliver(place, inboundWork(senders), { settings: { ...settings, vendorUrls: urls } })
    },
    kept: async (query = '') => (await asAdmin.get(`/inbound-deliveries${query}`)).body.items,
  }
}
