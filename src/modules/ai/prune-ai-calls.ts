import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const CALLS_KEPT_DAYS = 90

/** Single calls are kept for a quarter of a year, their sums by day for good; nonces and answers until they lapse. */
export const pruneAiCalls: Routine = {
  name: 'prune-ai-calls',
  cron: '*/10 * * * *',
  async run({ db, now, log }) {
    const before = daysBefore(now, CALLS_KEPT_DAYS)
    const calls = await deleteInBatches(db, sql`ai_calls`, sql`created_at < ${before}`)
    const nonces = await deleteInBatches(db, sql`ai_nonces`, sql`expires_at < ${now}`)
    const answers = await deleteInBatches(db, sql`ai_answers`, sql`expires_at < ${now}`)
    if (calls + nonces + answers > 0) log.info({ calls, nonces, answers }, 'old traces of model calls deleted')
  },
}
