import { withEach } from '#core/each.ts'
import type { Routine } from '#core/jobs.ts'
import { listAbandoned } from './door-attempt.queries.ts'
import { giveUp, leaseSeconds } from './door-attempt.service.ts'

/** Attempts whose process has died, also where nobody presses again. */
export const endAttempts: Routine = {
  name: 'end-door-attempts',
  cron: '* * * * *',
  async run(ctx) {
    await withEach(
      await listAbandoned(ctx.db, leaseSeconds(ctx)),
      ({ workspaceId, id }) => giveUp({ ...ctx, workspaceId }, id),
      (error, attempt) => ctx.log.error({ err: error, ...attempt }, 'an abandoned door attempt could not be ended'),
    )
  },
}
