import { inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { failures as propertyFailures, getProperty } from '#modules/properties/property.service.ts'
import { failures as connectionFailures, getConnection } from './connection.service.ts'
import * as mappings from './property-mapping.queries.ts'
import type { PropertyMapping } from './property-mapping.schema.ts'

export const failures = {
  connection_not_found: connectionFailures.connection_not_found,
  property_not_found: propertyFailures.property_not_found,
  ...defineFailures({
    property_mapping_not_found: { status: 404, text: 'This property has no mapping in this connection.' },
    remote_property_taken: { status: 409, text: 'Another property is mapped to this one of the provider.' },
  }),
}

const TAKEN = { connection_properties_remote: { failure: failures.remote_property_taken, field: 'remoteId' } }

export async function listMappings(
  ctx: WorkspaceCtx,
  connectionId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<PropertyMapping>> {
  await getConnection(ctx, connectionId)
  return mappings.listMappings(ctx, connectionId, query)
}

/** The provider's id of a property, if an administrator has given it. */
export async function mappedRemoteId(
  ctx: Scope,
  connectionId: string,
  propertyId: string,
): Promise<string | undefined> {
  return (await mappings.findMapping(ctx, connectionId, propertyId))?.remoteId
}

export function setMapping(
  ctx: WorkspaceCtx,
  connectionId: string,
  propertyId: string,
  remoteId: string,
): Promise<PropertyMapping> {
  return inTransaction(ctx, async (ctx) => {
    await getConnection(ctx, connectionId)
    await getProperty(ctx, propertyId)
    const saved = await refusingTaken(mappings.saveMapping(ctx, connectionId, { propertyId, remoteId }), TAKEN)
    await trace(ctx, 'connection.property_mapped', connectionId, { propertyId, remoteId })
    return saved ?? fail(failures.property_mapping_not_found)
  })
}

export function removeMapping(
  ctx: WorkspaceCtx,
  connectionId: string,
  propertyId: string,
): Promise<{ propertyId: string; removed: true }> {
  return inTransaction(ctx, async (ctx) => {
    await getConnection(ctx, connectionId)
    const removed = await mappings.deleteMapping(ctx, connectionId, propertyId)
    if (!removed) fail(failures.property_mapping_not_found)
    await trace(ctx, 'connection.property_unmapped', connectionId, { propertyId })
    return { propertyId, removed }
  })
}

function trace(ctx: TxCtx, action: string, connectionId: string, details: object): Promise<void> {
  const event = { connectionId, ...details }
  return recordChange(ctx, { action, targetKind: 'connection', targetId: connectionId, details, event })
}
