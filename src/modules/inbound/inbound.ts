import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { Refusal } from '#core/errors.ts'
import type { DeliveredEvent, Routine, Subscriber } from '#core/jobs.ts'
import * as deliveries from './delivery.queries.ts'
import { INBOUND, tellOfDeliveries } from './delivery.service.ts'
import type { Delivery, Handler, Sender } from './sender.ts'

/** Sees to what was received, each by the handler of its sender and kind. */
export function inboundWork(senders: readonly Sender[]): Subscriber {
  const handlers = new Map(
    senders.flatMap(({ name, handlers }) =>
      Object.entries(handlers).map(([kind, handler]) => [`${name} ${kind}`, handler] as const),
    ),
  )
  return {
    name: INBOUND.subscriber,
    on: [INBOUND.type],
    // Pauses of 5 seconds to 20 minutes, three quarters of an hour in all.
    retryLimit: 9,
    retryDelaySeconds: 5,
    async handle(ctx, event) {
      const delivery = await deliveries.findDelivery(ctx, deliveryIn(event))
      if (delivery?.status !== 'pending') return
      const handler = handlers.get(`${delivery.sender} ${delivery.kind}`)
      try {
        await see(ctx, delivery, handler)
      } catch (error) {
        await deliveries.noteFailure(ctx, delivery.id, errorText(error))
        tellOfDeliveries(ctx)
        // What the product itself refuses would be refused again.
        const isFinal = error instanceof Refusal && error.failure.status < 500 && error.failure.status !== 429
        if (isFinal) throw new DeliveryFailure(errorText(error), { isFinal, cause: error })
        throw error
      }
    },
    async onGivenUp(ctx, event, error) {
      const end = { status: 'failed' as const, outcome: null, error, now: ctx.now }
      await deliveries.endDelivery(ctx, deliveryIn(event), end)
      tellOfDeliveries(ctx)
    },
  }
}

async function see(ctx: WorkspaceCtx, delivery: Delivery, handler: Handler | undefined): Promise<void> {
  const reached = await handler?.reach?.(ctx, delivery)
  await inTransaction(ctx, async (ctx) => {
    const held = await deliveries.lockDelivery(ctx, delivery.id)
    // Another worker was quicker.
    if (held?.status !== 'pending') return
    const outcome = await handler?.apply(ctx, delivery, reached)
    const status = outcome === undefined ? 'ignored' : 'done'
    await deliveries.endDelivery(ctx, delivery.id, { status, outcome: outcome ?? null, error: null, now: ctx.now })
    tellOfDeliveries(ctx)
  })
}

function deliveryIn({ payload }: DeliveredEvent): string {
  return String(payload['deliveryId'])
}

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** What was received a month ago is of no use to anybody, and no sender sends it again. */
export const pruneInbound: Routine = {
  name: 'prune-inbound',
  cron: '47 3 * * *',
  async run(ctx) {
    const deleted = await deliveries.deleteOldDeliveries(ctx.db, new Date(ctx.now.getTime() - KEPT_MILLIS))
    if (deleted > 0) ctx.log.info({ deleted }, 'old inbound deliveries deleted')
  },
}
