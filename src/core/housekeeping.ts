import { run, type Db } from './db.ts'
import type { Routine } from './jobs.ts'
import { sql, type Sql } from './sql.ts'

const HOUR_MILLIS = 3600 * 1000
/** Small steps, so that no lock is held for long and a killed process has not worked for nothing. */
const BATCH = 1000

/** What a table holds that nobody will ask for again. */
const leftovers: { table: Sql; hours: number; isLeftover: (before: Date) => Sql }[] = [
  { table: sql`idempotency_keys`, hours: 24, isLeftover: (before) => sql`created_at < ${before}` },
  { table: sql`rate_buckets`, hours: 1, isLeftover: (before) => sql`updated_at < ${before}` },
  {
    table: sql`rate_windows`,
    hours: 1,
    isLeftover: (before) => sql`not exists (select from unnest(hits) as hit where hit >= ${before})`,
  },
  // Whoever was away for longer asks for everything anew.
  { table: sql`changes`, hours: 24, isLeftover: (before) => sql`created_at < ${before}` },
  { table: sql`nodes`, hours: 1, isLeftover: (before) => sql`seen_at < ${before}` },
]

export const housekeeping: Routine = {
  name: 'housekeeping',
  cron: '41 * * * *',
  async run({ db, now, log }) {
    let deleted = 0
    for (const { table, hours, isLeftover } of leftovers) {
      deleted += await deleteInBatches(db, table, isLeftover(new Date(now.getTime() - hours * HOUR_MILLIS)))
    }
    if (deleted > 0) log.info({ deleted }, 'housekeeping done')
  },
}

/** Rows in use by others at this moment stay for the next time. */
export async function deleteInBatches(db: Db, table: Sql, condition: Sql): Promise<number> {
  for (let deleted = 0; ;) {
    const batch = await run(
      db,
      sql`
      delete from ${table} where ctid = any (array (
        select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked))
      returning 1`,
    )
    deleted += batch
    if (batch < BATCH) return deleted
  }
}
