import { actingAlone, type TxCtx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
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
  // One that is to begin at a certain moment waits for its turn from then on.
  if (made.dueAt !== undefined) return { concurrencyKey: key, isQueued: true }
  const turn = turnOf(concurrency, await aheadOf(ctx, group, made.id, concurrency.limit))
  if (turn === 'not') return undefined
  if (turn === 'instead') {
    const all = [...(await turns.takingTurns(ctx, group, ALL)), ...(await turns.waitingTurns(ctx, group, ALL))]
    await cancelRuns(
      ctx,
      all.filter((id) => id !== made.id),
      'Another run took its place.',
    )
  }
  return { concurrencyKey: key, isQueued: turn === 'later' }
}
const ALL = 2_147_483_647

/** How many are under way or wait before this one; more than the limit need not be known. */
async function aheadOf(ctx: TxCtx, group: turns.TurnGroup, id: string, limit: number): Promise<number> {
  // The same run once more is not one more.
  const countOthers = (ids: readonly string[]): number => ids.filter((each) => each !== id).length
  const underWay = countOthers(await turns.takingTurns(ctx, group, limit + 1))
  return underWay >= limit ? underWay : underWay + countOthers(await turns.waitingTurns(ctx, group, limit + 1))
}

const GROUPS_AT_ONCE = 100
const PAGES_AT_ONCE = 50
/** Where each engine goes on looking, so that those which cannot go on keep nobody from it. */
const lastLooked = new WeakMap<Engine, turns.TurnGroup>()

/** Lets those begin whose turn has come: of some groups, the next ones each time. */
export async function callNext(engine: Engine): Promise<void> {
  for (let page = 0; page < PAGES_AT_ONCE; page++) {
    const groups = await turns.waitingGroups(engine.pool, GROUPS_AT_ONCE, lastLooked.get(engine))
    const last = groups.length === GROUPS_AT_ONCE ? groups.at(-1) : undefined
    if (last) lastLooked.set(engine, last)
    else lastLooked.delete(engine)
    const due = groups.filter(({ isDue }) => isDue)
    await withEach(
      due,
      (group) => callGroup(engine, group),
      (error, group) => engine.log.warn({ err: error, ...group }, 'runs that wait could not be called; trying again'),
    )
    // Those whose moment is still to come hold up nobody behind them.
    if (due.length > 0 || !last) return
  }
}

/** The same of one group, in which somebody has just ended. */
export async function callGroup({ pool, services, log }: Engine, group: turns.TurnGroup): Promise<void> {
  const called = await pool.transaction(async (tx) => {
    const { workspaceId, definitionId } = group
    const ctx = actingAlone({ db: tx, workspaceId, log, services })
    await turns.lockTurns(ctx, group)
    const limit = (await turns.findConcurrency(ctx, definitionId))?.limit ?? LIMIT_MAX
    const free = limit - (await turns.takingTurns(ctx, group, limit)).length
    const next = free > 0 ? await turns.waitingTurns(ctx, group, free) : []
    if (next.length > 0) await turns.letGo(ctx, next)
    return next.length
  })
  if (called > 0) services.workflowSignals.send('due')
}
/** Of those whose workflow has no limit any more so many go at once. */
const LIMIT_MAX = 1000
