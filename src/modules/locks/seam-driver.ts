import type * as seamLibrary from '@seamapi/http'
import type { SeamHttp } from '@seamapi/http'
import type { WorkspaceCtx } from '#core/context.ts'
import { findKey } from './lock-connection.service.ts'
import type { Command, Driver, Unlocking } from './lock-driver.ts'

type Library = typeof seamLibrary

const POLL_MILLIS = 500

/** Through the cloud of Seam. */
export const seamDriver: Driver = async (ctx: WorkspaceCtx, { deviceId }): Promise<Command> => {
  const apiKey = await findKey(ctx)
  if (apiKey === undefined) return async () => ({ outcome: 'failed', reason: 'the workspace has no key for Seam' })
  // Loaded with the first door: it costs start time and memory that a node without such locks should not pay.
  const library = await import('@seamapi/http')
  return (signal) => unlock(library, clientFor(library, ctx, apiKey, signal), deviceId, signal)
}

/** The door counts as open when the action attempt has succeeded, and not before. */
async function unlock(library: Library, seam: SeamHttp, device_id: string, signal: AbortSignal): Promise<Unlocking> {
  try {
    const { properties } = await seam.locks.get({ device_id })
    if (!properties.online) return { outcome: 'offline', reason: 'the device is offline' }
    signal.throwIfAborted()
  } catch (error) {
    // Nothing has been asked of the lock yet.
    return { outcome: 'failed', reason: reasonOf(error) }
  }
  try {
    await seam.locks.unlockDoor({ device_id })
    return { outcome: 'opened' }
  } catch (error) {
    if (library.isSeamActionAttemptFailedError(error)) return failed(error.code)
    const isRefused = library.isSeamHttpApiError(error) && error.statusCode < 500
    return { outcome: isRefused ? 'failed' : 'uncertain', reason: reasonOf(error) }
  }
}

/** One request each, never repeated by the library: a door is not opened twice because an answer was lost. */
function clientFor(library: Library, { services }: WorkspaceCtx, apiKey: string, signal: AbortSignal): SeamHttp {
  const { seamEndpoint: endpoint, lockAnswerSeconds } = services.settings
  const timeout = lockAnswerSeconds * 1000
  return library.SeamHttp.fromApiKey(apiKey, {
    endpoint,
    timeout,
    axiosOptions: { signal, proxy: false },
    axiosRetryOptions: { retries: 0 },
    waitForActionAttempt: { timeout, pollingInterval: POLL_MILLIS },
  })
}

function failed(code: string): Unlocking {
  return { outcome: /offline|disconnected|unreachable/.test(code) ? 'offline' : 'failed', reason: code }
}

/** Never the whole error: it holds the request, and so the key. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'no answer'
}
