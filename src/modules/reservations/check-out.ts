import { inTransaction, type Ctx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
import { emit } from '#core/events.ts'
import type { Routine } from '#core/jobs.ts'
import { dueDepartures, homesInUnknownZones, markTold, type Departure } from './check-out.queries.ts'

/** That guests have left is no change that somebody makes: it is a moment that goes by. Told once for each departure. */
export const tellCheckouts: Routine = {
  name: 'tell-checkouts',
  cron: '* * * * *',
  async run(ctx) {
    await withEach(
      await departuresNow(ctx),
      (departure) => tell(ctx, departure),
      (error, departure) => ctx.log.error({ err: error, ...departure }, 'a departure could not be told'),
    )
  },
}

function tell(ctx: Ctx, departure: Departure): Promise<void> {
  const { workspaceId, id: reservationId } = departure
  return inTransaction({ ...ctx, workspaceId }, async (ctx) => {
    const told = await markTold(ctx, departure)
    if (told) await emit(ctx, { type: 'reservation.checked_out', reservationId, ...told })
  })
}

/** One home whose clock nobody can read keeps the others from nothing: it is left out, and that is told. */
async function departuresNow({ db, now, log }: Ctx): Promise<Departure[]> {
  try {
    return await dueDepartures(db, now)
  } catch (error) {
    const lost = await homesInUnknownZones(db, now)
    if (lost.length === 0) throw error
    for (const home of lost) log.error({ ...home }, 'departures are not told: the time zone of the property is unknown')
    const zones = new Set(lost.map(({ timezone }) => timezone))
    return dueDepartures(db, now, [...zones])
  }
}
