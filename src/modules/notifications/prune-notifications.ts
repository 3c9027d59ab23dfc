import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const READ_KEPT_DAYS = 90
const KEPT_DAYS = 365

/** What was read a quarter of a year ago, or happened a year ago, is news to nobody. */
export const pruneNotifications: Routine = {
  name: 'prune-notifications',
  cron: '23 * * * *',
  async run({ db, now, log }) {
    const read = await deleteInBatches(db, sql`notifications`, sql`read_at < ${daysBefore(now, READ_KEPT_DAYS)}`)
    const old = await deleteInBatches(db, sql`notifications`, sql`created_at < ${daysBefore(now, KEPT_DAYS)}`)
    if (read + old > 0) log.info({ read, old }, 'old notifications deleted')
  },
}
