import type { TxCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import { findDefinition } from './definition.queries.ts'
import type { Engine } from './run-job.ts'
import { addRun, versionFor } from './run.service.ts'
import { nextFire } from './schedule.ts'
import { lockDueTriggers, saveNextAt, type DueTrigger } from './trigger.queries.ts'

const AT_ONCE = 50
const LATE_MILLIS_MAX = 60_000

/** Starts what the clock says. The run and the next moment are written together: each moment starts one run. */
export async function fireSchedules({ pool, services, log }: Engine): Promise<void> {
  await pool.transaction(async (tx) => {
    const now = new Date()
    for (const trigger of await lockDueTriggers(tx, AT_ONCE)) {
      const { workspaceId } = trigger
      const principal = { kind: 'system' } as const
      await fire({ db: tx, workspaceId, principal, now, requestId: newId(), log, services }, trigger)
    }
  })
}

async function fire(ctx: TxCtx, trigger: DueTrigger): Promise<void> {
  const { id: triggerId, definitionId, cron, timezone, missed, nextAt } = trigger
  const when = { cron, ...(timezone === null ? {} : { timezone }) }
  const isLate = ctx.now.getTime() - Date.parse(nextAt) > LATE_MILLIS_MAX
  const definition = await findDefinition(ctx, definitionId)
  const id = derivedId(definitionId, `schedule ${cron} ${nextAt}`)
  const versionNumber = definition && versionFor(definition, id)
  if (versionNumber !== undefined && !(missed === 'skip' && isLate)) {
    const cause = { triggerKind: 'schedule' as const, triggerId, depth: 0, createdBy: { kind: 'schedule', at: nextAt } }
    await addRun(ctx, { id, definitionId, versionNumber, input: {}, ...cause })
  }
  // Of those that were missed `latest` starts one, `all` each.
  await saveNextAt(ctx, triggerId, nextFire(when, missed === 'all' ? new Date(nextAt) : ctx.now))
}
