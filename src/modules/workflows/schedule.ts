import { Cron } from 'croner'

/** The first moment after this one at which a cron expression fires, in its time zone. */
export function nextFire({ cron, timezone }: { cron?: string; timezone?: string }, after: Date): Date | null {
  if (cron === undefined) return null
  return new Cron(cron, { paused: true, ...(timezone === undefined ? {} : { timezone }) }).nextRun(after)
}
