import { randomUUID } from 'node:crypto'
import type { Bus } from './bus.ts'
import { many, type Pool } from './db.ts'
import { sql } from './sql.ts'

interface Parts extends Pick<Bus, 'on' | 'publish' | 'isLive'> {
  pool: Pool
  nodeId: string
  /** A node that has not answered for this long no longer trusts its memory. */
  patienceMillis: number
}

/**
 * Makes the function that waits until every live node has worked through all messages committed before the call:
 * each node answers a marker when it comes to it, and messages arrive in the order of their commits.
 */
export function createSettling({ pool, nodeId, on, publish, isLive, patienceMillis }: Parts): () => Promise<void> {
  const waiting = new Map<string, (node: string) => void>()
  on('settle', (id) => void publish(`settled:${id}:${nodeId}`).catch(() => {}))
  on('settled', (rest) => waiting.get(rest.slice(0, 36))?.(rest.slice(37)))

  return async () => {
    const seconds = patienceMillis / 1000
    const nodes = await many<{ id: string }>(
      pool,
      sql`select id from nodes where seen_at > clock_timestamp() - make_interval(secs => ${seconds})`,
    )
    // This node waits for itself too, unless it trusts nothing it remembers anyway.
    const missing = new Set([...nodes.map(({ id }) => id), ...(isLive() ? [nodeId] : [])])
    if (missing.size === 0) return
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const patience = setTimeout(resolve, patienceMillis)
    waiting.set(id, (node) => {
      missing.delete(node)
      if (missing.size === 0) resolve()
    })
    try {
      await publish(`settle:${id}`)
      await promise
    } finally {
      clearTimeout(patience)
      waiting.delete(id)
    }
  }
}
