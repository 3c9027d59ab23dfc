import type { Routine } from '#core/jobs.ts'
import { deleteOldConfirmations } from './confirmation.queries.ts'
import { deleteOldCalls } from './tool-call.queries.ts'

const DAY_MILLIS = 24 * 3600 * 1000
const CALLS_KEPT_DAYS = 90
const CONFIRMATIONS_KEPT_DAYS = 30

/** Traces of calls are kept for a quarter of a year, questions for a month. */
export const pruneToolCalls: Routine = {
  name: 'prune-tool-calls',
  cron: '37 * * * *',
  async run({ db, now, log }) {
    const calls = await deleteOldCalls(db, new Date(now.getTime() - CALLS_KEPT_DAYS * DAY_MILLIS))
    const questions = await deleteOldConfirmations(db, new Date(now.getTime() - CONFIRMATIONS_KEPT_DAYS * DAY_MILLIS))
    if (calls + questions > 0) log.info({ calls, questions }, 'old calls of tools deleted')
  },
}
