import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { columnsOf, sql } from '#core/sql.ts'
import type { LockConnection } from './lock-connection.schema.ts'

interface ConnectionRow extends LockConnection {
  keySealed: string
}

const COLUMNS = columnsOf(['provider', 'lastFour', 'updatedAt', 'keySealed'])

export function findConnection({ db, workspaceId }: Scope): Promise<ConnectionRow | undefined> {
  return one(db, sql`select ${COLUMNS} from lock_connections where workspace_id = ${workspaceId} and provider = 'seam'`)
}

export async function saveConnection(
  { db, workspaceId, now }: TxCtx,
  keySealed: string,
  lastFour: string,
): Promise<void> {
  await run(
    db,
    sql`
    insert into lock_connections (workspace_id, provider, key_sealed, last_four, created_at, updated_at)
    values (${workspaceId}, 'seam', ${keySealed}, ${lastFour}, ${now}, ${now})
    on conflict (workspace_id, provider) do update
      set key_sealed = excluded.key_sealed, last_four = excluded.last_four, updated_at = excluded.updated_at`,
  )
}

export async function deleteConnection({ db, workspaceId }: TxCtx): Promise<void> {
  await run(db, sql`delete from lock_connections where workspace_id = ${workspaceId} and provider = 'seam'`)
}
