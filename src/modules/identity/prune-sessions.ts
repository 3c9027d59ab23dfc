import { DAY_MILLIS } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const KEPT_MILLIS = 7 * DAY_MILLIS
const DEVICES_KEPT_MILLIS = 400 * DAY_MILLIS
const WAITS_KEPT_MILLIS = 3600 * 1000

/** Sessions that ran out a week ago are of no use to anybody. */
export const pruneSessions: Routine = {
  name: 'prune-sessions',
  cron: '17 * * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - KEPT_MILLIS)
    const deleted = await deleteInBatches(ctx.db, sql`sessions`, sql`expires_at < ${before}`)
    await pruneDevices(ctx)
    if (deleted > 0) ctx.log.info({ deleted }, 'old sessions deleted')
  },
}

/** Keeps each person's last place: without it, the next sign-in from a new place would not be reported. */
async function pruneDevices({ db, now }: Parameters<Routine['run']>[0]): Promise<void> {
  const before = new Date(now.getTime() - DEVICES_KEPT_MILLIS)
  const isNotTheLast = sql`exists (select from sign_in_devices o
    where o.user_id = sign_in_devices.user_id and o.last_at > sign_in_devices.last_at)`
  await deleteInBatches(db, sql`sign_in_devices`, sql`last_at < ${before} and ${isNotTheLast}`)
  const waited = new Date(now.getTime() - WAITS_KEPT_MILLIS)
  await deleteInBatches(db, sql`sign_in_waits`, sql`seen_at < ${waited}`)
  await deleteInBatches(db, sql`sign_in_paces`, sql`next_at < ${waited}`)
}
