import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listPropertySystems as list } from './property-system.queries.ts'
import * as schema from './property-system.schema.ts'
import * as systems from './property-system.service.ts'

const { property_system_not_found, credentials_inapplicable } = systems.failures
const LIST = '/workspaces/:workspaceId/property-systems'
const ITEM = `${LIST}/:propertySystemId`
const about = { tag: 'Property systems', access: { role: 'admin' } } as const

export const listPropertySystems = operation({
  ...about,
  id: 'listPropertySystems',
  summary: 'List where stays come from, with their last polls',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.PropertySystemQuery,
  reply: schema.PropertySystemPage,
  run: (ctx, query) => list(ctx, query),
})

export const createPropertySystem = operation({
  ...about,
  id: 'createPropertySystem',
  summary: 'Connect calendars or a property system',
  description: 'Credentials are kept as ciphertext and never shown again. Say then which property is which there.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.PropertySystemCreate,
  reply: schema.PropertySystem,
  status: 201,
  versioned: true,
  errors: [credentials_inapplicable],
  run: (ctx, input) => systems.createPropertySystem(ctx, input),
})

export const getPropertySystem = operation({
  ...about,
  id: 'getPropertySystem',
  summary: 'Read a property system and the result of its last poll',
  rest: { method: 'GET', path: ITEM },
  params: schema.PropertySystemPath,
  reply: schema.PropertySystem,
  versioned: true,
  errors: [property_system_not_found],
  run: (ctx, { propertySystemId }) => systems.getPropertySystem(ctx, propertySystemId),
})

export const updatePropertySystem = operation({
  ...about,
  id: 'updatePropertySystem',
  summary: 'Rename, pause or resume a property system, or give it new credentials',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.PropertySystemPath,
  body: schema.PropertySystemUpdate,
  reply: schema.PropertySystem,
  versioned: true,
  errors: [property_system_not_found, credentials_inapplicable],
  run: (ctx, { propertySystemId, ...changes }) => systems.updatePropertySystem(ctx, propertySystemId, changes),
})

export const deletePropertySystem = operation({
  ...about,
  id: 'deletePropertySystem',
  summary: 'Forget a property system and its credentials',
  description: 'The stays that came from it stay as they are.',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.PropertySystemPath,
  reply: Deleted,
  conditional: true,
  errors: [property_system_not_found],
  run: (ctx, { propertySystemId }) => systems.deletePropertySystem(ctx, propertySystemId),
})
