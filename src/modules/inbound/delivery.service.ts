import { inTransaction, type Scope, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import * as deliveries from './delivery.queries.ts'
import type { InboundDelivery } from './delivery.schema.ts'

export const failures = defineFailures({
  inbound_delivery_not_found: { status: 404, text: 'No such inbound delivery in this workspace.' },
  inbound_delivery_pending: { status: 409, text: 'The delivery is being seen to already.', retryable: true },
})

/** Asks for a delivery to be seen to. Only the worker that does so hears of it. */
export const INBOUND: deliveries.Request = { type: 'inbound.received', subscriber: 'inbound' }

/** Lists of what outside systems send that are open look again. */
export function tellOfDeliveries(scope: Scope & Pick<WorkspaceCtx, 'services'>): void {
  scope.services.news.tell(scope, 'inbound_delivery.changed')
}

export async function getDelivery(ctx: WorkspaceCtx, deliveryId: string): Promise<InboundDelivery> {
  return (await deliveries.findDelivery(ctx, deliveryId)) ?? fail(failures.inbound_delivery_not_found)
}

/** Sees to it again, whatever became of it. What it has caused already is not caused twice. */
export function replayDelivery(ctx: WorkspaceCtx, deliveryId: string): Promise<InboundDelivery> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await deliveries.lockDelivery(ctx, deliveryId)) ?? fail(failures.inbound_delivery_not_found)
    if (before.status === 'pending') fail(failures.inbound_delivery_pending)
    await deliveries.reopenDelivery(ctx, before.id)
    await deliveries.askAgain(ctx, before.id, INBOUND)
    tellOfDeliveries(ctx)
    await recordAudit(ctx, {
      action: 'inbound_delivery.replayed',
      targetKind: 'inbound_delivery',
      targetId: before.id,
      details: { sender: before.sender, kind: before.kind },
    })
    ctx.services.wakeRelay()
    return getDelivery(ctx, before.id)
  })
}
