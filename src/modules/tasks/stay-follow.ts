import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { taskEffect } from './effect.service.ts'
import { followStay } from './stay-rule.service.ts'
import { tellFollowers, tellFollowersOfTimes } from './stay-rule.queries.ts'

const STAY_CHANGED = 'task.stay_changed'
/** The home's times hold for stays that have none of their own. */
const TIMES = ['checkinTime', 'checkoutTime']
/** Changes that tasks of a stay have to know of. */
const TOLD: Record<string, readonly string[]> = {
  'reservation.updated': ['status', 'propertyId', 'checkinDate', 'checkoutDate', ...TIMES],
  'property.updated': TIMES,
}

/**
 * Moves one task with its stay. It looks at both as they are now, so the order of the events does not matter. A task that
 * was deleted meanwhile has missed what happened to its stay, and looks when it is back.
 */
export const stayFollow = taskEffect({
  name: 'stay-follow',
  on: [STAY_CHANGED, 'task.restored'],
  act: (ctx, _event, taskId) => followStay(ctx, taskId),
})

function toldIn({ type, payload: { changed } }: DeliveredEvent): string[] {
  return Array.isArray(changed) ? changed.filter((field) => TOLD[type]?.includes(field)) : []
}

function isTold(event: DeliveredEvent): boolean {
  return event.type === 'reservation.deleted' || toldIn(event).length > 0
}

/** Hands a changed stay, or home, to each of its tasks, so that one that fails does not hold up the others. */
export const stayTasks: Subscriber = {
  name: 'stay-tasks',
  on: ['reservation.updated', 'reservation.deleted', 'property.updated'],
  isFor: isTold,
  async handle(ctx, event) {
    const { reservationId, propertyId } = event.payload
    // A replay, and a job of an older version, come whatever they are.
    if (!isTold(event)) return
    const as = { type: STAY_CHANGED, subscriber: stayFollow.name }
    let told = 0
    if (typeof reservationId === 'string') told = await tellFollowers(ctx, reservationId, as)
    else if (typeof propertyId === 'string') told = await tellFollowersOfTimes(ctx, propertyId, toldIn(event), as)
    if (told > 0) ctx.services.wakeRelay()
  },
}
