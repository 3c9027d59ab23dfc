import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Harness } from './harness.ts'

const DAY_MILLIS = 86_400_000

/** What only outside systems and workers bring about, put where they would put it. */
export function settingsThings({ runtime, workspaceId }: Pick<Harness, 'runtime' | 'workspaceId'>) {
  const { pool } = runtime.database
  return {
    async delivery(fields: { sender: string; status: string; error?: string; payload: object }): Promise<string> {
      const { sender, status, error = null, payload } = fields
      const id = newId()
      await run(
        pool,
        sql`
        insert into inbound_deliveries (workspace_id, id, sender, external_id, kind, payload, headers, status, error,
          outcome, attempts, received_at, finished_at)
        values (${workspaceId}, ${id}, ${sender}, ${id}, 'call_ended', ${JSON.stringify(payload)},
          '{"user-agent": "Voice/2", "x-signature": "••••"}', ${status}, ${error},
          ${error === null ? 'Made the task TK-7.' : null}, ${error === null ? 0 : 5}, ${new Date()}, ${new Date()})`,
      )
      return id
    },
    async deadLetter(type: string, error: string): Promise<string> {
      const id = newId()
      await run(
        pool,
        sql`
        insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at)
        values (${workspaceId}, ${id}, 'notifications', ${type},
          ${JSON.stringify({ taskId: newId() })}, ${error}, 5, ${new Date()},
          ${new Date()})`,
      )
      return id
    },
    /** Some use of models on each of the last days. */
    async aiUsage(days: number): Promise<void> {
      for (let ago = 0; ago < days; ago++) {
        const day = new Date(Date.now() - ago * DAY_MILLIS).toISOString().slice(0, 10)
        for (const [index, route] of ['run', 'completion', 'structured/inbox-classification', 'embeddings'].entries()) {
          const calls = ((ago * 7 + index * 5) % 11) + 4 - index
          await run(
            pool,
            sql`
            insert into ai_usage_days (workspace_id, day, caller, route, provider, model, calls, failed, cached,
              input_tokens, output_tokens, audio_seconds, images, cost_micros)
            values (${workspaceId}, ${day}, 'main-app', ${route}, 'house', 'llama', ${calls}, ${index === 1 ? 1 : 0}, 0,
              ${calls * 900}, ${calls * 210}, 0, 0, ${calls * 4200 * (4 - index)})`,
          )
        }
      }
    },
  }
}
