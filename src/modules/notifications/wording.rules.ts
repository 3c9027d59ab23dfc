import { DAY_MILLIS } from '#core/days.ts'
import { oneLine } from '#core/plain-text.ts'
import type { NotificationKind } from './notification.schema.ts'

export interface Happening {
  kind: NotificationKind
  actorName: string
  details: Record<string, unknown>
}

/** How a date and time are said. */
export type SayWhen = (date: string, time: string | null) => string

/** What happened, in a sentence about "this task", or what is asked. */
export function sentenceOf({ kind, actorName, details }: Happening, sayWhen: SayWhen): string {
  const actor = oneLine(actorName)
  switch (kind) {
    case 'assigned':
      return `${actor} ${onBy(details)}`
    case 'completed':
      return `${actor} completed this task.`
    case 'deleted':
      return `${actor} ${offBy(details)}`
    case 'commented':
      return `${actor} commented on this task.`
    case 'urgent':
      return details['isOrphaned'] === true
        ? `${actor} made this task urgent, and nobody is on it yet.`
        : `${actor} made this task urgent.`
    case 'approval':
      return details['isReminder'] === true
        ? 'A workflow still waits for your answer.'
        : 'A workflow waits for your answer.'
    case 'sign_in':
      return 'Somebody signed in with your account on a new device.'
    case 'workflow_off':
      return `${actor} turned this automation off. ${String(details['sentence'])}`
    case 'rescheduled':
      return movedTo(actor, details, sayWhen)
  }
}

function onBy({ reason }: Record<string, unknown>): string {
  if (reason === 'opened_again') return 'opened this task again. It is yours to do.'
  return reason === 'restored' ? 'restored this task. It is yours to do.' : 'assigned this task to you.'
}

function offBy({ reason }: Record<string, unknown>): string {
  if (reason === 'taken_off') return 'took you off this task. There is nothing left for you to do.'
  const done = reason === 'closed' ? 'closed' : reason === 'rejected' ? 'rejected' : 'deleted'
  return `${done} this task. There is nothing left to do.`
}

function movedTo(actor: string, details: Record<string, unknown>, sayWhen: SayWhen): string {
  const { scheduledDate: date, scheduledTime: time, scheduledDateBefore: before } = details
  if (typeof date !== 'string') return `${actor} took the date off this task.`
  const when = sayWhen(date, typeof time === 'string' ? time : null)
  return typeof before === 'string' ? `${actor} moved this task to ${when}.` : `${actor} planned this task for ${when}.`
}

function spelled(date: string, options: Intl.DateTimeFormatOptions): string {
  const day = new Date(`${date}T00:00:00Z`)
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(day)
}

function withTime(day: string, time: string | null): string {
  return time === null ? day : `${day} ${time.slice(0, 5)}`
}

/** `16 November 2026 10:00`: right whenever it is read. */
export const lasting: SayWhen = (date, time) =>
  withTime(spelled(date, { day: 'numeric', month: 'long', year: 'numeric' }), time)

/** `tomorrow 10:00`, `Thursday 10:00`, `3 January`: as people say it on that day at the property. */
export function spokenOn(today: string): SayWhen {
  return (date, time) => withTime(spokenDay(date, today), time)
}

const NEAR_DAYS = new Map([
  [-1, 'yesterday'],
  [0, 'today'],
  [1, 'tomorrow'],
])

function spokenDay(date: string, today: string): string {
  const daysAway = daysBetween(today, date)
  const word = NEAR_DAYS.get(daysAway)
  if (word !== undefined) return word
  return daysAway > 1 && daysAway < 7 ? spelled(date, { weekday: 'long' }) : calendarDay(date, today)
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLIS)
}

/** The year is said only when it is another. */
function calendarDay(date: string, today: string): string {
  const sameYear = date.slice(0, 4) === today.slice(0, 4)
  return spelled(date, { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) })
}

/** `Tomorrow, Monday 16 November, 10:00`: for where there is room. */
export function fullyOn(today: string): SayWhen {
  return (date, time) => {
    const day = `${spelled(date, { weekday: 'long' })} ${calendarDay(date, today)}`
    const word = NEAR_DAYS.get(daysBetween(today, date))
    const start = word === undefined ? day : `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${day}`
    return time === null ? start : `${start}, ${time.slice(0, 5)}`
  }
}
