import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const remoteId = Line(100, { description: 'What the provider calls the property.', examples: ['120934'] })

/** An administrator's word for which property of the provider is which of ours. */
export const PropertyMapping = Type.Object(
  { propertyId: Uuid, remoteId, createdAt: DateTime, updatedAt: DateTime },
  { $id: 'PropertyMapping' },
)
export const PropertyMappingPage = Page(PropertyMapping, { $id: 'PropertyMappingPage' })
export const PropertyMappingQuery = closed(Paging)
export const PropertyMappingPath = closed({ workspaceId: WorkspaceId, connectionId: Uuid, propertyId: Uuid })
export const MappedPropertyPath = closed({ workspaceId: WorkspaceId, connectionId: Uuid, mappedPropertyId: Uuid })
export const PropertyMappingSet = closed(
  { remoteId },
  { $id: 'PropertyMappingSet', examples: [{ remoteId: '120934' }] },
)
export const PropertyMappingRemoved = Type.Object(
  { propertyId: Uuid, removed: Type.Literal(true) },
  { $id: 'PropertyMappingRemoved' },
)

export type PropertyMapping = Static<typeof PropertyMapping>
