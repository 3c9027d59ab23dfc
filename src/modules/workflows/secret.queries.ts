import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import type { WorkflowSecret } from './secret.schema.ts'

const COLUMNS = columnsOf(['id', 'name', 'createdAt', 'updatedAt'])
const REPLACE = sql`do update set value_sealed = excluded.value_sealed, updated_at = excluded.updated_at`

export function listSecrets(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<WorkflowSecret>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`wf_secret`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`name`,
  })
}

export async function countSecrets({ db, workspaceId }: Scope): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`select count(*) as count from wf_secret where workspace_id = ${workspaceId}`,
  )
  return row?.count ?? 0
}

/** Undefined when there is one of this name, and it shall not be replaced. */
export function putSecret(
  { db, workspaceId, now }: TxCtx,
  secret: { id: string; name: string; valueSealed: string; createdBy: object },
  replace: boolean,
): Promise<(WorkflowSecret & { created: boolean }) | undefined> {
  const createdBy = JSON.stringify(secret.createdBy)
  const row = { workspaceId, ...secret, createdBy, createdAt: now, updatedAt: now }
  return one(
    db,
    sql`
    insert into wf_secret ${insertion(row)} on conflict (workspace_id, name) ${replace ? REPLACE : sql`do nothing`}
    returning ${COLUMNS}, xmax = 0 as created`,
  )
}

export function deleteSecret({ db, workspaceId }: TxCtx, id: string): Promise<{ name: string } | undefined> {
  return one(db, sql`delete from wf_secret where workspace_id = ${workspaceId} and id = ${id} returning name`)
}

export function findSealed(
  { db, workspaceId }: Scope,
  names: readonly string[],
): Promise<{ name: string; valueSealed: string }[]> {
  return many(
    db,
    sql`
    select name, value_sealed as "valueSealed" from wf_secret
    where workspace_id = ${workspaceId} and name = any (${[...names]})`,
  )
}
