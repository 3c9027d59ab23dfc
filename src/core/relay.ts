import { createBell } from './bell.ts'
import type { Bus } from './bus.ts'
import { many, one, type Pool, type Tx } from './db.ts'
import { sql } from './sql.ts'
import type { DeliveredEvent } from './jobs.ts'

export const RELAY_TOPIC = 'outbox'
const BATCH = 100
const POLL_MILLIS = 1000
const DEBOUNCE_MILLIS = 25

/** `subscriber` is set when an operator replays one subscriber's delivery: then nobody else gets it. */
export interface OutboxEvent extends DeliveredEvent {
  outboxId: number
  subscriber: string | null
}

/**
 * Tells the workers that events were written. Sent a moment later, when the writing transaction has most likely
 * committed, and once for all events of that moment. It may fail: the workers look by themselves each second.
 */
export function relayWaker(bus: Bus): () => void {
  let busy = false
  let again = false
  return function wake(): void {
    again = true
    if (busy) return
    busy = true
    setTimeout(() => {
      again = false
      void bus
        .publish(RELAY_TOPIC)
        .catch(() => {})
        .finally(() => {
          busy = false
          if (again) wake()
        })
    }, DEBOUNCE_MILLIS).unref()
  }
}

export interface Relay {
  wake(): void
  /** When it last looked into the outbox and the database answered, by `performance.now()`. */
  lookedAt(): number
  stop(): Promise<void>
}

interface RelayParts {
  pool: Pool
  /** Makes the jobs, in the transaction that takes the events out. Answers what to do once that is committed. */
  handOver(tx: Tx, events: OutboxEvent[]): Promise<() => void>
  report(error: unknown, text: string): void
}

/** Moves events from the outbox to the subscribers' queues. Any number of relays may run at once. */
export function startRelay({ pool, handOver, report }: RelayParts): Relay {
  const bell = createBell()
  const life = new AbortController()
  let lookedAt = performance.now()

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      let isFull = false
      try {
        const batch = await moveBatch(pool, handOver)
        batch?.onCommitted()
        isFull = batch?.size === BATCH
        lookedAt = performance.now()
      } catch (error) {
        report(error, 'events cannot be handed out now; trying again')
      }
      if (!isFull) await bell.wait(POLL_MILLIS)
    }
  }

  const ended = run()
  return {
    wake: () => bell.ring(),
    lookedAt: () => lookedAt,
    async stop() {
      life.abort()
      bell.ring()
      await ended
    },
  }
}

async function moveBatch(
  pool: Pool,
  handOver: RelayParts['handOver'],
): Promise<{ size: number; onCommitted(): void } | undefined> {
  // Most looks find nothing, and then one statement is enough.
  if (!(await one(pool, sql`select id from outbox order by id limit 1`))) return undefined
  return pool.transaction(async (tx) => {
    const rows = await many<OutboxEvent>(
      tx,
      sql`
      with batch as materialized (select id from outbox order by id limit ${BATCH} for update skip locked)
      delete from outbox o using batch where o.id = batch.id
      returning o.id as "outboxId", o.event_id as id, o.type, o.workspace_id as "workspaceId", o.payload, o.subscriber,
        o.request_id as "requestId", o.created_at as "occurredAt"`,
    )
    return { size: rows.length, onCommitted: await handOver(tx, rows) }
  })
}
