import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { openConnection } from '#modules/connections/connection-access.service.ts'
import { SYNC_REQUESTED } from '#modules/tasks/task-snapshot.service.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import { countBehind, requestNext, requestTasks, requestTasksAt } from './sync-all.queries.ts'

/** The subscriber that sends tasks; what is asked for here is for nobody else. */
export const SYNC = 'sync'

export const HOME_DELETED = 'property.deleted'
export const PAGE_REQUESTED = 'connection.sync_requested'
/** Tasks that one transaction hands over: of a large workspace all at once would hold up everybody's events. */
const PAGE = 500

/** Asks for every task that the provider does not have as it is; answers how many those are. */
export async function requestAll(ctx: TxCtx, connectionId: string): Promise<number> {
  const count = await countBehind(ctx, connectionId, CLOSED_STATUSES)
  await requestPage(ctx, connectionId, null)
  return count
}

/** Hands over the tasks behind this one that the provider does not have as they are; after a full page, a note to go on. */
async function requestPage(ctx: TxCtx, connectionId: string, after: string | null): Promise<void> {
  const { count, last } = await requestTasks(ctx, connectionId, {
    type: SYNC_REQUESTED,
    subscriber: SYNC,
    after,
    limit: PAGE,
    closed: CLOSED_STATUSES,
  })
  if (count === PAGE) {
    await requestNext(ctx, { type: PAGE_REQUESTED, subscriber: SYNC, payload: { connectionId, after: last } })
  }
  ctx.services.wakeRelay()
}

/** Goes on where the page before ended. Answers whether the event asks for that. */
export async function continueSync(ctx: WorkspaceCtx, { type, payload }: DeliveredEvent): Promise<boolean> {
  if (type !== PAGE_REQUESTED) return false
  const { connectionId, after } = payload
  await inTransaction(ctx, async (ctx) => {
    const connection = await openConnection(ctx, String(connectionId))
    if (connection && connection.status !== 'paused') await requestPage(ctx, String(connectionId), String(after))
  })
  return true
}

/** A home that is deleted takes its open tasks from the provider. Answers whether the event tells of that. */
export async function withdrawHome(ctx: WorkspaceCtx, { type, payload }: DeliveredEvent): Promise<boolean> {
  if (type !== HOME_DELETED) return false
  const request = { type: SYNC_REQUESTED, subscriber: SYNC, closed: CLOSED_STATUSES }
  await inTransaction(ctx, (ctx) => requestTasksAt(ctx, String(payload['propertyId']), request))
  ctx.services.wakeRelay()
  return true
}
