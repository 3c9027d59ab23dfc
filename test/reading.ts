import type { Tx } from '#core/db.ts'
import type { Harness } from './harness.ts'

/**
 * What somebody is answered, and how often the database goes to these tables for it: rows read and searches of an index.
 * With the plan of a statement that has been asked for often.
 */
export function readingOf<Answer>(
  { runtime }: Harness,
  tables: readonly string[],
  ask: (tx: Tx) => Promise<Answer>,
): Promise<{ answer: Answer; read: number }> {
  return runtime.database.pool.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan')
    const before = await visits(tx, tables)
    const answer = await ask(tx)
    return { answer, read: (await visits(tx, tables)) - before }
  })
}

/** By this connection of late. */
async function visits(tx: Tx, tables: readonly string[]): Promise<number> {
  const { rows } = await tx.raw(
    `select sum(seq_tup_read + idx_tup_fetch + seq_scan + idx_scan) as visits from pg_stat_xact_user_tables
    where relname = any ($1::text[])`,
    [tables],
  )
  return Number(rows[0].visits)
}
