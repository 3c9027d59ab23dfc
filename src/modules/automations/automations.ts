import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import type { DeliveredEvent, Routine, Subscriber } from '#core/jobs.ts'
import { MESSAGE_QUEUED } from '#modules/conversations/message.service.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { SYNC_REQUESTED } from '#modules/tasks/task-snapshot.service.ts'
import {
  deleteOldDeliveries,
  failOfPaused,
  giveUp,
  HAS_HOOK,
  prepareDeliveries,
  undelivered,
  type Which,
} from './event-delivery.queries.ts'
import { DELIVERY_REPLAYED } from './event-delivery.service.ts'
import { sendToHook } from './event-sender.ts'

/** Tells every event hook of every event it wants, each on its own. */
const pace = {
  name: 'automations',
  on: ['*'],
  where: HAS_HOOK,
  isFor: (event: DeliveredEvent) => whichOf(event) !== undefined,
  isShared: true,
  // Pauses of 10 seconds to 15 minutes, two hours in all.
  retryLimit: 12,
  retryDelaySeconds: 10,
}

/** The last says that mails about an event are due; the event itself was told. */
const INTERNAL: readonly string[] = [
  SYNC_REQUESTED,
  MESSAGE_QUEUED,
  'task.notified',
  'workflow.work-asked',
  'workflow.approval_notified',
]

/** Hooks do not hear of hooks, nor of what only we need to know. */
function isInternal(type: string): boolean {
  return type.startsWith('event_hook.') || INTERNAL.includes(type)
}

type Told = { delivered: number } | { outcome: 'skipped'; reason: string }

async function deliver(ctx: WorkspaceCtx, event: DeliveredEvent): Promise<Told | undefined> {
  const which = whichOf(event)
  if (!which) return undefined
  if ('eventId' in which) await prepareDeliveries(ctx, event, ctx.now)
  const ended = await failOfPaused(ctx, which)
  const waiting = await undelivered(ctx, which)
  const errors = (await Promise.all(waiting.map((one) => sendToHook(ctx, one)))).filter((error) => error !== undefined)
  if (errors.length > 0) {
    const what = `${errors.length} of ${waiting.length} event hooks were not told`
    throw new DeliveryFailure(`${what}: ${[...new Set(errors)].join(' ')}`)
  }
  if (waiting.length > 0) return { delivered: waiting.length }
  return ended > 0 ? { outcome: 'skipped', reason: 'The event hook is paused.' } : undefined
}

/** Undefined for what no hook is told. */
function whichOf({ id, type, payload }: DeliveredEvent): Which | undefined {
  const { deliveryId } = payload
  if (type === DELIVERY_REPLAYED) return typeof deliveryId === 'string' ? { deliveryId } : undefined
  return isInternal(type) ? undefined : { eventId: id }
}

const ofTasks = taskEffect({ ...pace, act: deliver })
const isOfTask = ({ payload }: DeliveredEvent): boolean => typeof payload['taskId'] === 'string'

export const automations: Subscriber = {
  ...pace,
  async handle(ctx, event) {
    await (isOfTask(event) ? ofTasks.handle(ctx, event) : deliver(ctx, event))
  },
  async onGivenUp(ctx, event, error) {
    const which = whichOf(event)
    if (which) await giveUp(ctx, which)
    await ofTasks.onGivenUp?.(ctx, event, error)
  },
}

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** What was told a month ago is of no use to anybody. */
export const pruneEventDeliveries: Routine = {
  name: 'prune-event-deliveries',
  cron: '41 3 * * *',
  async run(ctx) {
    const deleted = await deleteOldDeliveries(ctx.db, new Date(ctx.now.getTime() - KEPT_MILLIS))
    if (deleted > 0) ctx.log.info({ deleted }, 'old deliveries of event hooks deleted')
  },
}
