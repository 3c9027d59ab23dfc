import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import type { Engine } from './run-job.ts'
import { cancelRuns, type NewRun } from './run-start.queries.ts'
import * as turns from './run-turn.queries.ts'
import { turnKey, turnOf } from './run-turn.rules.ts'

/** How a run begins whose workflow has so many at a time; undefined when it does not. */
export async function turnFor(ctx: TxCtx, made: NewRun): Promise<Partial<NewRun> | undefined> {
  const concurrency = await turns.findConcurrency(ctx, made.definitionId)
  if (!concurrency) return {}
  const { workspaceId } = ctx
  // What is done in the shadow is in nobody's way.
  const key = `${made.mode === 'shadow' ? 'shadow ' : ''}${turnKey(concurrency, made.input)}`
  const group = { workspaceId, definitionId: made.definitionId, key }
  await turns.lockTurns(ctx, group)
  const open = await turns.openTurns(ctx, group)
  // The same run once more is not one more.
  const ahead = open.filter(({ id }) => id !== made.id)
  const turn = turnOf(concurrency, ahead.length)
  if (turn === 'not') return undefined
  if (turn === 'instead') {
    const ids = ahead.map(({ id }) => id)
    await cancelRuns(ctx, ids, 'Another run took its place.')
  }
  // One that is to begin at a certain moment begins then: it must not come earlier because its turn does.
  return { concurrencyKey: key, isQueued: turn === 'later' && made.dueAt === undefined }
}

const GROUPS_AT_ONCE = 100

/** Lets those begin whose turn has come. */
export async function callNext({ pool, services, log }: Engine): Promise<void> {
  let count = 0
  for (const group of await turns.waitingGroups(pool, GROUPS_AT_ONCE)) {
    await pool.transaction(async (tx) => {
      const { workspaceId } = group
      const principal = { kind: 'system' } as const
      const ctx = { db: tx, workspaceId, principal, now: new Date(), requestId: newId(), log, services }
      await turns.lockTurns(ctx, group)
      const open = await turns.openTurns(ctx, group)
      const limit = (await turns.findConcurrency(ctx, group.definitionId))?.limit ?? Infinity
      const free = limit - open.filter(({ isWaiting }) => !isWaiting).length
      const next = open.filter(({ isWaiting }) => isWaiting).slice(0, Math.max(0, free))
      await turns.letGo(
        ctx,
        next.map(({ id }) => id),
      )
      count += next.length
    })
  }
  if (count > 0) services.workflowSignals.send('due')
}
