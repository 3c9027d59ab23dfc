import type { Outsiders, Reader } from '#core/outsiders.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import { guestsOf, isAtHome, isAtHomeBut, isTask, techniciansOf, vendorsOf } from './outsiders.queries.ts'

/** Who outside the company can read a task, home or stay. Looked up each time: links come and go at any moment. */
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
      // Vendors hear about a home only through its open work.
      if (kinds.has('vendor')) found.push(...(await vendorsOf(ctx, isAtHomeBut(propertyId, CLOSED_STATUSES))))
    }
    return found
  },
}
