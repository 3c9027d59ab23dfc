import { inTransaction } from '#core/context.ts'
import { emit } from '#core/events.ts'
import type { Routine } from '#core/jobs.ts'
import { dueDepartures, markTold } from './check-out.queries.ts'

/** That guests have left is no change that somebody makes: it is a moment that goes by. Told once for each departure. */
export const tellCheckouts: Routine = {
  name: 'tell-checkouts',
  cron: '* * * * *',
  async run(ctx) {
    for (const { workspaceId, id: reservationId } of await dueDepartures(ctx.db, ctx.now)) {
      await inTransaction({ ...ctx, workspaceId }, async (ctx) => {
        const told = await markTold(ctx, reservationId)
        if (told) await emit(ctx, { type: 'reservation.checked_out', reservationId, ...told })
      })
    }
  },
}
