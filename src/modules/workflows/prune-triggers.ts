import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const DAYS = 30

/** What came to triggers long ago, events whose others never came, and that a run was told of one: it comes no more. */
export const pruneTriggers: Routine = {
  name: 'prune-triggers',
  cron: '27 3 * * *',
  async run({ db, now }) {
    const before = daysBefore(now, DAYS)
    await deleteInBatches(db, sql`wf_delivery`, sql`created_at < ${before}`)
    await deleteInBatches(db, sql`wf_gathering`, sql`updated_at < ${before}`)
    await deleteInBatches(db, sql`wf_signal`, sql`is_done and created_at < ${before}`)
  },
}
