import type { Bus } from '#core/bus.ts'
import { gathered } from '#core/batching.ts'
import { recallUnder } from '#core/recall.ts'
import { recordDeliveries, type KeptDelivery, type NewDelivery } from './delivery.queries.ts'
import { INBOUND, tellOfDeliveries } from './delivery.service.ts'
import type { Desk } from './sender.ts'

/** The desk of a process: it knows who receives what, and keeps together what comes together. */
export function openDesk(parts: Omit<Desk, 'recall' | 'keep'> & { bus: Bus }): Desk {
  const { bus, ...desk } = parts
  const keep = gathered<NewDelivery, KeptDelivery>(async (workspaceId, deliveries) => {
    const scope = { ...desk, workspaceId }
    const kept = await recordDeliveries(scope, deliveries, INBOUND)
    if (kept.some(({ duplicate }) => !duplicate)) tellOfDeliveries(scope)
    return kept
  })
  return { ...desk, recall: recallUnder(bus, 'integrations'), keep }
}
