import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import * as schema from './property.schema.ts'
import * as properties from './property.service.ts'

const { failures } = properties
const about = { tag: 'Properties', contract: schema.PROPERTY_CONTRACT }

export const listProperties = operation({
  ...about,
  id: 'listProperties',
  workflow: { name: 'property-list', version: '1.0.0' },
  summary: 'List properties',
  description: 'Newest first unless `sort` says otherwise. Deleted properties are left out.',
  access: { scope: 'properties:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/properties' },
  params: WorkspacePath,
  query: schema.PropertyQuery,
  reply: schema.PropertyPage,
  replyRestricted: schema.PropertyReducedPage,
  run: (ctx, query) => properties.listProperties(ctx, query),
})

export const createProperty = operation({
  ...about,
  id: 'createProperty',
  summary: 'Create a property',
  description: 'Only `name` is required; `status` is ONBOARDING unless sent.',
  access: { scope: 'properties:write', role: 'manager' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/properties' },
  params: WorkspacePath,
  body: schema.PropertyCreate,
  reply: schema.Property,
  status: 201,
  versioned: true,
  errors: [failures.property_inapplicable],
  run: (ctx, input) => properties.createProperty(ctx, input),
})

export const getProperty = operation({
  ...about,
  id: 'getProperty',
  workflow: { name: 'property-get', version: '1.0.0' },
  summary: 'Read a property',
  access: { scope: 'properties:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/properties/:propertyId' },
  params: schema.PropertyPath,
  reply: schema.Property,
  replyRestricted: schema.PropertyReduced,
  versioned: true,
  errors: [failures.property_not_found],
  run: (ctx, { propertyId }) => properties.getProperty(ctx, propertyId),
})

export const updateProperty = operation({
  ...about,
  id: 'updateProperty',
  summary: 'Change a property',
  description:
    'Fields left out stay, null clears, `customFields` merges one level. What was read can be sent back whole; a read-only field must then have its current value.',
  access: { scope: 'properties:write', role: 'manager' },
  rest: { method: ['PATCH', 'PUT'], path: '/workspaces/:workspaceId/properties/:propertyId' },
  params: schema.PropertyPath,
  body: schema.PropertyUpdate,
  reply: schema.Property,
  versioned: true,
  errors: [failures.property_not_found, failures.property_inapplicable],
  run: (ctx, { propertyId, ...changes }) => properties.updateProperty(ctx, propertyId, changes),
})

export const deleteProperty = operation({
  ...about,
  id: 'deleteProperty',
  summary: 'Delete a property',
  description: 'A soft delete: the property disappears from every list and answer.',
  access: { scope: 'properties:write', role: 'manager' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/properties/:propertyId' },
  params: schema.PropertyPath,
  reply: Deleted,
  conditional: true,
  errors: [failures.property_not_found],
  run: (ctx, { propertyId }) => properties.deleteProperty(ctx, propertyId),
})
