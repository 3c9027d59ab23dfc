import { Type, type Static } from 'typebox'
import { closed, DateOnly, Nullable, oneOf, Page, TimeOfDay } from '#core/schema.ts'
import { Property, PROPERTY_SORTS, PropertyQuery } from '#modules/properties/property.schema.ts'
import { Reservation } from '#modules/reservations/reservation.schema.ts'
import { Task } from './task.schema.ts'

const CalendarStay = Type.Object(
  {
    ...Type.Pick(Reservation, ['id', 'status', 'guestName', 'guests', 'checkinDate', 'checkoutDate']).properties,
    checkinTime: Nullable(TimeOfDay, { description: 'Of the stay, or else of the property.' }),
    checkoutTime: Nullable(TimeOfDay, { description: 'Of the stay, or else of the property.' }),
  },
  { $id: 'CalendarStay' },
)

const CalendarWork = Type.Object(
  {
    ...Type.Pick(Task, [
      'id',
      'shortId',
      'title',
      'status',
      'priority',
      'isIssue',
      'reservationId',
      'scheduledTime',
      'estimatedDurationMinutes',
    ]).properties,
    scheduledDate: DateOnly,
    isFieldWork: Type.Boolean({ description: 'Of a department that works at the homes.' }),
    assigneeName: Nullable(Type.String(), { description: 'Who is on it first.' }),
  },
  { $id: 'CalendarWork' },
)

/** A property with who stays there and what is done there in some days. */
export const CalendarHome = Type.Object(
  {
    ...Type.Pick(Property, ['id', 'name', 'internalCode', 'city', 'status', 'propertyType', 'bedrooms', 'maxGuests'])
      .properties,
    stays: Type.Array(CalendarStay, {
      description: 'Tentative and confirmed stays that touch the days, by check-in.',
    }),
    work: Type.Array(CalendarWork, {
      description: 'Scheduled on the days and not rejected or a draft, by time.',
    }),
  },
  { $id: 'CalendarHome' },
)
export const CalendarPage = Page(CalendarHome, { $id: 'CalendarPage' })
export const CalendarQuery = closed({
  from: DateOnly,
  to: Type.String({ ...DateOnly, description: 'At most 62 days in all.' }),
  ...PropertyQuery.properties,
  sort: Type.Optional(oneOf(PROPERTY_SORTS, { default: 'name', description: 'A minus sign means descending.' })),
})

export type CalendarHome = Static<typeof CalendarHome>
export type CalendarStay = Static<typeof CalendarStay>
export type CalendarWork = Static<typeof CalendarWork>
export type CalendarQuery = Static<typeof CalendarQuery>
