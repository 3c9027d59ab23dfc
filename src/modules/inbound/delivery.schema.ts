import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Line, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const status = oneOf(['pending', 'done', 'ignored', 'failed'], {
  description: 'pending: it is or will be tried. ignored: nothing is done about its kind. failed: given up; replay it.',
})
const outline = {
  id: Uuid,
  sender: Type.String({ examples: ['voice-platform-a'] }),
  kind: Type.String({ examples: ['call_ended'] }),
  externalId: Type.String({ description: 'What its sender calls it.' }),
  integrationId: Nullable(Uuid),
  status,
  outcome: Nullable(Type.String(), { description: 'What became of it.' }),
  attempts: Type.Integer({ description: 'How often it was tried and failed.' }),
  error: Nullable(Type.String(), { description: 'Why the last try failed.' }),
  receivedAt: DateTime,
  finishedAt: Nullable(DateTime),
}

const DeliveryOutline = Type.Object(outline, { $id: 'InboundDeliveryOutline' })
/** Something that an outside system has told us. */
export const InboundDelivery = Type.Object(
  { ...outline, headers: CustomFields, payload: CustomFields },
  { $id: 'InboundDelivery' },
)
export const InboundDeliveryPage = Page(DeliveryOutline, { $id: 'InboundDeliveryPage' })
export const InboundDeliveryQuery = closed({
  sender: Type.Optional(Line(100)),
  status: Type.Optional(status),
  ...Paging,
})
export const InboundDeliveryPath = closed({ workspaceId: WorkspaceId, inboundDeliveryId: Uuid })

export const OUTLINE_FIELDS = Object.keys(outline)
export const DELIVERY_FIELDS = Object.keys(InboundDelivery.properties)

export const InboundAddress = Type.Object(
  {
    baseUrl: Type.String({
      description: 'What the addresses begin with that outside systems send to.',
      examples: ['https://app.example'],
    }),
  },
  { $id: 'InboundAddress' },
)

export type InboundDelivery = Static<typeof InboundDelivery>
export type DeliveryOutline = Static<typeof DeliveryOutline>
export type InboundDeliveryQuery = Static<typeof InboundDeliveryQuery>
export type InboundAddress = Static<typeof InboundAddress>
