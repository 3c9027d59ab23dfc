import type { Pool } from '#core/db.ts'

/** How many runs were taken before the first look, and by how much each next one is later. */
const FIRST_AFTER = 100
const TIMES = 4
/** With so many rows that are known the database looks after itself. */
const KNOWN_MIN = 10_000

/**
 * Plans are made by what is known of a table, and are kept: as long as nothing is known, a run may be looked for by going
 * through all of them. The database comes by within a minute: this does it as soon as there are some runs, and then ever
 * more seldom.
 */
export function upkeepOf(pool: Pool): { taken(count: number): Promise<void> } {
  let total = 0
  let nextAt = FIRST_AFTER
  return {
    async taken(count) {
      total += count
      if (total < nextAt) return
      nextAt = total * TIMES
      if (!(await isKnown(pool))) await pool.raw('vacuum analyze wf_run, wf_step, wf_event')
      else nextAt = Infinity
    },
  }
}

async function isKnown(pool: Pool): Promise<boolean> {
  const { rows } = await pool.raw(
    `select reltuples >= ${KNOWN_MIN} as "isKnown" from pg_class where oid = 'wf_run'::regclass`,
  )
  return rows[0]?.isKnown === true
}
