import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import type { Subscriber } from '#core/jobs.ts'
import {
  currentConnection,
  HAS_CONNECTION,
  noteBlocked,
  noteFailing,
  noteSynced,
  type OpenConnection,
} from '#modules/connections/connection-access.service.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { snapshotTask, SYNC_REQUESTED } from '#modules/tasks/task-snapshot.service.ts'
import { breezeway } from './breezeway.ts'
import { holdingLink } from './held-link.ts'
import { ProviderFailure } from './operations-provider.ts'
import { continueSync, HOME_DELETED, PAGE_REQUESTED, SYNC, withdrawHome } from './sync-all.ts'
import { bringUpToDate, type Sent } from './task-counterpart.ts'

const ofTasks = taskEffect({
  name: SYNC,
  on: [
    'task.created',
    'task.updated',
    'task.checklist_changed',
    'task.description_linked',
    'task.attachment_added',
    'task.deleted',
    'task.restored',
    SYNC_REQUESTED,
    PAGE_REQUESTED,
    HOME_DELETED,
  ],
  where: HAS_CONNECTION,
  // Pauses of 15 seconds to 15 minutes, an hour in all: an outage of the provider is mostly shorter.
  retryLimit: 8,
  retryDelaySeconds: 15,
  async act(ctx, _event, taskId) {
    const connection = await currentConnection(ctx)
    if (!connection) return undefined
    if (connection.status === 'paused') return { outcome: 'skipped', reason: 'The connection is paused.' }
    refuseWhileBlocked(connection)
    try {
      const sent = await sendTask(ctx, connection, taskId)
      if (!sent) return undefined
      if ('skipped' in sent) return { outcome: 'skipped', reason: sent.skipped }
      if (sent.actions.length > 0) await noteSynced(ctx, connection.id)
      const { actions, ...said } = sent
      return { provider: connection.name, ...said, actions: actions.length > 0 ? actions : ['nothing new'] }
    } catch (error) {
      await noteFailure(ctx, connection, error)
      throw error
    }
  },
})

/** Tells the connected operations provider of every change to a task, and of all of them when asked to. */
export const taskSync: Subscriber = {
  ...ofTasks,
  async handle(ctx, event) {
    if ((await continueSync(ctx, event)) || (await withdrawHome(ctx, event))) return
    await ofTasks.handle(ctx, event)
  },
}

/** Undefined when there is nothing to say: no such task, or one that the provider never had and never will. */
async function sendTask(ctx: WorkspaceCtx, connection: OpenConnection, taskId: string): Promise<Sent | undefined> {
  if (!(await snapshotTask(ctx, taskId))) return undefined
  return holdingLink(ctx, connection.id, taskId, async (link) => {
    // Read under the lease: whoever had it before us may have sent this already.
    const task = await snapshotTask(ctx, taskId)
    if (!task) return undefined
    const { remoteId, createStartedAt, syncedVersion } = link.now
    const isNew = remoteId === null && createStartedAt === null
    if (isNew && task.deletedAt !== null) return undefined
    // A home that was deleted while its task was being sent leaves the version as it is.
    const isSent = !isNew && createStartedAt === null && syncedVersion === task.version && task.property !== null
    if (isSent) return { actions: [], remoteId }
    return bringUpToDate({ ctx, provider: breezeway(ctx, connection.id), connection, link, task })
  })
}

function refuseWhileBlocked({ blockedUntil }: OpenConnection): void {
  const seconds = blockedUntil === null ? 0 : Math.ceil((Date.parse(blockedUntil) - Date.now()) / 1000)
  if (seconds > 0) {
    throw new DeliveryFailure('The provider asked for patience.', { retryAfterSeconds: seconds })
  }
}

/** What one task did wrong says nothing about the connection. */
async function noteFailure(ctx: WorkspaceCtx, { id }: OpenConnection, error: unknown): Promise<void> {
  if (!(error instanceof ProviderFailure)) return
  if (error.kind === 'limited') return noteBlocked(ctx, id, error.retryAfterSeconds ?? 60)
  if (error.kind === 'unavailable' || error.kind === 'credentials') return noteFailing(ctx, id, errorText(error))
}
