import { actingAlone, type TxCtx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
import { findDueCutovers, holdToAct, insertHandled, type OwnedRow } from './ownership.queries.ts'
import { cutOver } from './ownership.service.ts'
import { putBack, putBackIds } from './put-back.ts'
import type { Engine } from './run-job.ts'
import type { NewRun } from './run-start.queries.ts'

/** As what a run begins that something has set off; nothing when it is not for us, or was dealt with before. */
export async function takenAs(
  ctx: TxCtx,
  run: NewRun,
): Promise<Pick<NewRun, 'mode' | 'epoch' | 'correlationKey'> | undefined> {
  const { definitionId, id: runId } = run
  const owned = await ownerToActFor(ctx, definitionId)
  if (!owned) return undefined
  const { owner, epoch, legacyRef } = owned
  if (legacyRef === null && owner === 'service') return { mode: 'live', epoch }
  const correlationKey = run.correlationKey ?? causeOf(run)
  const isFirst = await insertHandled(ctx, { definitionId, runId, correlationKey, owner, epoch })
  if (!isFirst || owner === 'legacy') return undefined
  return { mode: owner === 'shadow' ? 'shadow' : 'live', epoch, correlationKey }
}

/** Who has a workflow until this transaction is over: a change whose moment has come is made first. */
export async function ownerToActFor(ctx: TxCtx, workflowId: string): Promise<OwnedRow | undefined> {
  const held = await holdToAct(ctx, workflowId)
  return held?.isDue ? cutOver(ctx, workflowId) : held
}

/** What both engines know it by: the id of the event, the moment of the schedule. A run that people start is known by its own. */
function causeOf({ id, createdBy }: NewRun): string {
  const { id: eventId, at } = createdBy as { id?: unknown; at?: unknown }
  return String(eventId ?? at ?? id)
}

const AT_ONCE = 20

/** Makes the planned changes of owners whose moment has come. */
export async function makeCutovers(engine: Engine): Promise<void> {
  const { pool, services, log } = engine
  await withEach(
    await findDueCutovers(pool, AT_ONCE, putBackIds(engine)),
    ({ workspaceId, id }) => pool.transaction((db) => cutOver(actingAlone({ db, workspaceId, log, services }), id)),
    (error, { workspaceId, id }) => {
      log.warn({ err: error, workspaceId, workflow: id }, 'a planned change of owner could not be made; trying again')
      putBack(engine, id)
    },
  )
}
