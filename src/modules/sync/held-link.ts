import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { releaseLink, saveLink, takeLink, type SyncLink } from './sync-link.queries.ts'

/** A link that nobody else writes meanwhile. No transaction is open: the provider may take its time. */
export interface HeldLink {
  /** As it stands in the database. */
  readonly now: SyncLink
  save(changes: Partial<SyncLink>): Promise<void>
}

const PAUSE_MILLIS = 200
const PAUSES_MAX = 150

/** Waits half a minute for others who send the same task; then the delivery fails, to be tried again. */
export async function holdingLink<T>(
  ctx: WorkspaceCtx,
  connectionId: string,
  taskId: string,
  work: (link: HeldLink) => Promise<T>,
): Promise<T> {
  const lease = { connectionId, taskId, token: newId() }
  let current = await takeLink(ctx, lease)
  for (let pauses = 0; !current && pauses < PAUSES_MAX; pauses++) {
    await sleep(PAUSE_MILLIS)
    current = await takeLink(ctx, lease)
  }
  if (!current) throw new DeliveryFailure('The same task is being sent by another worker.', { retryAfterSeconds: 15 })
  let link = current
  try {
    return await work({
      get now() {
        return link
      },
      async save(changes) {
        const saved = await saveLink(ctx, lease, changes)
        if (!saved) throw new DeliveryFailure('Another worker has taken the task over.')
        link = saved
      },
    })
  } finally {
    // If the database is away, the lease ends by itself.
    await releaseLink(ctx, lease).catch(() => {})
  }
}
