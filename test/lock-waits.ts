import { many, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Who waits for a lock in this database: each worker of the tests has its own, and all have one server. */
export function lockWaits(db: Db): Promise<unknown[]> {
  return many(db, sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
}
