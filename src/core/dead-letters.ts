import type { JobWithMetadata } from 'pg-boss'
import { noteChange } from './changes.ts'
import { run, type Db } from './db.ts'
import { sql } from './sql.ts'
import type { DeliveredEvent } from './jobs.ts'

/** What a subscriber's job carries. */
export interface Delivery {
  subscriber: string
  event: DeliveredEvent
  /** Set when it could not be tried at all. */
  undeliverable?: string
}

/** Writes down a delivery that failed for good, and answers why. Its id is the job's, so doing it twice leaves one row. */
export async function keepDeadLetter(db: Db, job: JobWithMetadata<Delivery>, now: Date): Promise<string> {
  const { subscriber, event, undeliverable } = job.data
  const error = undeliverable ?? reasonIn(job.sourceOutput)
  const attempts = undeliverable === undefined ? (job.sourceRetryCount ?? 0) + 1 : 0
  const kept = await run(
    db,
    sql`
    insert into dead_letters
      (workspace_id, id, event_id, subscriber, type, payload, request_id, error, attempts, event_at, failed_at)
    values (${event.workspaceId}, ${job.sourceId ?? job.id}, ${event.id}, ${subscriber}, ${event.type},
      ${JSON.stringify(event.payload)}, ${event.requestId}, ${error}, ${attempts},
      ${event.occurredAt}, ${now})
    on conflict do nothing returning id`,
  )
  if (kept > 0) await noteChange({ db, workspaceId: event.workspaceId }, 'dead_letter.kept', {})
  return error
}

/** Our own failures leave `message`; pg-boss wraps its own. */
function reasonIn(output: object | null): string {
  const wrapped = output && 'value' in output && typeof output.value === 'object' ? output.value : output
  const message = wrapped && 'message' in wrapped ? wrapped.message : undefined
  if (message === 'job heartbeat timeout') return 'The worker died or stopped answering.'
  if (message === 'job timed out') return 'The delivery took too long.'
  return typeof message === 'string' ? message : 'The delivery failed without saying why.'
}
