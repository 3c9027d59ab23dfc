import type { Pool } from '#core/db.ts'
import { coreFailures, Refusal } from '#core/errors.ts'

/** The same database, over a connection that breaks after each commit has got there and before its answer is back. */
export function losingCommits(pool: Pool): Pool {
  return {
    ...pool,
    async transaction(work) {
      await pool.transaction(work)
      throw new Refusal(coreFailures.unavailable)
    },
  }
}
