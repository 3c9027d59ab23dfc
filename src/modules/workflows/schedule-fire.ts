import { actingAlone, type TxCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { isDatabaseAwayForAll } from '#core/db-failures.ts'
import { turns } from '#core/turns.ts'
import { findDefinition, type DefinitionRow } from './definition.queries.ts'
import { forgetHandled } from './ownership.queries.ts'
import { putBack, putBackIds } from './put-back.ts'
import type { Engine } from './run-job.ts'
import { versionFor } from './run.service.ts'
import { intervalMillis, latestFire, nextFire } from './schedule.ts'
import { findDueTriggers, findLastRun, lockDueTrigger, saveNextAt, type DueTrigger } from './trigger-due.queries.ts'
import { originOf } from './trigger.rules.ts'
import { addTriggered } from './trigger-start.ts'

const AT_ONCE = 50
/** Some side by side: one that waits for somebody else's lock holds up few, and not for long. */
const LANES = 4
const LOCK_MILLIS_MAX = 500
/** Of moments that were missed so many are caught up with in one go. */
const CAUGHT_UP_MAX = 100
const LATE_MILLIS_MAX = 60_000
/** How soon to look again whether the run has ended after which the next one comes. */
const LOOK_MILLIS = { min: 1000, max: 30_000, part: 60 }

/** Starts what the clock says. One schedule that cannot be fired now keeps no other from it. */
export async function fireSchedules(engine: Engine): Promise<void> {
  for (;;) {
    const due = await findDueTriggers(engine.pool, AT_ONCE, putBackIds(engine))
    const inTurn = turns(LANES)
    const fired = await Promise.all(due.map((each) => inTurn(() => fireDue(engine, each))))
    if (due.length < AT_ONCE || !fired.includes(true)) return
  }
}

/** The run and the next moment are written together: each moment starts one run. False when nothing was fired. */
async function fireDue(engine: Engine, due: Pick<DueTrigger, 'workspaceId' | 'id'>): Promise<boolean> {
  const { pool, services, log } = engine
  const { workspaceId, id } = due
  try {
    return await pool.transaction(async (tx) => {
      const trigger = await lockDueTrigger(tx, due, LOCK_MILLIS_MAX)
      if (!trigger) return false
      const ctx = actingAlone({ db: tx, workspaceId, log, services })
      await saveNextAt(ctx, id, await fire(ctx, trigger))
      return true
    })
  } catch (error) {
    if (isDatabaseAwayForAll(error)) throw error
    log.warn({ err: error, workspaceId, trigger: id }, 'a schedule could not be fired; trying again in a moment')
    putBack(engine, id)
    return false
  }
}

/** Answers the next moment. */
async function fire(ctx: TxCtx, trigger: DueTrigger): Promise<Date | null> {
  const definition = await findDefinition(ctx, trigger.definitionId)
  if (!definition) return null
  if (trigger.after !== null) return fireAfter(ctx, trigger, definition, trigger.after)
  const { missed } = trigger
  let moment = new Date(trigger.nextAt)
  if (missed !== 'all') {
    // Of one that a node of an earlier build has made only its next moment is known.
    const when = { ...trigger, countsFrom: trigger.countsFrom ?? moment }
    const isLate = ctx.now.getTime() - moment.getTime() > LATE_MILLIS_MAX
    if (missed === 'latest') await start(ctx, trigger, definition, latestFire(when, moment, ctx.now))
    else if (!isLate) await start(ctx, trigger, definition, moment)
    // It was due by the clock of the database, which may be ahead of ours: the same moment does not come again.
    return nextFire(when, moment > ctx.now ? moment : ctx.now)
  }
  for (let count = 0; count < CAUGHT_UP_MAX && moment <= ctx.now; count++) {
    await start(ctx, trigger, definition, moment)
    const next = nextFire(trigger, moment)
    if (!next) return null
    moment = next
  }
  return moment
}

/** So long after the end of the last run, which this looks for again while it is under way. */
async function fireAfter(ctx: TxCtx, trigger: DueTrigger, definition: DefinitionRow, after: string): Promise<Date> {
  const now = ctx.now.getTime()
  const last = await findLastRun(ctx, trigger.id)
  const millis = intervalMillis(after, last?.endedAt ? Date.parse(last.endedAt) : now)
  const look = Math.min(LOOK_MILLIS.max, Math.max(LOOK_MILLIS.min, millis / LOOK_MILLIS.part))
  if (last && last.endedAt === null) return new Date(now + look)
  const due = last?.endedAt ? Date.parse(last.endedAt) + millis : now
  if (due > now) return new Date(due)
  // Whoever else acts knows this moment by no name: nothing is kept of it, and it is looked for again.
  if (!(await start(ctx, trigger, definition, ctx.now))) {
    await forgetHandled(ctx, definition.id, runIdAt(trigger, ctx.now))
  }
  return new Date(now + look)
}

function runIdAt(trigger: DueTrigger, moment: Date): string {
  const { cron, every, after } = trigger
  return derivedId(originOf(trigger), `schedule ${cron ?? every ?? after} ${moment.toISOString()}`)
}

async function start(ctx: TxCtx, trigger: DueTrigger, definition: DefinitionRow, moment: Date): Promise<boolean> {
  const runId = runIdAt(trigger, moment)
  const versionNumber = versionFor(definition, runId)
  if (versionNumber === undefined) return false
  return addTriggered(ctx, trigger, { eventId: moment.toISOString(), input: {}, runId, versionNumber })
}
