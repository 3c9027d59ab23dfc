import type { Routine } from '#core/jobs.ts'
import { deleteOldSessions } from './session.queries.ts'

const KEPT_MILLIS = 7 * 24 * 3600 * 1000

/** Sessions that ran out a week ago are of no use to anybody. */
export const pruneSessions: Routine = {
  name: 'prune-sessions',
  cron: '17 * * * *',
  run: async (ctx) => {
    const deleted = await deleteOldSessions(ctx.db, new Date(ctx.now.getTime() - KEPT_MILLIS))
    if (deleted > 0) ctx.log.info({ deleted }, 'old sessions deleted')
  },
}
