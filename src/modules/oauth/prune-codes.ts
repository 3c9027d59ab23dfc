import type { Routine } from '#core/jobs.ts'
import { deleteOldCodes } from './grant.queries.ts'

const KEPT_MINUTES = 60

/** Codes live for two minutes; for an hour it is remembered that one was used. */
export const pruneCodes: Routine = {
  name: 'prune-oauth-codes',
  cron: '17 * * * *',
  async run({ db, now }) {
    const before = new Date(now.getTime() - KEPT_MINUTES * 60_000)
    while ((await deleteOldCodes(db, before)) === 1000);
  },
}
