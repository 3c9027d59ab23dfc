import type { CalendarStay } from '../../../../src/modules/tasks/calendar.schema.ts'

type Stay = Pick<CalendarStay, 'status' | 'checkinDate' | 'checkoutDate'>

export type Presence = { kind: 'free' | 'arrivesToday' | 'leavesToday' | 'turnsToday' } | { kind: 'in'; until: string }

/** How a day looks at a home: what begins or ends on it says more than that somebody is there. */
export function presenceOn(stays: readonly Stay[], day: string): Presence {
  const held = stays.filter(({ status }) => status !== 'TENTATIVE')
  const leaves = held.some(({ checkoutDate }) => checkoutDate === day)
  const arrives = held.some(({ checkinDate }) => checkinDate === day)
  if (leaves && arrives) return { kind: 'turnsToday' }
  if (arrives) return { kind: 'arrivesToday' }
  if (leaves) return { kind: 'leavesToday' }
  const inside = held.find(({ checkinDate, checkoutDate }) => checkinDate < day && checkoutDate > day)
  return inside ? { kind: 'in', until: inside.checkoutDate } : { kind: 'free' }
}
