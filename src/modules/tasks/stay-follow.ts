import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { taskEffect } from './effect.service.ts'
import { followStay } from './stay-rule.service.ts'
import { tellFollowers } from './stay-rule.queries.ts'

const STAY_CHANGED = 'task.stay_changed'
/** Changes of a stay that its tasks have to know of. */
const TOLD = ['status', 'propertyId', 'checkinDate', 'checkoutDate', 'checkinTime', 'checkoutTime']

/** Moves one task with its stay. It looks at both as they are now, so the order of the events does not matter. */
export const stayFollow = taskEffect({
  name: 'stay-follow',
  on: [STAY_CHANGED],
  act: (ctx, _event, taskId) => followStay(ctx, taskId),
})

function isTold({ type, payload: { changed } }: DeliveredEvent): boolean {
  return type === 'reservation.deleted' || (Array.isArray(changed) && changed.some((field) => TOLD.includes(field)))
}

/** Hands a changed stay to each of its tasks, so that one that fails does not hold up the others. */
export const stayTasks: Subscriber = {
  name: 'stay-tasks',
  on: ['reservation.updated', 'reservation.deleted'],
  isFor: isTold,
  async handle(ctx, event) {
    const { reservationId } = event.payload
    // A replay, and a job of an older version, come whatever they are.
    if (typeof reservationId !== 'string' || !isTold(event)) return
    const told = await tellFollowers(ctx, reservationId, { type: STAY_CHANGED, subscriber: stayFollow.name })
    if (told > 0) ctx.services.wakeRelay()
  },
}
