import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { noteKeyUse } from './api-key.queries.ts'

const WRITE_MILLIS = 5000

/** Remembers when each key was last used and writes it in batches: a write per request would cost more than most reads. */
export interface KeyUse {
  note(keyId: string, at: Date): void
  close(): Promise<void>
}

export function collectKeyUse(pool: Pool, log: Log): KeyUse {
  let uses = new Map<string, Date>()
  async function write(): Promise<void> {
    if (uses.size === 0) return
    const batch = uses
    uses = new Map()
    await noteKeyUse(pool, batch).catch((error: unknown) => log.warn({ err: error }, 'could not note the use of keys'))
  }
  const timer = setInterval(() => void write(), WRITE_MILLIS).unref()
  return {
    note: (keyId, at) => void uses.set(keyId, at),
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
