import type { Scope } from '#core/context.ts'
import { one, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Whether this is its first time. */
export async function spendPass({ db, workspaceId }: Scope, pass: { id: string; expiresAt: Date }): Promise<boolean> {
  const first = await one(
    db,
    sql`
    insert into install_passes_used (workspace_id, id, expires_at) values (${workspaceId}, ${pass.id}, ${pass.expiresAt})
    on conflict do nothing returning 1 as spent`,
  )
  return first !== undefined
}

export function deleteOldPasses(db: Db, before: Date): Promise<number> {
  return run(
    db,
    sql`
    delete from install_passes_used where (workspace_id, id) in (
      select workspace_id, id from install_passes_used where expires_at < ${before} limit 1000)`,
  )
}
