import { DAY_MILLIS } from '#core/days.ts'
import type { FollowedField, StayRule } from './stay-rule.schema.ts'
import type { Task, TaskStatus } from './task.schema.ts'

/** What a task needs to know of its stay. */
export interface Stay {
  propertyId: string
  checkinDate: string
  checkoutDate: string
  /** The stay's own times, or the property's; null when neither has one. */
  checkinTime: string | null
  checkoutTime: string | null
  /** Cancelled or deleted. */
  isOff: boolean
}

type Fields = Pick<Task, FollowedField>
type Wanted = Pick<StayRule, 'anchor' | 'offsetDays' | 'timeFrom' | 'fixedTime'>

export interface Rule extends Wanted {
  follows: readonly FollowedField[]
  /** What the rule wrote last. */
  followed: Fields
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MILLIS
const dateOf = (day: number): string => new Date(day * DAY_MILLIS).toISOString().slice(0, 10)

/** The values the rule calls for. A time that nobody knows is left as it is. */
export function fieldsFor(rule: Wanted, stay: Stay): Partial<Fields> {
  const isCheckin = rule.anchor === 'CHECK_IN'
  const time = isCheckin ? stay.checkinTime : stay.checkoutTime
  return {
    scheduledDate: dateOf(dayOf(isCheckin ? stay.checkinDate : stay.checkoutDate) + rule.offsetDays),
    propertyId: stay.propertyId,
    ...(rule.timeFrom === 'STAY' && time !== null && { scheduledTime: time }),
    ...(rule.timeFrom === 'FIXED' && { scheduledTime: rule.fixedTime }),
  }
}

export function fieldsOf({ timeFrom }: Wanted): FollowedField[] {
  return timeFrom === 'NONE' ? ['scheduledDate', 'propertyId'] : ['scheduledDate', 'scheduledTime', 'propertyId']
}

/** Field by field: what is still as the rule left it goes on following; what is not was changed by hand and stays. */
export function followed(rule: Rule, task: Fields, stay: Stay): { changes: Partial<Fields>; follows: FollowedField[] } {
  const wanted = fieldsFor(rule, stay)
  const follows = rule.follows.filter((field) => task[field] === rule.followed[field])
  const moved = follows.filter((field) => wanted[field] !== undefined && wanted[field] !== task[field])
  return { follows, changes: Object.fromEntries(moved.map((field) => [field, wanted[field]])) }
}

/** The rule of a task that was linked to a stay with a date of its own: it keeps its distance to the nearer end. */
export function keptDistance(task: Fields & { scheduledDate: string }, stay: Stay): Rule {
  const daysFrom = (date: string): number => dayOf(task.scheduledDate) - dayOf(date)
  const [fromCheckin, fromCheckout] = [daysFrom(stay.checkinDate), daysFrom(stay.checkoutDate)]
  const isNearCheckout = Math.abs(fromCheckout) < Math.abs(fromCheckin)
  const time = isNearCheckout ? stay.checkoutTime : stay.checkinTime
  const isTimed = task.scheduledTime !== null && task.scheduledTime === time
  const { scheduledDate, scheduledTime, propertyId } = task
  return {
    anchor: isNearCheckout ? 'CHECK_OUT' : 'CHECK_IN',
    offsetDays: isNearCheckout ? fromCheckout : fromCheckin,
    timeFrom: isTimed ? 'STAY' : 'NONE',
    fixedTime: null,
    follows: [
      'scheduledDate',
      ...(isTimed ? (['scheduledTime'] as const) : []),
      ...(propertyId === stay.propertyId ? (['propertyId'] as const) : []),
    ],
    followed: { scheduledDate, scheduledTime, propertyId },
  }
}

const NOT_BEGUN: readonly TaskStatus[] = ['OPEN', 'CREATED', 'DRAFT', 'DRAFTED', 'SCHEDULED']

/** Work that has begun, or that waits for somebody's word, is not the stay's to move or to close. */
export function isMovable({ status, startedAt }: Pick<Task, 'status' | 'startedAt'>): boolean {
  return NOT_BEGUN.includes(status) && startedAt === null
}
