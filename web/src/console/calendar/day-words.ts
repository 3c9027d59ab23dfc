import type { CalendarStay } from '../../../../src/modules/tasks/calendar.schema.ts'
import type { Format } from '../../language/format.ts'
import type { PlannedHome } from './calendar-queries.ts'
import { OVER, type Clash } from './findings.ts'
import type { CalendarWords } from './words/en.ts'

interface Speech {
  words: CalendarWords
  format: Format
}

/** What the stays of a home are on a day: who leaves, who comes, who is there. */
export function staysOn(home: PlannedHome, day: string): CalendarStay[] {
  return home.stays.filter(({ checkinDate, checkoutDate }) => checkinDate <= day && day <= checkoutDate)
}

/** Whether anything happens there on that day, which a guest who just stays is not. */
export function isEventful(home: PlannedHome, day: string): boolean {
  return (
    home.stays.some(({ checkinDate, checkoutDate }) => checkinDate === day || checkoutDate === day) ||
    home.work.some(({ scheduledDate }) => scheduledDate === day) ||
    home.findings.clashes.some(({ date }) => date === day)
  )
}

export function sayStay({ words, format }: Speech, stay: CalendarStay, day: string): string {
  const name = stay.guestName ?? words.unnamed
  const said = (): string => {
    if (stay.checkinDate === day)
      return stay.checkinTime === null ? words.arrives(name) : words.arrivesAt(name, format.time(stay.checkinTime))
    if (stay.checkoutDate === day)
      return stay.checkoutTime === null ? words.leaves(name) : words.leavesAt(name, format.time(stay.checkoutTime))
    return words.stays(name)
  }
  return stay.status === 'TENTATIVE' ? `${said()} (${words.tentative})` : said()
}

/** Why it is to be looked at, in a sentence. */
export function sayWhy({ words, format }: Speech, clash: Clash): string {
  const name = (stay: CalendarStay): string => stay.guestName ?? words.unnamed
  switch (clash.kind) {
    case 'twoStays':
      return words.why.twoStays(name(clash.stays[0]), name(clash.stays[1]))
    case 'noClean':
      return words.why.noClean(name(clash.leaving), format.shortDay(clash.arriving.checkinDate))
    case 'guestsIn':
      return words.why.guestsIn(clash.work.title, name(clash.stay))
  }
}

/** All of a day at a home in one line, for those who listen. */
export function sayDay(speech: Speech, home: PlannedHome, day: string): string {
  const { words, format } = speech
  const work = home.work.filter(({ scheduledDate }) => scheduledDate === day)
  const open = work.filter(({ status }) => !OVER.includes(status)).length
  const parts = [
    ...staysOn(home, day).map((stay) => sayStay(speech, stay, day)),
    ...(open > 0 ? [words.tasks(open)] : []),
    ...(work.length > open ? [words.done(work.length - open)] : []),
    ...home.findings.clashes.filter(({ date }) => date === day).map(({ kind }) => words.clashes[kind]),
    ...home.findings.gaps.filter(({ from }) => from === day).map(({ nights }) => words.free(nights)),
  ]
  return `${home.name}, ${format.shortDay(day)}: ${parts.join(', ') || words.nothing}`
}
