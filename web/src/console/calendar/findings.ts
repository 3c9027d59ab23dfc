import type { CalendarHome, CalendarStay, CalendarWork } from '../../../../src/modules/tasks/calendar.schema.ts'

const DAY_MILLIS = 86_400_000

/** Nights between two stays on which nobody is there. */
export interface Gap {
  /** The first free night. */
  from: string
  nights: number
}

export type Clash =
  | { kind: 'twoStays'; date: string; stays: readonly [CalendarStay, CalendarStay] }
  | { kind: 'noClean'; date: string; leaving: CalendarStay; arriving: CalendarStay }
  | { kind: 'guestsIn'; date: string; work: CalendarWork; stay: CalendarStay }

export interface Findings {
  gaps: readonly Gap[]
  clashes: readonly Clash[]
}

type Planned = Pick<CalendarHome, 'stays' | 'work'>

/** What somebody should look at; what lies wholly before today is history. */
export function findingsIn({ stays, work }: Planned, today: string): Findings {
  const held = stays
    .filter(({ status }) => status !== 'TENTATIVE')
    .toSorted((one, other) => one.checkinDate.localeCompare(other.checkinDate))
  const clashes = [...twoStays(held), ...missingCleans(held, work), ...workAmongGuests(held, work)]
  return {
    gaps: gapsIn(held),
    clashes: clashes
      .filter((clash) => lastDayOf(clash) >= today)
      .toSorted((one, other) => one.date.localeCompare(other.date)),
  }
}

function lastDayOf(clash: Clash): string {
  if (clash.kind === 'noClean') return clash.arriving.checkinDate
  if (clash.kind === 'guestsIn') return clash.date
  const [one, other] = clash.stays
  return one.checkoutDate < other.checkoutDate ? one.checkoutDate : other.checkoutDate
}

/** The stays in the order of their check-ins. */
function gapsIn(stays: readonly CalendarStay[]): Gap[] {
  const gaps: Gap[] = []
  let freeFrom: string | undefined
  for (const { checkinDate, checkoutDate } of stays) {
    if (freeFrom !== undefined && checkinDate > freeFrom) {
      gaps.push({ from: freeFrom, nights: daysBetween(freeFrom, checkinDate) })
    }
    if (freeFrom === undefined || checkoutDate > freeFrom) freeFrom = checkoutDate
  }
  return gaps
}

function twoStays(stays: readonly CalendarStay[]): Clash[] {
  return stays.flatMap((one, index) =>
    stays
      .slice(index + 1)
      .filter((other) => other.checkinDate < one.checkoutDate)
      .map((other): Clash => ({ kind: 'twoStays', date: other.checkinDate, stays: [one, other] })),
  )
}

/** A guest leaves, the next one comes, and nobody is to clean in between. */
function missingCleans(stays: readonly CalendarStay[], work: readonly CalendarWork[]): Clash[] {
  return stays.flatMap((leaving): Clash[] => {
    const arriving = stays.find((other) => other.id !== leaving.id && other.checkinDate >= leaving.checkoutDate)
    if (!arriving || work.some((each) => cleansBetween(each, leaving, arriving))) return []
    return [{ kind: 'noClean', date: leaving.checkoutDate, leaving, arriving }]
  })
}

/** A repair is no clean; work that was made for the stay that ends is. */
function cleansBetween(work: CalendarWork, leaving: CalendarStay, arriving: CalendarStay): boolean {
  const isClean = work.reservationId === leaving.id || (work.isFieldWork && !work.isIssue)
  const isAfter =
    work.scheduledDate > leaving.checkoutDate ||
    (work.scheduledDate === leaving.checkoutDate && !isBefore(work.scheduledTime, leaving.checkoutTime))
  const isInTime =
    work.scheduledDate < arriving.checkinDate ||
    (work.scheduledDate === arriving.checkinDate && !isBefore(arriving.checkinTime, work.scheduledTime))
  return isClean && isAfter && isInTime
}

/** What is over, what guests reported, and what was made for their stay may be done while they are in. */
function workAmongGuests(stays: readonly CalendarStay[], work: readonly CalendarWork[]): Clash[] {
  return work.flatMap((each): Clash[] => {
    if (!each.isFieldWork || each.isIssue || OVER.includes(each.status)) return []
    const stay = stays.find((other) => other.id !== each.reservationId && isWithin(each, other))
    return stay ? [{ kind: 'guestsIn', date: each.scheduledDate, work: each, stay }] : []
  })
}

/** On the days of arrival and departure only with a time that says so. */
function isWithin({ scheduledDate, scheduledTime }: CalendarWork, stay: CalendarStay): boolean {
  if (scheduledDate > stay.checkinDate && scheduledDate < stay.checkoutDate) return true
  if (scheduledDate === stay.checkoutDate) return isBefore(scheduledTime, stay.checkoutTime)
  return scheduledDate === stay.checkinDate && isBefore(stay.checkinTime, scheduledTime)
}

/** Unknown times are not before anything. */
function isBefore(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one < other
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLIS)
}

export const OVER: readonly string[] = ['COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED']
