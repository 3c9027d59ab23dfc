import { coreFailures, fail } from '#core/errors.ts'
import { principalId, type Principal } from '#core/principal.ts'

const OPEN_MAX = 20_000
const RETRY_SECONDS = 60

/** How many event streams of all kinds one node may have open. */
export interface StreamLimits {
  /** Per key or person. */
  readonly perCredential: number
  readonly perWorkspace: number
}

export interface StreamPlaces {
  /** Takes a place and returns how to give it back, or refuses and names the limit. */
  take(principal: Principal, workspaceId: string): () => void
}

/**
 * Counts streams per process, since each one costs this process a connection and some memory. No node waits for
 * another, and one that dies leaves no stale counts behind.
 */
export function streamPlaces({ perCredential, perWorkspace }: StreamLimits): StreamPlaces {
  const open = new Map<string, number>()
  let all = 0

  const add = (name: string, more: 1 | -1): void => {
    const now = (open.get(name) ?? 0) + more
    if (now > 0) open.set(name, now)
    else open.delete(name)
  }

  function assertRoom(name: string, max: number, whose: string, way: string): void {
    if ((open.get(name) ?? 0) < max) return
    const detail = `${whose} already has ${max} event streams open at this server, which is the limit. Close one or ${way}, then try again.`
    fail(coreFailures.rate_limited, { detail, retryAfterSeconds: RETRY_SECONDS })
  }

  return {
    take(principal, workspaceId) {
      if (all >= OPEN_MAX) fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS })
      const [holder, workspace] = [principalId(principal), `workspace:${workspaceId}`]
      const whose = principal.kind === 'key' ? 'This API key' : 'This person'
      assertRoom(holder, perCredential, whose, 'read without a stream')
      assertRoom(workspace, perWorkspace, 'This workspace', 'have somebody else close theirs')
      all += 1
      add(holder, 1)
      add(workspace, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        add(holder, -1)
        add(workspace, -1)
      }
    },
  }
}
