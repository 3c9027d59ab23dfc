import type { Log } from './context.ts'
import { one, run, type Pool } from './db.ts'
import { sql } from './sql.ts'

/** No job of ours is made for later, so one that was not begun and is not due was put back. */
const IS_LEFT = sql`state = 'created' and start_after > now()`

/** Jobs that were put back, because only a worker of another version can do them. */
export async function leftIn(pool: Pool): Promise<number> {
  const row = await one<{ left: number }>(pool, sql`select count(*) as left from pgboss.job where ${IS_LEFT}`)
  return row?.left ?? 0
}

/** This worker may be the one that they wait for. */
export async function takeLeftJobs(pool: Pool): Promise<void> {
  await run(
    pool,
    sql`
    update pgboss.job j set start_after = now()
    from (select name, id from pgboss.job where ${IS_LEFT} for update skip locked) as waiting
    where j.name = waiting.name and j.id = waiting.id`,
  )
}

/** Says once of each kind of job that it waits here. */
export function leftTeller(log: Log): (about: Record<string, string>) => void {
  const told = new Set<string>()
  return (about) => {
    const kind = JSON.stringify(about)
    if (!told.has(kind)) log.warn(about, 'a job of a kind that this version does not know waits for a worker that does')
    told.add(kind)
  }
}
