import { once } from 'node:events'
import type { WorkspaceCtx } from '#core/context.ts'
import type { Driver } from './lock-driver.ts'
import { findSimulation, openSimulated } from './lock.queries.ts'

/** For the demo and for trying things out: does what it was told to. */
export const simulatedDriver: Driver = async (ctx: WorkspaceCtx, { id }) => {
  const { behaviour } = (await findSimulation(ctx, id)) ?? { behaviour: 'offline' }
  return async (signal) => {
    if (behaviour === 'offline') return { outcome: 'offline', reason: 'told to be offline' }
    if (behaviour === 'failing') return { outcome: 'failed', reason: 'told to fail' }
    if (behaviour === 'slow' && !signal.aborted) await once(signal, 'abort')
    if (signal.aborted) return { outcome: 'uncertain', reason: 'told to be slow' }
    return (await openSimulated(ctx, id)) ? { outcome: 'opened' } : { outcome: 'uncertain' }
  }
}
