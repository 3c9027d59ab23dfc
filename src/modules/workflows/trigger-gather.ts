import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import type { JsonObject } from './document.schema.ts'
import type { MetFilter } from './flow-listen.rules.ts'
import { deleteGathering, lockGatherings, putGathering } from './gathering.queries.ts'
import { gatheredIn, joinedTo } from './gathering.rules.ts'
import { versionFor } from './run.service.ts'
import { insertDelivery } from './trigger-delivery.queries.ts'
import type { ActingTrigger } from './trigger-due.queries.ts'
import { mayStart, originOf } from './trigger.rules.ts'
import { addTriggered, deliveryIdOf, type Happening, type Target } from './trigger-start.ts'

interface Gathered {
  event: JsonObject
  met: readonly MetFilter[]
  /** How many filters there are. */
  count: number
  cause: Omit<Happening, 'input'>
}

/**
 * `schedule.on.all`: puts an event to those that it belongs to. The oldest that still lacks it gets it; the one that
 * completes them starts the run. An event that has come before changes nothing.
 */
export function gather(ctx: WorkspaceCtx, trigger: ActingTrigger, target: Target, gathered: Gathered): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { event, met, count, cause } = gathered
    const open = await lockGatherings(ctx, trigger.id)
    const delivery = { id: deliveryIdOf(trigger, cause.eventId), triggerId: trigger.id, payload: event }
    const outcome = mayStart(target) ? 'gathered' : 'recorded'
    if (!(await insertDelivery(ctx, { ...delivery, eventId: cause.eventId, outcome }))) return
    if (outcome === 'recorded') return
    const fresh = { id: newId(), events: {}, correlations: {} }
    const joined = [...open, fresh].map((each) => joinedTo(each, event, met)).find((each) => each !== undefined)
    if (!joined) return
    const input = gatheredIn(joined, count)
    if (!input) return putGathering(ctx, trigger.id, joined)
    await deleteGathering(ctx, joined.id)
    const runId = derivedId(originOf(trigger), `gathering ${joined.id}`)
    const versionNumber = versionFor(target, runId)
    if (versionNumber !== undefined) await addTriggered(ctx, trigger, { ...cause, input, runId, versionNumber })
  })
}
