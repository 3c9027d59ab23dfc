import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const remoteId = Line(100, { description: 'What the property system calls the property.', examples: ['40160'] })
const feedUrl = Type.String({
  format: 'web-url',
  maxLength: 2000,
  description: 'Address of the calendar. Kept as ciphertext: of it only the host is shown.',
  examples: ['https://www.airbnb.example/calendar/ical/1.ics?s=secret'],
})
const closedAreStays = Type.Boolean({
  description: 'For calendars, such as those of Booking.com, that call booked nights closed too.',
})

/** Which property of ours is which there. */
export const StaySource = Type.Object(
  {
    propertyId: Uuid,
    remoteId: Nullable(remoteId),
    feedHost: Nullable(Type.String()),
    closedAreStays,
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'StaySource' },
)
export const StaySourcePage = Page(StaySource, { $id: 'StaySourcePage' })
export const StaySourceQuery = closed(Paging)
export const StaySourcePath = closed({ workspaceId: WorkspaceId, propertySystemId: Uuid, propertyId: Uuid })
/** One that is there. */
export const PresentSourcePath = closed({ workspaceId: WorkspaceId, propertySystemId: Uuid, sourcePropertyId: Uuid })
export const StaySourceSet = closed(optional({ remoteId, feedUrl, closedAreStays }), {
  $id: 'StaySourceSet',
  examples: [{ feedUrl: 'https://www.airbnb.example/calendar/ical/1.ics?s=secret' }],
})
export const StaySourceRemoved = Type.Object(
  { propertyId: Uuid, removed: Type.Literal(true) },
  { $id: 'StaySourceRemoved' },
)

export type StaySource = Static<typeof StaySource>
export type StaySourceSet = Static<typeof StaySourceSet>
