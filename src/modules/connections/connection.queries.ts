import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import { CONNECTION_FIELDS, type Connection } from './connection.schema.ts'

export interface ConnectionRow extends Connection {
  version: number
}

/** A connection with what only the server may know. */
export interface SealedConnection extends ConnectionRow {
  credentials: string
}

const shown = CONNECTION_FIELDS.filter((field) => field !== 'credentialsLastFour')
const COLUMNS = sql`${columnsOf([...shown, 'version'])}, credentials_hint as "credentialsLastFour"`

/** The columns as the table calls them. */
type Stored = Partial<Omit<Connection, 'credentialsLastFour' | 'settings'>> & {
  settings?: string
  credentials?: string
  credentialsHint?: string
  tokens?: null
  tokensExpireAt?: null
  tokenAskedAt?: null
  blockedUntil?: null
}

export function listConnections(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<ConnectionRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`connections`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findConnection({ db, workspaceId }: Scope, connectionId: string): Promise<ConnectionRow | undefined> {
  return one(db, sql`select ${COLUMNS} from connections where workspace_id = ${workspaceId} and id = ${connectionId}`)
}

export function lockConnection(
  { db, workspaceId }: TxCtx,
  connectionId: string,
): Promise<SealedConnection | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS}, credentials from connections where workspace_id = ${workspaceId} and id = ${connectionId}
    for update`,
  )
}

export function insertConnection(
  { db, workspaceId, now }: TxCtx,
  connection: Stored,
): Promise<ConnectionRow | undefined> {
  const row = { ...connection, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into connections ${insertion(row)} returning ${COLUMNS}`)
}

export function saveConnection(
  { db, workspaceId, now }: TxCtx,
  connectionId: string,
  changes: Stored,
): Promise<ConnectionRow | undefined> {
  return one(
    db,
    sql`
    update connections set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${connectionId} returning ${COLUMNS}`,
  )
}

export async function deleteConnection({ db, workspaceId }: TxCtx, connectionId: string): Promise<void> {
  await run(db, sql`delete from connections where workspace_id = ${workspaceId} and id = ${connectionId}`)
}
