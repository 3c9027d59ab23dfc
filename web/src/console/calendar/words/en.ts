import { pluralIn } from '../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  title: 'Calendar',
  homes: (count: number) => plural(count, `${count} property`, `${count} properties`),
  search: 'Search properties',
  searchHint: 'Name, code or city',
  allStatuses: 'Every status',
  weeks: (count: number) => plural(count, `${count} week`, `${count} weeks`),
  howLong: 'How many weeks',
  earlier: 'A week earlier',
  later: 'A week later',
  today: 'Today',
  onlyClashes: (count: number) => (count === 0 ? 'Nothing to look at' : `To look at: ${count}`),
  empty: { title: 'No property fits', text: 'Try other words or another status.' },
  allWell: {
    title: 'Nothing to look at',
    text: 'In these weeks no stay overlaps, and every change of guests has a clean.',
  },
  home: 'Property',
  open: 'Open the day',
  nextClash: 'Next thing to look at',
  left: 'A day earlier',
  right: 'A day later',

  unnamed: 'Guest',
  stays: (name: string) => `${name} stays`,
  arrives: (name: string) => `${name} arrives`,
  leaves: (name: string) => `${name} leaves`,
  arrivesAt: (name: string, time: string) => `${name} arrives at ${time}`,
  leavesAt: (name: string, time: string) => `${name} leaves at ${time}`,
  tentative: 'not yet sure',
  people: (count: number) => plural(count, `${count} person`, `${count} people`),
  free: (nights: number) => plural(nights, `${nights} night free`, `${nights} nights free`),
  freeShort: (nights: number) => plural(nights, `${nights} free`, `${nights} free`),
  freeNights: 'Free nights',
  tasks: (count: number) => plural(count, `${count} task`, `${count} tasks`),
  done: (count: number) => plural(count, `${count} task done`, `${count} tasks done`),
  nobody: 'Nobody assigned',
  nothing: 'Nothing happens here on this day.',
  nothingAnywhere: 'Nobody arrives or leaves on this day, and no work is planned.',
  toLookAt: (count: number) => plural(count, `${count} thing to look at`, `${count} things to look at`),
  toHome: 'Open the property',
  toTasks: 'Work of this day',
  newTask: 'New task here',
  hasClash: 'something to look at',
  planClean: 'Plan a clean',
  stay: 'Stay',
  legend: 'What the signs mean',

  clashes: {
    twoStays: 'Two stays at once',
    noClean: 'No clean planned',
    guestsIn: 'Work while guests are in',
  },
  why: {
    twoStays: (one: string, other: string) => `${one} and ${other} have the property on the same night.`,
    noClean: (leaving: string, day: string) =>
      `${leaving} leaves and the next guest arrives on ${day}. No work is planned in between.`,
    guestsIn: (work: string, guest: string) => `“${work}” is planned while ${guest} is there.`,
  },
}

export type CalendarWords = typeof en
