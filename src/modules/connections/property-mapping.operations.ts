import { operation } from '#core/operation.ts'
import { ConnectionPath } from './connection.schema.ts'
import * as schema from './property-mapping.schema.ts'
import * as mappings from './property-mapping.service.ts'

const { failures } = mappings
const LIST = '/workspaces/:workspaceId/connections/:connectionId/properties'
const ITEM = `${LIST}/:propertyId`
const about = { tag: 'Connections', access: { role: 'admin' } } as const

export const listPropertyMappings = operation({
  ...about,
  id: 'listPropertyMappings',
  summary: 'List which property is which at the provider',
  description: 'Only what was set here. Other properties are found by their external id at the provider.',
  rest: { method: 'GET', path: LIST },
  params: ConnectionPath,
  query: schema.PropertyMappingQuery,
  reply: schema.PropertyMappingPage,
  errors: [failures.connection_not_found],
  run: (ctx, { connectionId, ...query }) => mappings.listMappings(ctx, connectionId, query),
})

export const setPropertyMapping = operation({
  ...about,
  id: 'setPropertyMapping',
  summary: 'Say which property of the provider this one is',
  rest: { method: 'PUT', path: ITEM },
  params: schema.PropertyMappingPath,
  body: schema.PropertyMappingSet,
  reply: schema.PropertyMapping,
  errors: [failures.connection_not_found, failures.property_not_found, failures.remote_property_taken],
  run: (ctx, { connectionId, propertyId, remoteId }) => mappings.setMapping(ctx, connectionId, propertyId, remoteId),
})

export const removePropertyMapping = operation({
  ...about,
  id: 'removePropertyMapping',
  summary: 'Take a mapping back',
  rest: { method: 'DELETE', path: `${LIST}/:mappedPropertyId` },
  params: schema.MappedPropertyPath,
  reply: schema.PropertyMappingRemoved,
  errors: [failures.connection_not_found, failures.property_mapping_not_found],
  run: (ctx, { connectionId, mappedPropertyId }) => mappings.removeMapping(ctx, connectionId, mappedPropertyId),
})
