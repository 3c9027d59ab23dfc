import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import * as deliveries from './event-delivery.queries.ts'
import type { EventDelivery, EventDeliveryQuery } from './event-delivery.schema.ts'
import { failures as hookFailures, getHook } from './event-hook.service.ts'

export const failures = {
  hook_not_found: hookFailures.hook_not_found,
  ...defineFailures({
    delivery_not_found: { status: 404, text: 'No such delivery of this event hook.' },
    hook_inactive: { status: 409, text: 'The event hook is not active. Activate it first.' },
  }),
}

/** Tells the deliverer of one that is to be sent again. Hooks never hear of it. */
export const DELIVERY_REPLAYED = 'event_hook.delivery_replayed'

export async function listDeliveries(
  ctx: WorkspaceCtx,
  hookId: string,
  query: EventDeliveryQuery,
): Promise<Listed<EventDelivery>> {
  await getHook(ctx, hookId)
  return deliveries.listDeliveries(ctx, hookId, query)
}

export function replayDelivery(ctx: WorkspaceCtx, hookId: string, deliveryId: string): Promise<EventDelivery> {
  return inTransaction(ctx, async (ctx) => {
    const { active } = await getHook(ctx, hookId)
    const before = (await deliveries.lockDelivery(ctx, hookId, deliveryId)) ?? fail(failures.delivery_not_found)
    if (!active) fail(failures.hook_inactive)
    const after = (await deliveries.reopenDelivery(ctx, deliveryId)) ?? fail(failures.delivery_not_found)
    await recordAudit(ctx, {
      action: DELIVERY_REPLAYED,
      targetKind: 'event_hook',
      targetId: hookId,
      details: { deliveryId, type: before.type },
    })
    await emit(ctx, { type: DELIVERY_REPLAYED, hookId, deliveryId })
    return after
  })
}
