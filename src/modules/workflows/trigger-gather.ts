import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import type { JsonObject } from './document.schema.ts'
import type { MetFilter } from './flow-listen.rules.ts'
import { lockGatherings, putGathering, takeGathering } from './gathering.queries.ts'
import { inOrder, isComplete, joinedTo } from './gathering.rules.ts'
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
    const fresh = { id: newId(), met: [], correlations: {} }
    const gathering = [...open, fresh].find((each) => joinedTo(each, met))
    const joined = gathering && joinedTo(gathering, met)
    if (!joined) return
    if (!isComplete([...gathering.met, ...joined.met], count)) return putGathering(ctx, trigger.id, joined, event)
    const events = Object.fromEntries(joined.met.map((at) => [at, event]))
    const input = inOrder({ ...(await takeGathering(ctx, joined.id)), ...events }, count)
    const runId = derivedId(originOf(trigger), `gathering ${joined.id}`)
    const versionNumber = versionFor(target, runId)
    if (versionNumber !== undefined) await addTriggered(ctx, trigger, { ...cause, input, runId, versionNumber })
  })
}
