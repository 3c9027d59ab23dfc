import { one, type Db } from './db.ts'
import { sql } from './sql.ts'

export interface Heartbeat {
  /** Which monitor. */
  source: string
  /** When the monitor sent it, by its own clock. */
  timestamp: string
}

/** Keeps the newest heartbeat of each outside monitor. */
export function keepHeartbeat(
  db: Db,
  { source, timestamp }: Heartbeat,
  now: Date,
): Promise<(Heartbeat & { receivedAt: string }) | undefined> {
  return one(
    db,
    sql`
    insert into canaries (source, heartbeat_at, received_at) values (${source}, ${timestamp}, ${now})
    on conflict (source) do update set heartbeat_at = excluded.heartbeat_at, received_at = excluded.received_at
    returning source, heartbeat_at as timestamp, received_at as "receivedAt"`,
  )
}
