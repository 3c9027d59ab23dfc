import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Uuid } from '#core/schema.ts'

const AvailableDay = Type.Object({
  date: DateOnly,
  minutes: Type.Integer({ description: 'Real minutes: a day on which the clock changes has more or fewer.' }),
  intervals: Type.Array(Type.Object({ from: DateTime, to: DateTime })),
})

/** When a member works, day by day in their time zone. */
export const Availability = Type.Object(
  {
    membershipId: Uuid,
    timezone: Type.String(),
    isKnown: Type.Boolean({ description: 'False: nobody has said when the person usually works.' }),
    days: Type.Array(AvailableDay),
  },
  { $id: 'Availability' },
)
export const AvailabilityQuery = closed({
  from: DateOnly,
  to: Type.String({ ...DateOnly, description: 'At most 62 days in all.' }),
})

export type Availability = Static<typeof Availability>
export interface DateRange {
  from: string
  to: string
}
