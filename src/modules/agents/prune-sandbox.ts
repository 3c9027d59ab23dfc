import type { Routine } from '#core/jobs.ts'
import { deleteOldCalls, deleteOldTokens } from './sandbox.queries.ts'

const BATCH = 1000
const HOUR_MILLIS = 3_600_000
/** A run waits for a person for a week at most, and its calls are known again for that long. */
const CALLS_KEPT_HOURS = 8 * 24
const TOKENS_KEPT_HOURS = 24

/** Answers of calls from sandboxes are kept for those who ask again, and no longer. */
export const pruneSandbox: Routine = {
  name: 'prune-sandbox',
  cron: '37 * * * *',
  async run({ db, now }) {
    const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MILLIS)
    while ((await deleteOldCalls(db, hoursAgo(CALLS_KEPT_HOURS), BATCH)) === BATCH);
    while ((await deleteOldTokens(db, hoursAgo(TOKENS_KEPT_HOURS), BATCH)) === BATCH);
  },
}
