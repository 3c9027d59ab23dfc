import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, TimeOfDay, Uuid } from '#core/schema.ts'

const wanted = {
  anchor: oneOf(['CHECK_IN', 'CHECK_OUT'], { description: 'The end of the stay that the date is counted from.' }),
  offsetDays: Type.Integer({ minimum: -365, maximum: 365, description: 'Days after it; before it when negative.' }),
  timeFrom: oneOf(['STAY', 'FIXED', 'NONE'], {
    description: '`STAY`: the time of that check-in or check-out; `FIXED`: fixedTime; `NONE`: the time is left alone.',
  }),
  fixedTime: Nullable(TimeOfDay, { description: 'With timeFrom `FIXED`.' }),
}

/** How a task follows its stay. */
export const StayRule = Type.Object(
  {
    taskId: Uuid,
    reservationId: Uuid,
    ...wanted,
    follows: Type.Array(oneOf(['scheduledDate', 'scheduledTime', 'propertyId']), {
      description:
        'The fields that still follow. One that was changed by hand stays as it is until the rule is set anew.',
    }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'StayRule' },
)
export const StayRuleSet = closed(
  { ...optional(wanted), anchor: wanted.anchor },
  { $id: 'StayRuleSet', examples: [{ anchor: 'CHECK_OUT', offsetDays: 0, timeFrom: 'STAY' }] },
)
export const StayRuleRemoved = Type.Object({ taskId: Uuid, removed: Type.Literal(true) }, { $id: 'StayRuleRemoved' })

export type StayRule = Static<typeof StayRule>
export type StayRuleSet = Static<typeof StayRuleSet>
export type FollowedField = StayRule['follows'][number]
