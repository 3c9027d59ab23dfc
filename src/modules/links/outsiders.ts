import type { Outsiders, Reader } from '#core/outsiders.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import { guestsOf, isAtHome, isAtHomeBut, isTask, techniciansOf, vendorsOf } from './outsiders.queries.ts'

/** Who outside the company reads a task, a home or a stay: asked each time, because a link can come and go at any moment. */
export const outsiders: Outsiders = {
  async readersOf(ctx, kinds, { taskId, propertyId, reservationId }) {
    const found: Reader[] = []
    if (kinds.has('guest') && (propertyId ?? reservationId) !== undefined) {
      found.push(...(await guestsOf(ctx, { propertyId, reservationId })))
    }
    if (taskId !== undefined) {
      if (kinds.has('technician')) found.push(...(await techniciansOf(ctx, isTask(taskId))))
      if (kinds.has('vendor')) found.push(...(await vendorsOf(ctx, isTask(taskId))))
    } else if (propertyId !== undefined) {
      if (kinds.has('technician')) found.push(...(await techniciansOf(ctx, isAtHome(propertyId))))
      // Of a home only the work that is still to be done is on the way to vendors.
      if (kinds.has('vendor')) found.push(...(await vendorsOf(ctx, isAtHomeBut(propertyId, CLOSED_STATUSES))))
    }
    return found
  },
}
