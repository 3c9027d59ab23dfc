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

/**
 * Nobody is asked about what would be refused after a yes. Refuses what the change would be refused for: does it, and
 * takes it back. Whatever an operation does inside a transaction has to bear that; of one that reaches outside only what
 * can be told before is looked at.
 */
export async function rehearse(
  stage: Stage,
  caller: Caller,
  ready: ReadyTool,
  args: Record<string, unknown>,
  more: Pick<WorkspaceCtx, 'ifMatch' | 'audience'> = {},
): Promise<void> {
  const { operation } = ready.tool
  const { pool, now } = stage
  const input = argumentsOf(ready, args)
  if (operation.outsideTransaction) return operation.foresee?.(contextFor(stage, caller, pool, more), input)
  const rehearsing = { now, services: { ...stage.services, counters: untaken } }
  const takenBack = new Error('the change was only rehearsed')
  const work = pool.transaction(async (tx) => {
    await operation.run(contextFor(rehearsing, caller, tx, more), input)
    throw takenBack
  })
  await work.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}
