import { one, run, type Db } from './db.ts'
import { sql } from './sql.ts'

/** Tables whose rows can be deleted only after a retention period that the database owner sets. */
export type KeptTable = 'audit_log'

/** Sets how many days rows are kept. Returns false if this role may not: a serving-only role cannot. */
export async function keepFor(db: Db, table: KeptTable, days: number): Promise<boolean> {
  const row = await one<{ days: number; may: boolean }>(
    db,
    sql`
    select kept_days as days, has_table_privilege('retention', 'update') as may from retention
    where table_name = ${table}`,
  )
  if (!row?.may) return false
  if (row.days !== days) await run(db, sql`update retention set kept_days = ${days} where table_name = ${table}`)
  return true
}
