import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { OVER } from '../tasks/task-signs.tsx'

/** The day that is shown when nothing is earlier or later. */
const FROM_HOUR = 7
const TO_HOUR = 19
/** How long work is shown that nobody has estimated. */
const MINUTES_UNKNOWN = 60
/** Times are put to the quarter of an hour. */
export const STEP_MINUTES = 15
const DAY_MINUTES = 24 * 60

type Timed = Pick<Task, 'id' | 'scheduledTime' | 'estimatedDurationMinutes'>

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export function timeAt(minutes: number): string {
  const whole = Math.min(Math.max(0, Math.round(minutes / STEP_MINUTES) * STEP_MINUTES), DAY_MINUTES - STEP_MINUTES)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/** The minutes of the day that have passed where the workspace is. */
export function minutesAt(now: number, timezone: string): number {
  return minutesOf(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'short' }).format(now))
}

/** Whether work of this day should be done by now: it had its time, and as long as it takes. */
export function isOverdue(task: Timed & Pick<Task, 'status'>, minutes: number): boolean {
  return task.scheduledTime !== null && !OVER.includes(task.status) && endOf(task) < minutes
}

function endOf({ scheduledTime, estimatedDurationMinutes }: Timed): number {
  // Zero is no estimate either.
  return minutesOf(scheduledTime ?? '') + (estimatedDurationMinutes || MINUTES_UNKNOWN)
}

/** The hours that have to be shown, whole ones. */
export function hoursOf(tasks: readonly Timed[]): { from: number; to: number } {
  const timed = tasks.filter(({ scheduledTime }) => scheduledTime !== null)
  const starts = timed.map(({ scheduledTime }) => Math.floor(minutesOf(scheduledTime ?? '') / 60))
  const ends = timed.map((task) => Math.ceil(Math.min(endOf(task), DAY_MINUTES) / 60))
  return { from: Math.min(FROM_HOUR, ...starts), to: Math.max(TO_HOUR, ...ends) }
}

/** In which line of its row each task stands, so that none covers another. */
export function linesOf(tasks: readonly Timed[]): { lineOf: ReadonlyMap<string, number>; count: number } {
  const lineOf = new Map<string, number>()
  const ends: number[] = []
  const timed = tasks.filter(({ scheduledTime }) => scheduledTime !== null)
  for (const task of timed.toSorted((a, b) => minutesOf(a.scheduledTime ?? '') - minutesOf(b.scheduledTime ?? ''))) {
    const start = minutesOf(task.scheduledTime ?? '')
    const free = ends.findIndex((end) => end <= start)
    const line = free === -1 ? ends.length : free
    ends[line] = endOf(task)
    lineOf.set(task.id, line)
  }
  return { lineOf, count: Math.max(1, ends.length) }
}
