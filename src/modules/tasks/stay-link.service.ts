import type { TxCtx } from '#core/context.ts'
import { deleteRule, holdStay, saveRule } from './stay-rule.queries.ts'
import { keptDistance } from './stay-rule.rules.ts'
import type { Task } from './task.schema.ts'

type Linked = Pick<Task, 'id' | 'reservationId' | 'scheduledDate' | 'scheduledTime' | 'propertyId'>

/**
 * A task that is linked to a stay and has a date keeps its distance to it from now on. Without a date it has none to
 * keep, until somebody sets a rule.
 */
export async function linkToStay(ctx: TxCtx, task: Linked): Promise<void> {
  const { id: taskId, reservationId, scheduledDate, scheduledTime, propertyId } = task
  const stay = reservationId && scheduledDate ? await holdStay(ctx, reservationId) : undefined
  if (!reservationId || !scheduledDate || !stay || stay.isOff) return
  await saveRule(ctx, { taskId, reservationId }, keptDistance({ scheduledDate, scheduledTime, propertyId }, stay))
}

/** Of another stay the old rule says nothing. */
export async function relinkToStay(ctx: TxCtx, task: Linked): Promise<void> {
  await deleteRule(ctx, task.id)
  await linkToStay(ctx, task)
}
