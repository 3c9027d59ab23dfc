import type { WorkspaceCtx } from './context.ts'
import { untaken } from './counters.ts'
import type { Pool } from './db.ts'
import type { Services } from './services.ts'
import type { Caller } from './tool-caller.ts'
import type { ReadyTool } from './tool-ready.ts'
import { argumentsOf, contextFor } from './tool-run.ts'

interface Stage {
  pool: Pool
  services: Services
  now: () => Date
}

interface Change {
  ready: ReadyTool
  args: Record<string, unknown>
}

interface Rehearsed extends Change {
  /** Done first, and taken back too. */
  before?: readonly Change[]
}

/**
 * Nobody is asked about what would be refused after a yes. Refuses what the change would be refused for: does it, and
 * takes it back. Whatever an operation does inside a transaction has to bear that; of one that reaches outside only what
 * can be told before is looked at.
 */
export async function rehearse(
  stage: Stage,
  caller: Caller,
  { ready, args, before = [] }: Rehearsed,
  more: Pick<WorkspaceCtx, 'ifMatch'> = {},
): Promise<void> {
  const { operation } = ready.tool
  const { pool, now } = stage
  const input = argumentsOf(ready, args)
  if (operation.outsideTransaction) return operation.foresee?.(contextFor(stage, caller, pool, more), input)
  const first = before.filter((each) => !each.ready.tool.operation.outsideTransaction)
  const rehearsing = { now, services: { ...stage.services, counters: untaken } }
  const takenBack = new Error('the change was only rehearsed')
  const work = pool.transaction(async (tx) => {
    const ctx = contextFor(rehearsing, caller, tx, more)
    for (const each of first) await each.ready.tool.operation.run(ctx, argumentsOf(each.ready, each.args))
    await operation.run(ctx, input)
    throw takenBack
  })
  await work.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}
