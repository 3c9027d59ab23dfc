import { oneAtATime } from '#core/batching.ts'
import type { Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import type { DeltaBatch, SessionLog } from '#core/session-log.ts'
import { insertDeltas } from './delta.queries.ts'

export const SESSION_TOPIC = 'agent-sessions'
/** A message on the channel may have 8000 bytes, and an id has 36 and a comma. */
const IDS_TOLD_TOGETHER_MAX = 200

/**
 * One statement for what arrives while the one before it is under way: the busier the process, the more in each. Who is
 * told is told after the commit, and once for many events.
 */
export function openSessionLog(pool: Pool, bus: Pick<Bus, 'publish'>): SessionLog {
  const publish = oneAtATime<string>(async (ids) => {
    const distinct = [...new Set(ids)]
    for (let from = 0; from < distinct.length; from += IDS_TOLD_TOGETHER_MAX) {
      await bus.publish(`${SESSION_TOPIC}:${distinct.slice(from, from + IDS_TOLD_TOGETHER_MAX).join(',')}`)
    }
  })
  const written = new WeakSet<DeltaBatch>()
  const insert = oneAtATime<DeltaBatch>(async (batches) => {
    const accepted = await insertDeltas(pool, batches)
    for (const batch of batches) if (accepted.has(`${batch.messageId}:${batch.attempt}`)) written.add(batch)
  })
  return {
    // Those who watch look by themselves each second, so a message that gets lost costs no more than that.
    tell: (sessionId) => void publish(sessionId).catch(() => {}),
    async write(batch) {
      await insert(batch)
      return written.has(batch)
    },
  }
}
