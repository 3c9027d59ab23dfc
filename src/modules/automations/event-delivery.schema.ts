import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const DeliveryStatus = oneOf(['pending', 'delivered', 'failed'], {
  description: 'pending: it will be tried, or tried again. failed: given up; it can be replayed.',
})

/** One event for one hook. */
export const EventDelivery = Type.Object(
  {
    id: Uuid,
    eventId: Uuid,
    type: Type.String({ examples: ['task.created'] }),
    status: DeliveryStatus,
    attempts: Type.Integer(),
    answerStatus: Nullable(Type.Integer(), { description: 'The HTTP status of the last answer; null without one.' }),
    error: Nullable(Type.String(), { description: 'Why the last try failed.' }),
    createdAt: DateTime,
    attemptedAt: Nullable(DateTime),
    deliveredAt: Nullable(DateTime),
  },
  { $id: 'EventDelivery' },
)
export const EventDeliveryPage = Page(EventDelivery, { $id: 'EventDeliveryPage' })
export const EventDeliveryQuery = closed({ status: Type.Optional(DeliveryStatus), ...Paging })
export const EventDeliveryPath = closed({ workspaceId: WorkspaceId, hookId: Uuid, deliveryId: Uuid })
export const EVENT_DELIVERY_FIELDS = Object.keys(EventDelivery.properties)

export type EventDelivery = Static<typeof EventDelivery>
export type EventDeliveryQuery = Static<typeof EventDeliveryQuery>
