import type { Db } from './db.ts'

const LOOK_MILLIS = 10_000

/** Tables that have grown by half since somebody last looked; small ones are all the same to a plan. */
const GROWN = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    and pg_relation_size(c.oid) / 8192 > c.relpages * 1.5 + 4`

/**
 * A server has a process that clears tables of what was deleted and counts their rows, by which plans are made; an
 * embedded database has none, and would go through whole tables because it takes them for empty. Calls back to stop.
 */
export function keepUp(db: Db): () => void {
  let isUnderWay = false
  const timer = setInterval(() => {
    if (isUnderWay) return
    isUnderWay = true
    void tendTables(db)
      .catch(() => {})
      .finally(() => (isUnderWay = false))
  }, LOOK_MILLIS).unref()
  return () => clearInterval(timer)
}

/** Answers which ones it has tended. One by one, so that others are served between them. */
export async function tendTables(db: Db): Promise<string[]> {
  const { rows } = await db.raw(GROWN)
  const names = (rows as { name: string }[]).map(({ name }) => name)
  // What fails now is done the next time, and keeps no other table from its turn.
  for (const name of names) await db.raw(`vacuum analyze ${name}`).catch(() => {})
  return names
}
