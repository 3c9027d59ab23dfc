import { many } from '#core/db.ts'
import { deliveryContext, wants } from '#core/job-context.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import type { Services } from '#core/services.ts'
import { sql } from '#core/sql.ts'
import type { Harness } from './harness.ts'

/**
 * Hands every event of the workspace to a subscriber, in their order and in this process: for tests of what a
 * subscriber does rather than of how events come to it. Called again, it delivers them again.
 */
export async function deliver(
  { runtime, workspaceId }: Pick<Harness, 'runtime' | 'workspaceId'>,
  subscriber: Subscriber,
  services: Partial<Services> = {},
): Promise<void> {
  const { database, log } = runtime
  const events = await many<DeliveredEvent>(
    database.pool,
    sql`
    select event_id as id, type, workspace_id as "workspaceId", payload, created_at as "occurredAt", request_id as "requestId"
    from outbox where workspace_id = ${workspaceId} order by outbox.id`,
  )
  const around = { pool: database.pool, log, services: { ...runtime.services, ...services } }
  for (const event of events.filter((event) => wants(subscriber, event))) {
    await subscriber.handle(deliveryContext(around, subscriber.name, event), event)
  }
}
