import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { holdOwner, insertHandled, lockDueCutovers } from './ownership.queries.ts'
import { cutOver } from './ownership.service.ts'
import type { Engine } from './run-job.ts'
import type { NewRun } from './run-start.queries.ts'

/** As what a run begins that something has set off; nothing when it is not for us, or was dealt with before. */
export async function takenAs(
  ctx: TxCtx,
  run: NewRun,
): Promise<Pick<NewRun, 'mode' | 'epoch' | 'correlationKey'> | undefined> {
  const { definitionId, id: runId } = run
  const held = await holdOwner(ctx, definitionId, 'shared')
  const isDue = held?.cutoverAt !== undefined && held.cutoverAt !== null && Date.parse(held.cutoverAt) <= Date.now()
  const owned = isDue ? await cutOver(ctx, definitionId) : held
  if (!owned) return undefined
  const { owner, epoch, legacyRef } = owned
  if (legacyRef === null && owner === 'service') return { mode: 'live', epoch }
  const correlationKey = run.correlationKey ?? causeOf(run)
  const isFirst = await insertHandled(ctx, { definitionId, runId, correlationKey, owner, epoch })
  if (!isFirst || owner === 'legacy') return undefined
  return { mode: owner === 'shadow' ? 'shadow' : 'live', epoch, correlationKey }
}

/** What both engines know it by: the id of the event, the moment of the schedule. */
function causeOf({ id, createdBy }: NewRun): string {
  const { id: eventId, at } = createdBy as { id?: unknown; at?: unknown }
  return String(eventId ?? at ?? id)
}

const AT_ONCE = 20

/** Makes the planned changes of owners whose moment has come. */
export async function makeCutovers({ pool, services, log }: Engine): Promise<void> {
  await pool.transaction(async (tx) => {
    for (const { workspaceId, id } of await lockDueCutovers(tx, AT_ONCE)) {
      const principal = { kind: 'system' } as const
      await cutOver({ db: tx, workspaceId, principal, now: new Date(), requestId: newId(), log, services }, id)
    }
  })
}
