import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Nullable, optional, Page, Paging, Uuid, Words } from '#core/schema.ts'

/** A stay as its guest sees it. */
export const OwnStay = Type.Object(
  {
    id: Uuid,
    code: Nullable(Type.String()),
    status: Type.String(),
    propertyId: Uuid,
    propertyName: Type.String(),
    checkinDate: DateOnly,
    checkoutDate: DateOnly,
    arrivesAt: Nullable(DateTime),
    departsAt: Nullable(DateTime),
    guests: Nullable(Type.Integer()),
  },
  { $id: 'OwnStay' },
)
export const OwnStayPage = Page(OwnStay, { $id: 'OwnStayPage' })
export const OwnStayPath = closed({ reservationId: Uuid })
export const OwnStayQuery = closed({ ...optional({ q: Words(200) }), ...Paging })

export type OwnStay = Static<typeof OwnStay>
export type OwnStayQuery = Static<typeof OwnStayQuery>
