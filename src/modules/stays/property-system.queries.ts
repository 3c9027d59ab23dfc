import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import { PROPERTY_SYSTEM_FIELDS, type PropertySystem } from './property-system.schema.ts'

export interface PropertySystemRow extends PropertySystem {
  version: number
}

const shown = PROPERTY_SYSTEM_FIELDS.filter((field) => field !== 'credentialsLastFour')
const COLUMNS = sql`${columnsOf([...shown, 'version'])}, credentials_hint as "credentialsLastFour"`

/** The columns as the table calls them. */
type Stored = Partial<Omit<PropertySystem, 'credentialsLastFour' | 'lastResult' | 'nextPollAt'>> & {
  nextPollAt?: Date
  credentials?: string
  credentialsHint?: string
  token?: null
  tokenExpiresAt?: null
}

export function listPropertySystems(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<PropertySystemRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`property_systems`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findPropertySystem({ db, workspaceId }: Scope, id: string): Promise<PropertySystemRow | undefined> {
  return one(db, sql`select ${COLUMNS} from property_systems where workspace_id = ${workspaceId} and id = ${id}`)
}

export function lockPropertySystem({ db, workspaceId }: TxCtx, id: string): Promise<PropertySystemRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from property_systems where workspace_id = ${workspaceId} and id = ${id} for update`,
  )
}

export function insertPropertySystem(
  { db, workspaceId, now }: TxCtx,
  system: Stored,
): Promise<PropertySystemRow | undefined> {
  const row = { ...system, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into property_systems ${insertion(row)} returning ${COLUMNS}`)
}

export function savePropertySystem(
  { db, workspaceId, now }: TxCtx,
  id: string,
  changes: Stored,
): Promise<PropertySystemRow | undefined> {
  return one(
    db,
    sql`
    update property_systems set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${id} returning ${COLUMNS}`,
  )
}

export async function deletePropertySystem({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(db, sql`delete from property_systems where workspace_id = ${workspaceId} and id = ${id}`)
}
