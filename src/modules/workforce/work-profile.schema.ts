import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Uuid, WorkspaceId } from '#core/schema.ts'
import { SkillIds } from './skill.schema.ts'

/** In the order of ISO 8601: the first has number 1. */
export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

/** Minutes are enough: nobody begins to work at a second. */
export const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] })

const Shift = closed({
  weekday: oneOf(WEEKDAYS),
  startsAt: ClockTime,
  endsAt: Type.String({
    ...ClockTime,
    description: 'Not after startsAt: on the next day. The same: a whole day.',
    examples: ['17:00'],
  }),
})

const writable = {
  timezone: Nullable(Type.String({ format: 'time-zone' }), { description: 'null: that of the workspace.' }),
  skillIds: SkillIds,
  shifts: Nullable(Type.Array(Shift, { maxItems: 50 }), {
    description: 'The usual week. null: nobody has said. They may not overlap.',
  }),
}
const fixed = {
  id: Type.String({ ...Uuid, description: 'The membership.' }),
  userId: Uuid,
  fullName: Type.String(),
  timezoneInForce: Type.String({ examples: ['Europe/Lisbon'] }),
  updatedAt: Nullable(DateTime, { description: 'null: never set.' }),
}

/** A member seen as workforce. */
export const WorkProfile = Type.Object({ ...fixed, ...writable }, { $id: 'WorkProfile' })
export const WorkProfilePath = closed({ workspaceId: WorkspaceId, membershipId: Uuid })
export const WorkProfileUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'WorkProfileUpdate',
  examples: [{ shifts: [{ weekday: 'MONDAY', startsAt: '09:00', endsAt: '17:00' }] }],
})
export const WORK_PROFILE_FIXED = fixed

export type Shift = Static<typeof Shift>
export type WorkProfile = Static<typeof WorkProfile>
export type WorkProfileUpdate = Static<typeof WorkProfileUpdate>
