import { operation } from '#core/operation.ts'
import { PropertySystemPath } from './property-system.schema.ts'
import * as schema from './stay-source.schema.ts'
import * as sources from './stay-source.service.ts'

const { failures } = sources
const LIST = '/workspaces/:workspaceId/property-systems/:propertySystemId/properties'
const ITEM = `${LIST}/:propertyId`
const about = { tag: 'Property systems', access: { role: 'admin' } } as const

export const listStaySources = operation({
  ...about,
  id: 'listStaySources',
  summary: 'List which property gets its stays from where',
  rest: { method: 'GET', path: LIST },
  params: PropertySystemPath,
  query: schema.StaySourceQuery,
  reply: schema.StaySourcePage,
  errors: [failures.property_system_not_found],
  run: (ctx, { propertySystemId, ...query }) => sources.listSources(ctx, propertySystemId, query),
})

export const setStaySource = operation({
  ...about,
  id: 'setStaySource',
  summary: 'Say where the stays of a property come from',
  description: 'With provider `ical` the address of a calendar, otherwise what the property system calls the property.',
  rest: { method: 'PUT', path: ITEM },
  params: schema.StaySourcePath,
  body: schema.StaySourceSet,
  reply: schema.StaySource,
  errors: [
    failures.property_system_not_found,
    failures.property_not_found,
    failures.stay_source_taken,
    failures.stay_source_inapplicable,
  ],
  run: (ctx, { propertySystemId, propertyId, ...input }) => sources.setSource(ctx, propertySystemId, propertyId, input),
})

export const removeStaySource = operation({
  ...about,
  id: 'removeStaySource',
  summary: 'Take a source of stays away',
  description: 'The stays that came from it stay as they are.',
  rest: { method: 'DELETE', path: `${LIST}/:sourcePropertyId` },
  params: schema.PresentSourcePath,
  reply: schema.StaySourceRemoved,
  errors: [failures.property_system_not_found, failures.stay_source_not_found],
  run: (ctx, { propertySystemId, sourcePropertyId }) => sources.removeSource(ctx, propertySystemId, sourcePropertyId),
})
