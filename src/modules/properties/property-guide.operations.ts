import { operation } from '#core/operation.ts'
import * as schema from './property-guide.schema.ts'
import * as guides from './property-guide.service.ts'
import { PropertyPath } from './property.schema.ts'
import { failures } from './property.service.ts'

const { property_not_found } = failures
const path = '/workspaces/:workspaceId/properties/:propertyId/guide'
const about = { tag: 'Properties', params: PropertyPath, reply: schema.PropertyGuide, versioned: true }

export const getPropertyGuide = operation({
  ...about,
  id: 'getPropertyGuide',
  summary: 'Read what technicians and guests are told of a property',
  access: { role: 'member' },
  rest: { method: 'GET', path },
  errors: [property_not_found],
  run: (ctx, { propertyId }) => guides.getGuide(ctx, propertyId),
})

export const updatePropertyGuide = operation({
  ...about,
  id: 'updatePropertyGuide',
  summary: 'Change what technicians and guests are told of a property',
  access: { role: 'manager' },
  rest: { method: ['PATCH', 'PUT'], path },
  body: schema.PropertyGuideUpdate,
  errors: [property_not_found],
  run: (ctx, { propertyId, ...changes }) => guides.updateGuide(ctx, propertyId, changes),
})
