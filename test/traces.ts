import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Harness } from './harness.ts'

/** The events of a workspace, in their order. */
export async function eventsOf({ runtime, workspaceId }: Pick<Harness, 'runtime' | 'workspaceId'>): Promise<string[]> {
  const rows = await many<{ type: string }>(
    runtime.database.pool,
    sql`select type from outbox where workspace_id = ${workspaceId} order by id`,
  )
  return rows.map(({ type }) => type)
}

export async function auditOf({ asAdmin }: Harness, action: string): Promise<Record<string, unknown>[]> {
  return (await asAdmin.get(`/audit-log?action=${action}`)).body.items
}
