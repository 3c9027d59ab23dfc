import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const KEPT_MILLIS = 7 * 24 * 3600 * 1000

/** Sessions that ran out a week ago are of no use to anybody. */
export const pruneSessions: Routine = {
  name: 'prune-sessions',
  cron: '17 * * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - KEPT_MILLIS)
    const deleted = await deleteInBatches(ctx.db, sql`sessions`, sql`expires_at < ${before}`)
    if (deleted > 0) ctx.log.info({ deleted }, 'old sessions deleted')
  },
}
