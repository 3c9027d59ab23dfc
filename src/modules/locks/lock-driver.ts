import type { WorkspaceCtx } from '#core/context.ts'
import type { Lock } from './lock.schema.ts'
import { seamDriver } from './seam-driver.ts'
import { simulatedDriver } from './simulated-driver.ts'

/** What came of asking a lock to open. Only `opened` is said of a door that opened. */
export interface Unlocking {
  outcome: 'opened' | 'offline' | 'failed' | 'uncertain'
  /** For the office. */
  reason?: string
}

/** Asks one device once. When `signal` is aborted before the command went out, it must not go out any more. */
export type Command = (signal: AbortSignal) => Promise<Unlocking>

/** Makes ready what is ours, which is not counted as time of the device. */
export type Driver = (ctx: WorkspaceCtx, lock: Lock) => Promise<Command>

const DRIVERS: Record<Lock['provider'], Driver> = { simulated: simulatedDriver, seam: seamDriver }

/** A device that has not answered in time may have opened or not: nobody tries again by himself. */
export async function unlock(ctx: WorkspaceCtx, lock: Lock): Promise<Unlocking> {
  const command = await readied(ctx, lock)
  if (!command) return { outcome: 'failed', reason: 'the driver was not ready' }
  const seconds = ctx.services.settings.lockAnswerSeconds
  const limit = AbortSignal.timeout(seconds * 1000)
  const silence = new Promise<Unlocking>((resolve) => {
    limit.addEventListener('abort', () => resolve({ outcome: 'uncertain', reason: `no answer in ${seconds} s` }))
  })
  const answer = command(limit).catch((error: unknown): Unlocking => {
    // Its message only: an error of a client may hold the whole request, and the key with it.
    ctx.log.warn({ reason: String(error), lockId: lock.id }, 'lock driver failed')
    return { outcome: 'uncertain', reason: 'the driver failed' }
  })
  return Promise.race([answer, silence])
}

/** Undefined when it could not be made ready: nothing has been asked of the lock then. */
async function readied(ctx: WorkspaceCtx, lock: Lock): Promise<Command | undefined> {
  try {
    return await DRIVERS[lock.provider](ctx, lock)
  } catch (error) {
    ctx.log.error({ reason: String(error), lockId: lock.id }, 'lock driver not ready')
    return undefined
  }
}
