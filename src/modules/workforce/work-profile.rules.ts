import { WEEKDAYS, type Shift } from './work-profile.schema.ts'

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/** By weekday and time, as they are read back. */
export function inOrder(shifts: readonly Shift[]): Shift[] {
  return shifts.toSorted((left, right) => startOf(left) - startOf(right))
}

/** The first shift that begins before another one has ended, by its place; -1 when there is none. */
export function overlappingShift(shifts: readonly Shift[]): number {
  return shifts.findIndex((shift, index) => shifts.slice(0, index).some((other) => overlaps(shift, other)))
}

function overlaps(left: Shift, right: Shift): boolean {
  // The week is a ring: a shift of Sunday can run into Monday.
  const after = (from: number, to: number) => (to - from + WEEK_MINUTES) % WEEK_MINUTES
  return after(startOf(left), startOf(right)) < lengthOf(left) || after(startOf(right), startOf(left)) < lengthOf(right)
}

function startOf({ weekday, startsAt }: Shift): number {
  return WEEKDAYS.indexOf(weekday) * DAY_MINUTES + minutesOf(startsAt)
}

function lengthOf({ startsAt, endsAt }: Shift): number {
  const length = minutesOf(endsAt) - minutesOf(startsAt)
  return length > 0 ? length : length + DAY_MINUTES
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
