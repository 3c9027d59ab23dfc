import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, sql } from '#core/sql.ts'
import type { PropertyMapping } from './property-mapping.schema.ts'

const COLUMNS = columnsOf(['propertyId', 'remoteId', 'createdAt', 'updatedAt'])

export function listMappings(
  { db, workspaceId }: Scope,
  connectionId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<PropertyMapping>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`connection_properties`,
    where: sql`workspace_id = ${workspaceId} and connection_id = ${connectionId}`,
    order: sql`created_at desc, property_id desc`,
  })
}

export function findMapping(
  { db, workspaceId }: Scope,
  connectionId: string,
  propertyId: string,
): Promise<PropertyMapping | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from connection_properties
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and property_id = ${propertyId}`,
  )
}

export function saveMapping(
  { db, workspaceId, now }: TxCtx,
  connectionId: string,
  { propertyId, remoteId }: Pick<PropertyMapping, 'propertyId' | 'remoteId'>,
): Promise<PropertyMapping | undefined> {
  return one(
    db,
    sql`
    insert into connection_properties (workspace_id, connection_id, property_id, remote_id, created_at, updated_at)
    values (${workspaceId}, ${connectionId}, ${propertyId}, ${remoteId}, ${now}, ${now})
    on conflict (workspace_id, connection_id, property_id)
      do update set remote_id = excluded.remote_id, updated_at = excluded.updated_at
    returning ${COLUMNS}`,
  )
}

/** Answers whether there was one. */
export async function deleteMapping(
  { db, workspaceId }: TxCtx,
  connectionId: string,
  propertyId: string,
): Promise<boolean> {
  const deleted = await run(
    db,
    sql`
    delete from connection_properties
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and property_id = ${propertyId}
    returning property_id`,
  )
  return deleted > 0
}
