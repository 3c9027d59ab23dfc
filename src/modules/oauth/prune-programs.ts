import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const GRANTS_KEPT_DAYS = 90
/** People press Connect one day and sign in another; programs in a browser do not hear that they are forgotten. */
const PROGRAMS_KEPT_DAYS = 7

/** Anybody may register a program, so those that nobody let in go away, and with time what was taken back. */
export const prunePrograms: Routine = {
  name: 'prune-oauth-programs',
  cron: '23 * * * *',
  async run({ db, now, log }) {
    const over = daysBefore(now, GRANTS_KEPT_DAYS)
    const grants = await deleteInBatches(db, sql`oauth_grants`, sql`ended_at < ${over} or expires_at < ${over}`)
    const programs = await deleteInBatches(
      db,
      sql`oauth_clients`,
      sql`created_at < ${daysBefore(now, PROGRAMS_KEPT_DAYS)}
        and not exists (select from oauth_grants g where g.client_id = oauth_clients.id)
        and not exists (select from oauth_codes c where c.client_id = oauth_clients.id)`,
    )
    if (grants + programs > 0) log.info({ grants, programs }, 'programs that nobody uses deleted')
  },
}
