import { daysBefore } from '#core/days.ts'
import type { Routine } from '#core/jobs.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import { sql } from '#core/sql.ts'

const CALLS_KEPT_DAYS = 90
const CONFIRMATIONS_KEPT_DAYS = 30

/** Traces of calls are kept for a quarter of a year, questions for a month. */
export const pruneToolCalls: Routine = {
  name: 'prune-tool-calls',
  cron: '37 * * * *',
  async run({ db, now, log }) {
    const calls = await deleteInBatches(db, sql`tool_calls`, sql`created_at < ${daysBefore(now, CALLS_KEPT_DAYS)}`)
    const questions = await deleteInBatches(
      db,
      sql`tool_confirmations`,
      sql`created_at < ${daysBefore(now, CONFIRMATIONS_KEPT_DAYS)}`,
    )
    if (calls + questions > 0) log.info({ calls, questions }, 'old calls of tools deleted')
  },
}
